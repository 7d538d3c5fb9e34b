import type { Check, CheckHit } from "#model/change/analyzer.ts";
import type { ChangeIndex } from "#model/change/change-index.ts";
import { leftoverPlace } from "../leftovers.ts";
import { type CheckRunner, hitAt } from "../../check-runner.ts";
import { diffLinesOf } from "../text/diff-lines.ts";
import { isHistory, isAboutPast } from "../text/history.ts";
import { joinPath, folderOf, PathSet } from "../text/path-set.ts";
import { isExamplePath, pathsIn } from "../text/paths-in-text.ts";
import { addedProse, type ProseLine } from "../text/prose.ts";

const check: Check = {
  id: "loose-ends/missing-path",
  title: "A new comment or document names a file that does not exist",
  about:
    "A line that the change adds to a comment or a document names a file of this repository, by a folder that exists, but there is no such file.",
  severity: "suggestion",
  catches: `src/orders/queue.ts
 export const size = 3;
src/send.ts
+// The order is kept, see src/orders/sequence.ts.
 export const send = 1;`,
  ignores: `src/orders/queue.ts
 export const size = 3;
src/send.ts
+// The order is kept, see orders/queue.ts and https://example.org/src/orders/sequence.ts.
 export const send = 1;`,
};

/** Paths on added lines of comments and documents that do not exist. */
export const missingPath: CheckRunner = { check, find };

// Other files are often written by the program or its users.
const WRITTEN_BY_HAND =
  /\.(?:go|tsx?|mts|cts|jsx?|mjs|cjs|py|pyi|rs|java|kt|rb|cs|c|cc|cpp|h|hpp|php|swift|sh|bash|bats|vue|svelte|mdx?|rst|adoc|proto)$/;

async function find(index: ChangeIndex, signal: AbortSignal): Promise<CheckHit[]> {
  const base = new PathSet(index.base.tree.files.map(({ path }) => path));
  const head = new PathSet(index.head.tree.files.map(({ path }) => path));
  const missing = new Map<string, ProseLine[]>();
  for (const diff of index.change.diffs) {
    signal.throwIfAborted();
    if (isHistory(diff.file.path)) continue;
    // A paragraph that was only rewrapped has nothing new.
    const before = diffLinesOf(diff, "removed")
      .map(({ text }) => text)
      .join("\n");
    for (const line of await addedProse(index, diff)) {
      for (const path of missingOn(line, head)) {
        // The check removed-path reports what the change itself removed.
        if (base.leads(path, line.path) || before.includes(path)) continue;
        missing.set(path, [...(missing.get(path) ?? []), line]);
      }
    }
  }
  return [...missing].flatMap(([path, lines]) => report(path, lines));
}

function missingOn(line: ProseLine, head: PathSet): string[] {
  if (isAboutPast(line.text) || /\b(?:e\.g\.|for example|such as|like|would|will|imagine|suppose)\b/i.test(line.text))
    return [];
  return pathsIn(line.text)
    .map(({ path }) => path)
    .filter((path) => WRITTEN_BY_HAND.test(path) && !isExamplePath(path))
    .filter((path) => isInside(path, line.path, head) && !head.leads(path, line.path) && !head.endsLike(path));
}

// The folder must exist, from the root or from the file. Otherwise the path may belong to another project.
function isInside(path: string, from: string, head: PathSet): boolean {
  return [joinPath("", path), joinPath(folderOf(from), path)].some((full) => {
    const folder = full === undefined ? "" : folderOf(full);
    return folder !== "" && head.isFolder(folder) && folder !== folderOf(from);
  });
}

function report(path: string, lines: readonly ProseLine[]): CheckHit[] {
  return hitAt(check, {
    title: `\`${path}\` does not exist, but a new ${lines[0]?.where === "doc" ? "line of a document" : "comment"} refers to it`,
    explanation: `The change adds a reference to \`${path}\`. No file of the head has this path, from the root or from the referring file, and none ends with it.`,
    fix: "Correct the path, or add the file if it was forgotten.",
    places: lines.map(leftoverPlace),
    weight: 0.7,
  });
}
