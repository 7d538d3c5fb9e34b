import type { ChangeIndex, Definition, FileFacts } from "#model/change/change-index.ts";
import type { Change, DiffLine, FileDiff } from "#model/change/change.ts";
import { firstTestLine } from "./test-mentions.ts";

/** A production file with lines that the change added. */
export interface ProductionFile {
  readonly path: string;
  /** Where it stood before; absent for a new file. */
  readonly basePath?: string;
  readonly facts: FileFacts;
  readonly added: ReadonlySet<number>;
  /** The added lines that hold code outside tests. Lines that the change only moved are left out. */
  readonly fresh: readonly number[];
}

/** What the change added, and to which kinds of file. */
export interface ChangeMeasure {
  readonly production: readonly ProductionFile[];
  /** Files with new code of which nobody knows what functions they have. */
  readonly unparsed: readonly string[];
  /** Fresh lines of code of all production files. */
  readonly codeLines: number;
  /** Files whose tests the change adds lines to. */
  readonly tests: readonly string[];
  /** Lines that the change takes out of tests. */
  readonly testLinesRemoved: number;
  /** Branches that production code has after the change and had not before. Code that was only cut up has no more. */
  readonly branchesGained: number;
}

/** Counts what the change adds. Comments, blank lines and files without functions are no production code. */
export async function measureChange(index: ChangeIndex, signal: AbortSignal): Promise<ChangeMeasure> {
  const production: ProductionFile[] = [];
  const tests: string[] = [];
  const unparsed: string[] = [];
  let testLinesRemoved = 0;
  let branchesGained = 0;
  const gone = removedTexts(index.change);
  for (const diff of index.change.diffs) {
    signal.throwIfAborted();
    const { path, listed, change } = diff.file;
    testLinesRemoved += await countRemovedTests(index, diff);
    if (listed === undefined) branchesGained += await countBranches(index, diff);
    const added = index.addedLines(path);
    if (listed !== undefined || change === "deleted" || added.size === 0) continue;
    const facts = await index.head.facts(path);
    if (facts?.role === "test") tests.push(path);
    if (facts?.role !== "source" || SIDE_FOLDER.test(path)) continue;
    const border = await firstTestLine(index.head, path, facts);
    if ([...added].some((line) => line >= border)) tests.push(path);
    const fresh = freshLines(diff, facts, gone).filter((line) => line < border);
    if (fresh.length > 0 && facts.isUnparsed === true) unparsed.push(path);
    if (fresh.length > 0 && facts.definitions.some(isFunction)) {
      production.push({ path, ...basePathOf(diff), facts, added, fresh });
    }
  }
  const codeLines = production.reduce((sum, { fresh }) => sum + fresh.length, 0);
  return { production, unparsed, tests, codeLines, testLinesRemoved, branchesGained };
}

/** Examples, demos, benches and build programs are not tested; migrations run once; vendored code has its tests elsewhere. */
const SIDE_FOLDER =
  /(?:^|\/)(?:examples?|_examples|samples?|demos?|bench(?:es|marks?)?|playground|docs?|[\w-]*migrations?|scripts?|tools|hack|_?vendor)\/|^(?:build|ci|\.\w+|contrib|packaging|release)\//i;

function basePathOf({ file }: FileDiff): { basePath?: string } {
  return file.change === "added" ? {} : { basePath: file.oldPath ?? file.path };
}

function linesOf({ hunks }: FileDiff, kind: DiffLine["kind"]): DiffLine[] {
  return hunks.flatMap(({ lines }) => lines.filter((line) => line.kind === kind));
}

async function countRemovedTests({ base }: ChangeIndex, diff: FileDiff): Promise<number> {
  const removed = linesOf(diff, "removed").length;
  if (removed === 0) return 0;
  const facts = await base.facts(diff.file.oldPath ?? diff.file.path);
  return facts?.role === "test" ? removed : 0;
}

async function countBranches({ base, head }: ChangeIndex, { file }: FileDiff): Promise<number> {
  const before = file.change === "added" || file.change === "copied" ? undefined : (file.oldPath ?? file.path);
  const old = before === undefined ? undefined : await base.facts(before);
  const now = file.change === "deleted" ? undefined : await head.facts(file.path);
  return branchesOf(now) - branchesOf(old);
}

function branchesOf(facts: FileFacts | undefined): number {
  if (facts?.role !== "source") return 0;
  return outermost(facts.definitions).reduce((sum, { branches = 0 }) => sum + branches, 0);
}

function removedTexts({ diffs }: Change): ReadonlySet<string> {
  return new Set(diffs.flatMap((diff) => linesOf(diff, "removed").map(({ text }) => text.trim())));
}

/** Added lines on which a word of code stands, and whose text the change took away nowhere. */
function freshLines(diff: FileDiff, { words }: FileFacts, gone: ReadonlySet<string>): number[] {
  const code = new Set([...words.values()].flat());
  return linesOf(diff, "added").flatMap(({ text, new: line }) =>
    line !== undefined && code.has(line) && !gone.has(text.trim()) ? [line] : [],
  );
}

/** The functions that stand in no other function: inner ones are run by the outer one. */
export function outermost(definitions: readonly Definition[]): Definition[] {
  const kept: Definition[] = [];
  // By start, the longer first, so that an outer function comes before what it holds.
  for (const definition of definitions.filter(isFunction).sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = kept.at(-1);
    if (last === undefined || definition.end > last.end) kept.push(definition);
  }
  return kept;
}

/** True for functions and methods. */
export function isFunction({ kind }: Definition): boolean {
  return kind === "function" || kind === "method";
}
