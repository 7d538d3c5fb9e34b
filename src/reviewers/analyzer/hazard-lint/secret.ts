import type { CheckHit } from "#model/change/analyzer.ts";
import { addedFiles, type AddedFile, type AddedLine, addedPlace, quoteAround } from "./added-files.ts";
import type { CheckRunner } from "../check-runner.ts";
import { hideSecret, maskSecrets } from "#util/secrets/mask-secrets.ts";
import { formsIn, PRIVATE_KEY, SECRET_FORMS } from "#util/secrets/secret-forms.ts";

/** Credentials in added lines. The value is masked everywhere. */
export const secret: CheckRunner = {
  check: {
    id: "hazard-lint/secret",
    title: "Credential in the code",
    about:
      "Looks for tokens, keys and private keys that are recognizable by their form. Anyone who can read the repository can use them, even after they are removed. Values that look like examples are left out. The location of the file does not matter.",
    severity: "critical",
    // Split, so that scanners do not take our own example for a leak.
    catches: `token = "${"ghp_"}R7kQ2mXv9LpTz4WcY8sBn3HdJf6GaE1uKoVi"`,
    ignores: `token = "${"ghp_"}EXAMPLExxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"`,
  },
  async find(index, signal, unlooked) {
    for (const { file, isUnsearched } of index.change.diffs) {
      if (isUnsearched === true)
        unlooked?.({ check: secret.check.id, path: file.path, why: "too many lines are skipped" });
    }
    const hits = new Map<string, CheckHit>();
    for (const file of await addedFiles(index, signal)) {
      for (const { name, value, line } of secretsOf(file)) {
        if (file.removed.some((text) => text.includes(value))) continue;
        const place = { ...addedPlace(file, line), quote: quoteOf(line.text, value), note: name };
        const known = hits.get(value);
        hits.set(
          value,
          known === undefined ? hitOf(name, value, place) : { ...known, places: [...known.places, place] },
        );
      }
    }
    return [...hits.values()];
  },
};

interface Found {
  readonly name: string;
  readonly value: string;
  readonly line: AddedLine;
}

/** A private key spans several lines, so the added lines are searched as one text. */
function secretsOf({ added }: AddedFile): Found[] {
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
    explanation: `An added line contains what looks like a credential (${name}, \`${hideSecret(value.slice(0, 12))}\`, ${value.length} characters; masked here). Once pushed, it must count as leaked: removing the line does not remove it from the history.`,
    fix: "Revoke it, remove it from the commits of this change, and read it from the environment or a secret store.",
    places: [place],
    weight: 0.95,
  };
}

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
