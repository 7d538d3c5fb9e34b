import type { Check, CheckHit } from "#model/change/analyzer.ts";
import type { ChangeIndex, Mention } from "#model/change/change-index.ts";
import type { FileDiff } from "#model/change/change.ts";
import { isGenerated } from "#util/text/generated.ts";
import { listSome } from "#util/words.ts";
import {
  isCommonWord,
  leftovers,
  leftoverPlaces,
  describeStillNaming,
  severityOf,
  type Leftover,
} from "../leftovers.ts";
import type { CheckRunner } from "../../check-runner.ts";
import { dataTokens, mask, subjectOf, subjects, type DataToken } from "../text/data-tokens.ts";
import { diffLinesOf, MAX_LINE, replacements } from "../text/diff-lines.ts";
import { identifierWords } from "../text/identifiers.ts";
import { PathSet } from "../text/path-set.ts";
import { isHistory } from "../text/history.ts";

const check: Check = {
  id: "loose-ends/half-replaced",
  title: "A value was replaced in one place but not in another",
  about:
    "The change replaces an address, a digest, a version, a port or a file name in a line that otherwise stays the same. Elsewhere a line that seems to be about the same thing still has the old value. A digest of another action or image in another file is something else. A file name is important only if such a file was there before the change, is gone, and something that runs still names it. Generated files do not count.",
  severity: "suggestion",
  worst: "important",
  changeOnly: "it compares with the value that the change replaced",
  catches: `deploy/service.yaml
-orderPort: 6443
+orderPort: 7443
docs/network.md
 Orders come in on port 6443.`,
  ignores: `deploy/service.yaml
-orderPort: 6443
+orderPort: 7443
docs/report.md
 6443 orders were taken in May.`,
};

/** Values that the change replaced in one place but not in another. */
export const halfReplaced: CheckRunner = { check, find };

interface Swap {
  readonly token: DataToken;
  readonly now: string;
  readonly path: string;
  readonly line: string;
  /** The line that replaces it. */
  readonly nowLine: string;
  /** Its line number at the base. */
  readonly at: number;
}

async function find(index: ChangeIndex, signal: AbortSignal): Promise<CheckHit[]> {
  const swaps = await collectSwaps(index, signal);
  if (swaps.length === 0) return [];
  const added = new Set<string>();
  for (const diff of index.change.diffs) {
    for (const { text } of diffLinesOf(diff, "added")) for (const token of dataTokens(text)) added.add(token.text);
  }
  const base = new PathSet(index.base.tree.files.map(({ path }) => path));
  const head = new PathSet(index.head.tree.files.map(({ path }) => path));
  const groups: Half[] = [];
  for (const swap of swaps.filter(({ token }) => !added.has(token.text))) {
    signal.throwIfAborted();
    // A file that still exists is correctly named.
    if (swap.token.kind === "file" && head.countNamed(swap.token.text) > 0) continue;
    const found = await findLeftovers(index, swap);
    if (found.length === 0 || isCommonWord(index, found)) continue;
    const group = groups.find((one) => belongsTo(one, swap, found));
    if (group === undefined) groups.push({ swaps: [swap], found });
    else groups[groups.indexOf(group)] = { swaps: [...group.swaps, swap], found: [...group.found, ...found] };
  }
  return groups.map((group) => report(group, base));
}

/** Values that were replaced together: a version with its digest, a version in several spellings, the addresses of a file. */
interface Half {
  readonly swaps: readonly [Swap, ...Swap[]];
  readonly found: readonly Leftover[];
}

function belongsTo({ swaps, found }: Half, swap: Swap, others: readonly Leftover[]): boolean {
  if (swaps.some((one) => isSameBump(one, swap))) return true;
  if (swaps[0].path !== swap.path) return false;
  const areAddresses = swaps[0].token.kind === "url" && swap.token.kind === "url";
  return areAddresses || others.every((other) => found.some((one) => areNear(one, other)));
}

/** Whether two replacements are one: from the same version to the same version, or a digest right beside it. */
function isSameBump(one: Swap, other: Swap): boolean {
  const [bump, same] = [bumpOf(one), bumpOf(other)];
  if (bump !== undefined && bump === same) return true;
  const areDigests = [one, other].some(({ token }) => token.kind === "digest");
  return areDigests && one.path === other.path && Math.abs(one.at - other.at) <= 3;
}

/** Both versions of a replacement, in whatever they stand: `1.7.1 1.8.0`. */
function bumpOf({ token, now }: Swap): string | undefined {
  const [old, fresh] = [token.text, now].map((text) => text.match(/\d+(?:\.\d+){1,3}/g)?.join("+"));
  return token.kind === "digest" || old === undefined || fresh === undefined ? undefined : `${old} ${fresh}`;
}

function areNear(a: Leftover, b: Leftover): boolean {
  return a.path === b.path && Math.abs(a.line - b.line) <= 3;
}

