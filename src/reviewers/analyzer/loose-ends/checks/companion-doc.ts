import type { Check, CheckHit, CheckPlace } from "#model/change/analyzer.ts";
import type { ChangeIndex } from "#model/change/change-index.ts";
import { leftoverPlace } from "../leftovers.ts";
import type { CheckRunner } from "../../check-runner.ts";
import { diffLinesOf } from "../text/diff-lines.ts";
import { isHistory } from "../text/history.ts";

const check: Check = {
  id: "loose-ends/companion-doc",
  title: "A document that usually changes with this file was not changed",
  about:
    "In at least four commits, and at least 70 % of those that touched this file, the document changed with it. This time it did not.",
  severity: "suggestion",
  changeOnly: true,
  catches: `history
 src/flags.ts docs/flags.md
 src/flags.ts docs/flags.md
 src/flags.ts docs/flags.md
 src/flags.ts docs/flags.md
 src/flags.ts
docs/flags.md
 The flags.
src/flags.ts
 export const flags = [
+  "colour",
+  "width",
+  "height",
 ];`,
  ignores: `history
 src/flags.ts docs/flags.md
 src/flags.ts docs/flags.md
 src/flags.ts docs/flags.md
 src/flags.ts
docs/flags.md
 The flags.
src/flags.ts
 export const flags = [
+  "colour",
+  "width",
+  "height",
 ];`,
};

/** Documents that usually change with a changed file. Only documents, because pairs of code files are noise. */
export const companionDoc: CheckRunner = { check, find };

const MIN_SUPPORT = 4;
// At one half, one in three such documents was unrelated.
const MIN_CONFIDENCE = 0.7;
// Smaller changes rarely affect a document, and sweeps through many files even less.
const MIN_LINES = 3;
const MAX_FILES = 20;

// The README changes with everything.
function isFrontPage(path: string): boolean {
  return /^readme[^/]*$/i.test(path);
}

interface CoChange {
  readonly code: string;
  readonly together: number;
  readonly commits: number;
}

async function find(index: ChangeIndex, signal: AbortSignal): Promise<CheckHit[]> {
  if (index.change.scope.files.length > MAX_FILES) return [];
  const touched = new Set(index.change.scope.files.map(({ path }) => path));
  const there = new Set(index.head.tree.files.map(({ path }) => path));
  const coChanges = new Map<string, CoChange[]>();
  for (const diff of index.change.diffs) {
    signal.throwIfAborted();
    const { path, change, listed } = diff.file;
    if (change !== "modified" || listed !== undefined || diffLinesOf(diff, "added").length < MIN_LINES) continue;
    if ((await index.head.facts(path))?.role !== "source") continue;
    for (const { path: doc, together, commits } of await index.coChanges(path)) {
      if (together < MIN_SUPPORT || together / commits < MIN_CONFIDENCE) continue;
      if (touched.has(doc) || !there.has(doc) || isHistory(doc) || isFrontPage(doc)) continue;
      if ((await index.head.facts(doc))?.role !== "doc") continue;
      coChanges.set(doc, [...(coChanges.get(doc) ?? []), { code: path, together, commits }]);
    }
  }
  const all = [...coChanges].sort(([, a], [, b]) => confidence(b) - confidence(a));
  const [strongest] = all;
  return strongest === undefined ? [] : report(index, ...strongest);
}

function confidence(coChanges: readonly CoChange[]): number {
  return Math.max(...coChanges.map(({ together, commits }) => together / commits));
}

async function report(index: ChangeIndex, doc: string, coChanges: readonly CoChange[]): Promise<CheckHit[]> {
  const [strongest] = [...coChanges].sort((a, b) => b.together / b.commits - a.together / a.commits);
  if (strongest === undefined) return [];
  const { code, together, commits } = strongest;
  const line = Math.min(...index.addedLines(code));
  const places = [await quoteLine(index, code, line), { ...(await quoteLine(index, doc)), evidence: true }] as const;
  return [
    {
      check: check.id,
      severity: check.severity,
      class: "gap",
      title: `${doc} usually changes with ${code}, but not this time`,
      explanation: `Of the last ${commits} commits that touched \`${code}\`, ${together} also changed \`${doc}\`. This change leaves the document as it was.`,
      fix: `Check whether \`${doc}\` is still correct.`,
      places,
      weight: 0.4 + 0.2 * (together / commits),
    },
  ];
}

async function quoteLine(index: ChangeIndex, path: string, line?: number): Promise<CheckPlace> {
  const lines = ((await index.head.tree.read(path)) ?? "").split("\n").map((text) => text.replace(/\r$/, ""));
  const at = line ?? Math.max(1, lines.findIndex((text) => text.trim() !== "") + 1);
  return leftoverPlace({ path, line: at, text: lines[at - 1] ?? "" });
}
