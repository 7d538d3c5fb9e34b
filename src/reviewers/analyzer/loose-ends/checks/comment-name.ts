import type { Check, CheckHit, CheckPlace } from "#model/change/analyzer.ts";
import type { ChangeIndex, Definition } from "#model/change/change-index.ts";
import type { FileDiff } from "#model/change/change.ts";
import { type CheckRunner, hitAt } from "../../check-runner.ts";
import { diffLinesOf } from "../text/diff-lines.ts";
import { isCompound } from "../text/identifiers.ts";

const check: Check = {
  id: "loose-ends/comment-name",
  title: "A doc comment begins with the name of something else",
  about:
    "In Go the comment above a definition begins with its name. Here it begins with another name, as happens when a definition is renamed or copied.",
  severity: "suggestion",
  languages: ["go"],
  catches: `queue.go
 package queue
 
 // takeOrder takes the first order.
 func takeOrder() int { return 1 }
+
+// takeOrder takes the last order.
+func dropOrder() int { return 2 }`,
  ignores: `queue.go
 package queue
 
 // takeOrder takes the first order.
 func takeOrder() int { return 1 }
+
+// Like takeOrder, from the other end.
+func dropOrder() int { return 2 }`,
};

/** Doc comments of Go that name something other than what follows. */
export const commentName: CheckRunner = { check, find };

async function find(index: ChangeIndex, signal: AbortSignal): Promise<CheckHit[]> {
  const hits: CheckHit[] = [];
  for (const diff of index.change.diffs) {
    signal.throwIfAborted();
    if (diff.file.listed === undefined && diff.file.path.endsWith(".go")) hits.push(...(await checkFile(index, diff)));
  }
  return hits;
}

async function checkFile(index: ChangeIndex, diff: FileDiff): Promise<CheckHit[]> {
  const { file } = diff;
  const added = index.addedLines(file.path);
  const facts = added.size === 0 ? undefined : await index.head.facts(file.path);
  const lines = facts === undefined ? undefined : (await index.head.tree.read(file.path))?.split("\n");
  if (facts === undefined || lines === undefined || facts.role === "data") return [];
  const before = new Set(diffLinesOf(diff, "removed").flatMap(({ text }) => text.match(/\w+/g) ?? []));
  const names = new Set(facts.definitions.map(({ name }) => name));
  const found = facts.definitions.flatMap((definition): Found[] => {
    const top = topOfComment(lines, definition.start);
    const wrong = top === undefined ? undefined : wrongName(lines[top - 1] ?? "", definition, names);
    if (top === undefined || wrong === undefined) return [];
    // Only what this change wrote: the comment's first line, or a definition that replaces one of that name.
    if (!added.has(top) && !(added.has(definition.start) && before.has(wrong))) return [];
    const location = { path: file.path, start: top, end: definition.start };
    return [{ definition, wrong, place: { location, quote: lines.slice(top - 1, definition.start).join("\n") } }];
  });
  return report(file.path, found);
}

/** The first line of the comment that ends right above the definition. */
function topOfComment(lines: readonly string[], start: number): number | undefined {
  let top = start;
  while (top > 1 && /^\s*\/\/(?!go:|nolint|\s*\+)/.test(lines[top - 2] ?? "")) top--;
  return top === start ? undefined : top;
}

function wrongName(line: string, { name, kind }: Definition, names: ReadonlySet<string>): string | undefined {
  if (kind === "field" || kind === "variable" || kind === "module" || name === "_") return undefined;
  const first = /^\s*\/\/\s?(\w+)(?![\w-])(?!\s*[:=,])/.exec(line)?.[1];
  if (first === undefined || first.toLowerCase() === name.toLowerCase()) return undefined;
  // A test may begin with what it tests.
  const test = /^(?:Test|Benchmark|Example|Fuzz)(?=[A-Z_])/.exec(name)?.[0];
  if (test !== undefined && !first.startsWith(test)) return undefined;
  // A letter before a name switches it off: `TTestOrders`.
  if (name.endsWith(first) && name.length - first.length <= 2) return undefined;
  if (name.startsWith(first) || first.startsWith(name))
    return names.has(first) && isCompound(first) ? first : undefined;
  return isCompound(first) && /^[A-Za-z]/.test(first) && looksLikeSubject(line) ? first : undefined;
}

// "fooBar returns …", "fooBar is …": a verb in the third person follows the name.
function looksLikeSubject(line: string): boolean {
  return /^\s*\/\/\s?\w+ (?:\w+s|can|will|may|must|represents|does|has|is|are|was)\b/.test(line);
}

interface Found {
  readonly definition: Definition;
  readonly wrong: string;
  readonly place: CheckPlace;
}

function report(path: string, found: readonly Found[]): CheckHit[] {
  const [first] = found;
  if (first === undefined) return [];
  const pairs = found.map(
    ({ definition, wrong }) => `\`${definition.name}\` has a comment that begins with \`${wrong}\``,
  );
  return hitAt(check, {
    title:
      found.length === 1
        ? `The comment above \`${first.definition.name}\` begins with \`${first.wrong}\``
        : `${found.length} doc comments in ${path} begin with the name of something else`,
    explanation: `${pairs.join("; ")}. It was probably copied, or left behind by a rename.`,
    fix: "Begin the comment with the name of its definition, and check that the rest is about it.",
    places: found.map(({ place }) => place),
    weight: 0.8,
  });
}