async function collectSwaps(index: ChangeIndex, signal: AbortSignal): Promise<Swap[]> {
  const swaps = new Map<string, Swap>();
  for (const diff of index.change.diffs) {
    signal.throwIfAborted();
    if (diff.file.listed !== undefined || isHistory(diff.file.path)) continue;
    const text = (await index.base.tree.read(diff.file.oldPath ?? diff.file.path)) ?? "";
    // What a program wrote follows what it was written from.
    if (isGenerated(text)) continue;
    const found = swapsOf(diff).filter((swap) => !isOneOfMany(swap, text));
    if (found.length === 0) continue;
    const facts = await index.head.facts(diff.file.path);
    if (facts === undefined || facts.role === "data" || facts.role === "test") continue;
    for (const swap of found) if (!swaps.has(swap.token.text)) swaps.set(swap.token.text, swap);
  }
  return [...swaps.values()];
}

/** Pairs of lines that differ only in their data. */
function swapsOf(diff: FileDiff): Swap[] {
  const swaps: Swap[] = [];
  for (const { removed, added } of replacements(diff)) {
    if (removed.length === 0 || added.length === 0) continue;
    const after = new Map(added.filter(short).map(({ text }) => [mask(text), text]));
    for (const { text, old: at = 0 } of removed.filter(short)) {
      const tokens = dataTokens(text);
      const twin = tokens.length === 0 || isImport(text) ? undefined : after.get(mask(text));
      if (twin === undefined) continue;
      const now = dataTokens(twin);
      for (const [nth, token] of tokens.entries()) {
        const other = now[nth];
        if (other === undefined || other.text === token.text || !isAlike(token, other)) continue;
        swaps.push({ token, now: other.text, path: diff.file.path, line: text, nowLine: twin, at });
      }
    }
  }
  return swaps;
}

/** Whether the file has many versions of the same thing, one for each case: a matrix of builds. */
function isOneOfMany({ token, line }: Swap, text: string): boolean {
  const about = token.kind === "version" ? subjectOf(line, token) : undefined;
  if (about === undefined) return false;
  const versions = text.split("\n").flatMap((other) => {
    if (other.length > MAX_LINE || !other.toLowerCase().includes(about)) return [];
    return dataTokens(other).filter((one) => one.kind === "version" && subjectOf(other, one) === about);
  });
  return new Set(versions.map((one) => one.text)).size >= MANY;
}

const MANY = 3;

// Another address is the same thing only if it ends the same or shares most of its parts.
function isAlike({ kind, text }: DataToken, other: DataToken): boolean {
  if (kind === "version") return isLower(text, other.text);
  if (kind !== "url") return true;
  // Only examples go back to http.
  if (text.replace(/^https:/, "http:") === other.text) return false;
  // Programs on one machine use different ports on purpose.
  if (/^https?:\/\/(?:localhost|127\.|0\.0\.0\.0)/.test(text)) return false;
  const [old, now] = [partsBelowHost(text), partsBelowHost(other.text)];
  if (old.length === 0 || old.at(-1) === now.at(-1)) return true;
  return old.filter((part) => now.includes(part)).length * 2 > Math.max(old.length, now.length);
}

/** Whether a version is older. Going back is a decision for one place. */
function isLower(old: string, now: string): boolean {
  const [a, b] = [old, now].map((text) => text.match(/\d+/g)?.map(Number) ?? []);
  for (const [at, part] of (a ?? []).entries()) if (part !== b?.[at]) return part < (b?.[at] ?? 0);
  return old.replace(/^v/, "") !== now.replace(/^v/, "");
}

