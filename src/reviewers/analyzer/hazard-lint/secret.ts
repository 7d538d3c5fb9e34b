import type { CheckHit } from "#model/change/analyzer.ts";
import { addedFiles, type AddedFile, type AddedLine, addedPlace, quoteAround } from "./added-files.ts";
import { wrapCode } from "#grammar/spans.ts";
import type { Tree } from "#model/change/change.ts";
import type { ChangeIndex } from "#model/change/change-index.ts";
import type { CheckListener, CheckRunner } from "../check-runner.ts";
import { hideSecret, maskSecrets } from "#util/secrets/mask-secrets.ts";
import { listSome } from "#util/words.ts";
import { formsIn, PRIVATE_KEY, SECRET_FORMS } from "#util/secrets/secret-forms.ts";

/** Credentials in added lines. The value is masked everywhere. */
export const secret: CheckRunner = {
  check: {
    id: "hazard-lint/secret",
    title: "Credential in the code",
    about:
      "Looks for tokens, keys and private keys that are recognizable by their form. Anyone who can read the repository can use them, even after they are removed. Values that look like examples are left out. The location of the file does not matter. What one commit of the change adds and a later one removes is found, too: it is pushed with the branch.",
    severity: "critical",
    // Split, so that scanners do not take our own example for a leak.
    catches: `token = "${"ghp_"}R7kQ2mXv9LpTz4WcY8sBn3HdJf6GaE1uKoVi"`,
    ignores: `token = "${"ghp_"}EXAMPLExxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"`,
  },
  async find(index, signal, { unlooked } = {}) {
    for (const { file, isUnsearched } of index.change.diffs) {
      if (isUnsearched === true)
        unlooked?.({ check: secret.check.id, path: file.path, why: "too many lines are skipped" });
    }
    const hits = new Map<string, CheckHit>();
    for (const file of await addedFiles(index, signal)) {
      const before = valuesIn(file.removed.join("\n"));
      for (const { name, value, line } of secretsOf(file)) {
        if (before.some((known) => isSame(known, value, name))) continue;
        const place = { ...addedPlace(file, line), quote: quoteOf(line.text, value), note: name };
        const known = hits.get(value);
        hits.set(
          value,
          known === undefined ? hitOf(name, value, place) : { ...known, places: [...known.places, place] },
        );
      }
    }
    return [...hits.values(), ...(await findPassing(index, new Set(hits.keys()), { signal, unlooked }))];
  },
};

/** Characters of such versions that are searched in all. */
const MAX_SEARCHED = 32_000_000;

/**
 * Credentials that a commit of the change adds and a later one removes. They have no line at the reviewed commit, so the
 * hit names the file alone, and the commit in its text.
 */
async function findPassing(
  index: ChangeIndex,
  standing: ReadonlySet<string>,
  { signal, unlooked }: Pick<CheckListener, "unlooked"> & { readonly signal: AbortSignal },
): Promise<CheckHit[]> {
  const { versions, unread } = (await index.passing?.()) ?? { versions: [] };
  const miss = (path: string, why: string): void => unlooked?.({ check: secret.check.id, path, why });
  if (unread !== undefined) miss("all commits of this change", unread);
  const found = new Map<string, { readonly name: string; readonly at: string[]; readonly path: string }>();
  const touched = new Set<string>();
  let searched = 0;
  for (const { commit, path, read, readBefore } of versions) {
    signal.throwIfAborted();
    const { text, unread: why } = searched > MAX_SEARCHED ? { unread: "too much to search" } : await read();
    if (why !== undefined) miss(`${path} at ${commit.slice(0, 7)}`, `replaced later in this change, and ${why}`);
    if (text === undefined) continue;
    searched += text.length;
    const before = new Set((await readBefore()).flatMap(linesOf));
    const added = linesOf(text).flatMap((line, at) => (before.has(line) ? [] : [{ line: at + 1, text: line }]));
    for (const { name, value, line } of secretsOf({ added })) {
      if (standing.has(value)) continue;
      const at = `${wrapCode(`${path}:${line.line}`)} in commit ${commit.slice(0, 7)}`;
      const known = found.get(value);
      touched.add(path);
      if (known === undefined) found.set(value, { name, at: [at], path });
      else known.at.push(at);
    }
  }
  if (found.size === 0) return [];
  const [old, now] = [index.base.tree, index.head.tree];
  // What was there before the change is not its doing. A value within a longer word is no credential, so it hides none.
  const before = (await textsOf(old, now, touched)).flatMap(valuesIn);
  const hidden = [...found].filter(([value, { name }]) => !before.some((known) => isSame(known, value, name)));
  const texts = await textsOf(now, old, touched);
  const goesOn = (value: string): string =>
    texts.some((text) => text.includes(value))
      ? "Whatever the files say now, it is in the history of this branch and is pushed with it."
      : "It is no longer in the file, but it is still in the history of this branch and is pushed with it.";
  const paths = new Set(index.head.tree.files.map(({ path }) => path));
  return hidden.map(([value, { name, at, path }]) => ({
    check: secret.check.id,
    severity: secret.check.severity,
    class: "regression",
    title: `${name} in the history of ${path}`,
    explanation: `What looks like a credential (${describeValue(name, value)}) is added at ${listSome(at, 5)}. ${goesOn(value)}`,
    fix: "Revoke it; rewrite the branch before pushing, so that no commit has it. If it was pushed before, it must count as leaked.",
    places: paths.has(path) ? [{ location: { path }, quote: "" }] : [],
    weight: 0.95,
  }));
}

