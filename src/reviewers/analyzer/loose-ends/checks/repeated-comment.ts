import type { Check, CheckHit } from "#model/change/analyzer.ts";
import type { ChangeIndex, FileFacts } from "#model/change/change-index.ts";
import type { CheckRunner } from "../../check-runner.ts";

const check: Check = {
  id: "loose-ends/repeated-comment",
  title: "The same comment lines occur twice, close together",
  about:
    "Three or more lines of a comment occur twice within a few lines of one file without code between them, and the change added one of them. Usually a merge or a copy left them behind.",
  severity: "suggestion",
  catches: `src/queue.ts
 // Orders are taken in the order of their arrival,
 // because the store hands out numbers only once
 // and a number that is skipped is lost.
+// Orders are taken in the order of their arrival,
+// because the store hands out numbers only once
+// and a number that is skipped is lost.
 export const queue = [];`,
  ignores: `src/queue.ts
 // Orders are taken in the order of their arrival.
 export const queue = [];
+// Orders are taken in the order of their arrival.
+export const second = [];`,
};

/** Comment lines that the change repeated. */
export const repeatedComment: CheckRunner = { check, find };

const RUN = 3;
// Lines with fewer letters are rules, brackets and ends of sentences.
const MIN_LETTERS = 20;
// Further apart, a long comment repeats itself on purpose.
const NEAR = 12;

async function find(index: ChangeIndex, signal: AbortSignal): Promise<CheckHit[]> {
  const hits: CheckHit[] = [];
  for (const { file } of index.change.diffs) {
    signal.throwIfAborted();
    const added = index.addedLines(file.path);
    if (added.size < RUN || file.listed !== undefined) continue;
    const facts = await index.head.facts(file.path);
    const text = facts === undefined ? undefined : await index.head.tree.read(file.path);
    if (facts === undefined || text === undefined || facts.role !== "source") continue;
    const hit = checkFile({ path: file.path, lines: text.split("\n"), facts, added });
    if (hit !== undefined) hits.push(hit);
  }
  return hits;
}

interface CheckedFile {
  readonly path: string;
  readonly lines: readonly string[];
  readonly facts: FileFacts;
  readonly added: ReadonlySet<number>;
}

function checkFile({ path, lines, facts, added }: CheckedFile): CheckHit | undefined {
  const comment = new Set<number>();
  for (const { start, end } of facts.comments) for (let line = start; line <= end; line++) comment.add(line);
  const seen = new Map<string, number>();
  for (const start of [...comment].sort((a, b) => a - b)) {
    const numbers = [start, start + 1, start + 2];
    if (!numbers.every((line) => comment.has(line))) continue;
    const quote = numbers.map((line) => lines[line - 1] ?? "").join("\n");
    const key = quote.replace(/\s+/g, " ");
    const first = seen.get(key);
    seen.set(key, start);
    if (first === undefined || start - first < RUN || start - first > NEAR || !isProse(quote)) continue;
    // With code between them, each belongs to its own: `read` and `readAsync` may have the same comment.
    if (hasCode(lines, comment, { from: first + RUN, to: start - 1 })) continue;
    const wasAdded = [start, first].some((at) => [at, at + 1, at + 2].every((line) => added.has(line)));
    if (wasAdded) return report(path, { first, second: start, quote });
  }
  return undefined;
}

function hasCode(lines: readonly string[], comment: ReadonlySet<number>, { from, to }: Between): boolean {
  for (let line = from; line <= to; line++) {
    if (!comment.has(line) && (lines[line - 1] ?? "").trim() !== "") return true;
  }
  return false;
}

interface Between {
  readonly from: number;
  readonly to: number;
}

// Examples and tables repeat lines on purpose. Empty lines and brackets do not count.
function isProse(text: string): boolean {
  const marks = text.match(/[(){}[\];=<>|@$]/g)?.length ?? 0;
  return marks <= 2 && text.split("\n").every((line) => line.replace(/[^\p{L}]/gu, "").length >= MIN_LETTERS);
}

function report(path: string, { first, second, quote }: { first: number; second: number; quote: string }): CheckHit {
  return {
    check: check.id,
    severity: check.severity,
    class: "regression",
    title: `The same comment lines occur twice in ${path}`,
    explanation: `Lines ${first} to ${first + RUN - 1} and ${second} to ${second + RUN - 1} are the same comment.`,
    fix: "Remove one of them.",
    places: [
      { location: { path, start: second, end: second + RUN - 1 }, quote },
      { location: { path, start: first, end: first + RUN - 1 }, quote, note: "the first time", evidence: true },
    ],
    weight: 0.6,
  };
}