function partsBelowHost(url: string): string[] {
  return url
    .replace(/^https?:\/\/[^/]*/, "")
    .split(/[/?#=&]/)
    .filter((part) => part !== "");
}

function short({ text }: { text: string }): boolean {
  return text.length <= MAX_LINE;
}

function isImport(line: string): boolean {
  return /^\s*(?:import|from|require|include|use|mod|#\s*include|@import)\b/.test(line);
}

async function findLeftovers(index: ChangeIndex, swap: Swap): Promise<Leftover[]> {
  const mentions = await index.head.findText(swap.token.text);
  const same = mentions.filter((mention) => isSame(mention, swap));
  const found: Leftover[] = [];
  for (const one of await leftovers(index, same)) {
    if (counts(one, swap) && !(await wasGenerated(index, one))) found.push(one);
  }
  return found;
}

/** Whether a program had written the file before the change. A mark that the change adds says nothing. */
async function wasGenerated(index: ChangeIndex, { path, role }: Leftover): Promise<boolean> {
  return role !== "doc" && isGenerated((await index.base.tree.read(path)) ?? "");
}

function report({ swaps, found }: Half, base: PathSet): CheckHit {
  const [{ token, now, path }] = swaps;
  // Another version or address may be intended. A file that was there and is gone is not.
  const wasFile = token.kind === "file" && base.countNamed(token.text) > 0;
  const severity = wasFile ? severityOf(found) : check.severity;
  const others = swaps.slice(1).map((swap) => `\`${swap.token.text}\` (now \`${swap.now}\`)`);
  return {
    check: check.id,
    severity,
    class: "regression",
    title: `\`${token.text}\` became \`${now}\` in ${path}, but ${describeStillNaming(found, "say")} \`${token.text}\``,
    explanation: [
      `The change replaces the ${WORDS[token.kind]} \`${token.text}\` by \`${now}\` in \`${path}\`.`,
      ...(wasFile ? ["A file of the old name was there before the change and is gone."] : []),
      "Lines elsewhere still have the old one.",
      ...(others.length > 0 ? [`Also left: ${listSome(others, MAX_NAMED)}.`] : []),
    ].join(" "),
    fix: `Write \`${now}\` there too, if the same thing is meant.`,
    places: leftoverPlaces(found),
    weight: severity === "important" ? 0.65 : 0.6,
  };
}

const MAX_NAMED = 5;

const WORDS = { url: "address", digest: "digest", version: "version", file: "file name", port: "port" } as const;

function isSame({ path, text }: Mention, swap: Swap): boolean {
  const { token, line } = swap;
  if (isImport(text)) return false;
  const there = dataTokens(text).find((one) => one.kind === token.kind && one.text === token.text);
  if (there === undefined) return false;
  if (token.kind === "url") return true;
  if (token.kind === "digest") return path === swap.path || isSameDigest({ line, token }, { line: text, token: there });
  if (token.kind === "file" && (hasStem(text, token.text) || hasStem(swap.nowLine, swap.now))) return false;
  if (token.kind === "version") {
    // Manifests pin versions independently.
    if (isManifest(path) || actionOf(line) !== actionOf(text)) return false;
    const about = subjectOf(line, token);
    return about !== undefined && about === subjectOf(text, there);
  }
  const about = new Set(subjects(line));
  return subjects(text).some((word) => about.has(word));
}

/** The action whose version stands behind its digest: `uses: actions/cache@… # v4.2.0`. */
function actionOf(line: string): string | undefined {
  return /\buses:\s*([^\s@]+)@/.exec(line)?.[1];
}

interface Placed {
  readonly line: string;
  readonly token: DataToken;
}

/** Whether digests on two lines are of the same thing: what stands before `@`, otherwise the subject. */
function isSameDigest(one: Placed, other: Placed): boolean {
  const [owner, same] = [ownerOf(one), ownerOf(other)];
  if (owner !== undefined && same !== undefined) return owner === same;
  const about = subjectOf(one.line, one.token);
  return about !== undefined && about === subjectOf(other.line, other.token);
}

/** What a digest pins, without its tag: `actions/cache/save` of `actions/cache/save@…`, `orders` of `orders:1.2@sha256:…`. */
function ownerOf({ line, token }: Placed): string | undefined {
  if (line.charAt(token.at - 1) !== "@") return undefined;
  const [owner = ""] = /[^\s"'`=@(),]*$/.exec(line.slice(0, token.at - 1)) ?? [];
  const name = owner.replace(/^docker:\/\//, "").replace(/:[^/:]*$/, "");
  return name === "" ? undefined : name.toLowerCase();
}

/** Whether a line also says elsewhere what its file is named after: each such line has a file of its own. */
function hasStem(line: string, file: string): boolean {
  const [stem = ""] = file.replace(/^\.+/, "").split(".");
  const words = identifierWords(stem).join(" ");
  return words !== "" && ` ${identifierWords(line.replaceAll(file, " ")).join(" ")} `.includes(` ${words} `);
}

function isManifest(path: string): boolean {
  return /(?:^|\/)(?:go\.mod|go\.work|package\.json|cargo\.toml|pyproject\.toml|setup\.(?:py|cfg)|[\w-]*requirements[\w-]*\.(?:txt|in)|pom\.xml|build\.gradle(?:\.kts)?|libs\.versions\.toml|gemfile|[\w.-]+\.(?:gemspec|csproj|props)|composer\.json|pnpm-workspace\.yaml|\.pre-commit-config\.yaml)$/i.test(
    path,
  );
}

// Such a version is a limit or a date, and stays.
const BOUND =
  /[<>^~]|\b(?:at least|minimum|min|requires?|or later|or newer|and up|since|until|before|after|starting|downgrade|upgrade|introduced|added|fixed)\b/i;

// Versions, ports and file names in tests are mostly invented.
function counts({ role, where, text }: Leftover, { token }: Swap): boolean {
  if (role === "test") return token.kind === "url" || token.kind === "digest";
  if (token.kind === "version") return !BOUND.test(text);
  return token.kind !== "file" || where !== "code";
}
