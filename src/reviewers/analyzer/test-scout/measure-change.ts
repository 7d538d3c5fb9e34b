import type { ChangeIndex, Definition, FileFacts } from "#model/change/change-index.ts";
import type { Change, DiffLine, FileDiff } from "#model/change/change.ts";
import { firstTestLine } from "./test-mentions.ts";

/** A production file with lines that the change added. */
export interface ProductionFile {
  readonly path: string;
  /** Its path at the base; absent for a new file. */
  readonly basePath?: string;
  readonly facts: FileFacts;
  readonly added: ReadonlySet<number>;
  /** Added lines with code outside tests, without lines that were only moved. */
  readonly fresh: readonly number[];
}

/** What the change adds, by kind of file. */
export interface ChangeMeasure {
  readonly production: readonly ProductionFile[];
  /** Files with new code whose functions are unknown. */
  readonly unparsed: readonly string[];
  /** Fresh lines of code of all production files. */
  readonly codeLines: number;
  /** Files with added lines in tests. */
  readonly tests: readonly string[];
  /** Lines that the change removes from tests. */
  readonly testLinesRemoved: number;
  /** The increase of branches in production code. Code that was only split up gains none. */
  readonly branchesGained: number;
}

/** Counts what the change adds. Comments, blank lines and files without functions do not count as production code. */
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
      production.push({
        path,
        basePath: change === "added" ? undefined : (diff.file.oldPath ?? path),
        facts,
        added,
        fresh,
      });
    }
  }
  const codeLines = production.reduce((sum, { fresh }) => sum + fresh.length, 0);
  return { production, unparsed, tests, codeLines, testLinesRemoved, branchesGained };
}

/** Examples, demos, benchmarks and build scripts need no tests, migrations run once, vendored code is tested elsewhere. */
const SIDE_FOLDER =
  /(?:^|\/)(?:examples?|_examples|samples?|demos?|bench(?:es|marks?)?|playground|docs?|[\w-]*migrations?|scripts?|tools|hack|_?vendor)\/|^(?:build|ci|\.\w+|contrib|packaging|release)\//i;

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

/** Added lines with code whose text the change removed nowhere. */
function freshLines(diff: FileDiff, { words }: FileFacts, gone: ReadonlySet<string>): number[] {
  const code = new Set([...words.values()].flat());
  return linesOf(diff, "added").flatMap(({ text, new: line }) =>
    line !== undefined && code.has(line) && !gone.has(text.trim()) ? [line] : [],
  );
}

/** The functions that are not nested in others. */
export function outermost(definitions: readonly Definition[]): Definition[] {
  const kept: Definition[] = [];
  // By start, the longer first, so that an outer function comes before what it holds.
  for (const definition of definitions.filter(isFunction).sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = kept.at(-1);
    if (last === undefined || definition.end > last.end) kept.push(definition);
  }
  return kept;
}

export function isFunction({ kind }: Definition): boolean {
  return kind === "function" || kind === "method";
}