/** One side of all files that differ from the other, and of these: also outside the paths that a review is narrowed to. */
async function textsOf(side: Tree, other: Tree, these: ReadonlySet<string>): Promise<string[]> {
  const blobs = new Map(other.files.map(({ path, blob }) => [path, blob]));
  const files = side.files.filter(({ path, blob }) => blobs.get(path) !== blob || these.has(path));
  const texts = await Promise.all(files.map(({ path }) => side.read(path)));
  return texts.filter((text) => text !== undefined);
}

/** The credentials that are recognised in a text. */
const valuesIn = (text: string): string[] => findSecrets(linesOf(text).join("\n")).map(({ value }) => value);

/** Whether a known credential is this one. A part of a private key is the same key. */
const isSame = (known: string, value: string, name: string): boolean =>
  known === value || (name === PRIVATE_KEY && known.includes(value));

const linesOf = (text: string): string[] => text.split(/\r?\n/);

interface Found {
  readonly name: string;
  readonly value: string;
  readonly line: AddedLine;
}

/** A private key spans several lines, so the added lines are searched as one text. */
function secretsOf({ added }: Pick<AddedFile, "added">): Found[] {
  const text = added.map((line) => line.text).join("\n");
  const found: Found[] = [];
  let at = 0;
  let offset = 0;
  for (const { name, value, start } of findSecrets(text)) {
    while (offset + (added[at]?.text.length ?? 0) < start) {
      offset += (added[at]?.text.length ?? 0) + 1;
      at += 1;
    }
    const line = added[at];
    if (line !== undefined) found.push({ name, value, line });
  }
  return found;
}

/** The line with its credentials masked, even one that only the lines before reveal. Quotes a long line around it. */
function quoteOf(text: string, value: string): string {
  return quoteAround(maskSecrets(text, [value]), text.indexOf(value));
}

function hitOf(name: string, value: string, place: CheckHit["places"][0]): CheckHit {
  const { path } = place.location;
  return {
    check: secret.check.id,
    severity: secret.check.severity,
    class: "regression",
    title: `${name} in ${path}`,
    explanation: `An added line contains what looks like a credential (${describeValue(name, value)}). Once pushed, it must count as leaked: removing the line does not remove it from the history.`,
    fix: "Revoke it, remove it from the commits of this change, and read it from the environment or a secret store.",
    places: [place],
    weight: 0.95,
  };
}

const describeValue = (name: string, value: string): string =>
  `${name}, \`${hideSecret(value.slice(0, 12))}\`, ${value.length} characters; masked here`;

/** A credential in a text, as offsets. */
export interface Secret {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly value: string;
}

/** Every credential in the text that does not look like an example. */
export function findSecrets(text: string): Secret[] {
  const found: Secret[] = [];
  for (const { name, pattern } of formsIn(text, SECRET_FORMS)) {
    for (const match of text.matchAll(pattern)) {
      const value = match[1] ?? match[0];
      const start = match.index + match[0].lastIndexOf(value);
      const end = start + value.length;
      const known = found.some((other) => start < other.end && other.start < end);
      if (!known && !(name === PRIVATE_KEY ? isFiller(value) : isExample(value)))
        found.push({ name, start, end, value });
    }
  }
  return found.sort((a, b) => a.start - b.start);
}

/** Whether the value is obviously an example: a placeholder, a run of the alphabet, a few characters repeated. */
function isExample(value: string): boolean {
  if (EXAMPLE.test(value)) return true;
  const body = value.slice(-Math.min(value.length, 32));
  return value.length >= 16 && new Set(body).size < Math.min(8, body.length / 3);
}

const EXAMPLE =
  /example|sample|dummy|fake|test|placeholder|redacted|changeme|secret|password|your[-_]?|xxxx|\*\*\*|\.\.\.|12345|23456|abcde|aaaa|0000|deadbeef/i;

/** Real keys also contain runs such as "AAAA", but always many different characters. */
function isFiller(value: string): boolean {
  return new Set(value.slice(0, 64)).size < 16;
}
