import type { Check, CheckHit } from "#model/change/analyzer.ts";
import type { ChangeIndex, Mention } from "#model/change/change-index.ts";
import type { FileDiff } from "#model/change/change.ts";
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
import { PathSet } from "../text/path-set.ts";
import { isHistory } from "../text/history.ts";

const check: Check = {
  id: "loose-ends/half-replaced",
  title: "A value was replaced in one place but not in another",
  about:
    "The change replaces an address, a digest, a version, a port or a file name in a line that otherwise stays the same. Elsewhere a line about the same thing still has the old value.",
  severity: "suggestion",
  worst: "important",
  changeOnly: true,
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
}

async function find(index: ChangeIndex, signal: AbortSignal): Promise<CheckHit[]> {
  const swaps = await collectSwaps(index, signal);
  if (swaps.length === 0) return [];
  const added = new Set<string>();
  for (const diff of index.change.diffs) {
    for (const { text } of diffLinesOf(diff, "added")) for (const token of dataTokens(text)) added.add(token.text);
  }
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
  return groups.map(report);
}

/** Values that were replaced together and also occur together elsewhere, such as a version and its digest. */
interface Half {
  readonly swaps: readonly [Swap, ...Swap[]];
  readonly found: readonly Leftover[];
}

function belongsTo({ swaps, found }: Half, { path }: Swap, others: readonly Leftover[]): boolean {
  return swaps[0].path === path && others.every((other) => found.some((one) => areNear(one, other)));
}

function areNear(a: Leftover, b: Leftover): boolean {
  return a.path === b.path && Math.abs(a.line - b.line) <= 3;
}

async function collectSwaps(index: ChangeIndex, signal: AbortSignal): Promise<Swap[]> {
  const swaps = new Map<string, Swap>();
  for (const diff of index.change.diffs) {
    signal.throwIfAborted();
    if (diff.file.listed !== undefined || isHistory(diff.file.path)) continue;
    const found = swapsOf(diff);
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
    for (const { text } of removed.filter(short)) {
      const tokens = dataTokens(text);
      const twin = tokens.length === 0 || isImport(text) ? undefined : after.get(mask(text));
      if (twin === undefined) continue;
      const now = dataTokens(twin);
      for (const [at, token] of tokens.entries()) {
        const other = now[at];
        if (other === undefined || other.text === token.text || !isAlike(token, other)) continue;
        swaps.push({ token, now: other.text, path: diff.file.path, line: text });
      }
    }
  }
  return swaps;
}

// Another address is the same thing only if it ends the same or shares most of its parts.
function isAlike({ kind, text }: DataToken, other: DataToken): boolean {
  if (kind === "version") return text.replace(/^v/, "") !== other.text.replace(/^v/, "");
  if (kind !== "url") return true;
  // Programs on one machine use different ports on purpose.
  if (/^https?:\/\/(?:localhost|127\.|0\.0\.0\.0)/.test(text)) return false;
  const [old, now] = [partsBelowHost(text), partsBelowHost(other.text)];
  if (old.length === 0 || old.at(-1) === now.at(-1)) return true;
  return old.filter((part) => now.includes(part)).length * 2 > Math.max(old.length, now.length);
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
  return (await leftovers(index, same)).filter((one) => counts(one, swap));
}

function report({ swaps, found }: Half): CheckHit {
  const [{ token, now, path }] = swaps;
  // Another version or address may be intended. A file that nobody writes any more is not.
  const severity = token.kind === "file" ? severityOf(found) : check.severity;
  const others = swaps
    .slice(1)
    .map((swap) => ` So does the ${WORDS[swap.token.kind]} \`${swap.token.text}\`, which became \`${swap.now}\`.`);
  return {
    check: check.id,
    severity,
    class: "regression",
    title: `\`${token.text}\` became \`${now}\` in ${path}, but ${describeStillNaming(found, "say")} \`${token.text}\``,
    explanation: `The change replaces the ${WORDS[token.kind]} \`${token.text}\` by \`${now}\`. A line about the same thing still has the old one.${others.join("")}`,
    fix: `Write \`${now}\` there too, or explain why it differs.`,
    places: leftoverPlaces(found),
    weight: severity === "important" ? 0.65 : 0.6,
  };
}

const WORDS = { url: "address", digest: "digest", version: "version", file: "file name", port: "port" } as const;

function isSame({ path, text }: Mention, swap: Swap): boolean {
  const { token, line } = swap;
  if (isImport(text)) return false;
  const there = dataTokens(text).find((one) => one.kind === token.kind && one.text === token.text);
  if (there === undefined) return false;
  if (token.kind === "url" || token.kind === "digest") return true;
  if (token.kind === "version") {
    // Manifests pin versions independently.
    if (isManifest(path)) return false;
    const about = subjectOf(line, token);
    return about !== undefined && about === subjectOf(text, there);
  }
  const about = new Set(subjects(line));
  return subjects(text).some((word) => about.has(word));
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
