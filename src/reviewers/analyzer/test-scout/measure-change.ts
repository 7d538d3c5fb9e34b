import type { ChangedFile } from "#model/scope.ts";
import type { ChangeIndex, FileFacts } from "#model/change/change-index.ts";
import { firstTestLine } from "./test-mentions.ts";

/** A production file with lines that the change added. */
export interface ProductionFile {
  readonly path: string;
  /** Where it stood before; absent for a new file. */
  readonly basePath?: string;
  readonly facts: FileFacts;
  readonly added: ReadonlySet<number>;
  /** Added lines that hold code outside tests. */
  readonly codeLines: number;
}

/** What the change added, and to which kinds of file. */
export interface ChangeMeasure {
  readonly production: readonly ProductionFile[];
  readonly codeLines: number;
  /** Files whose tests the change adds lines to. */
  readonly tests: readonly string[];
}

/** Counts what the change adds. Comments, blank lines and files without functions are no production code. */
export async function measureChange(index: ChangeIndex, signal: AbortSignal): Promise<ChangeMeasure> {
  const production: ProductionFile[] = [];
  const tests: string[] = [];
  for (const { file } of index.change.diffs) {
    signal.throwIfAborted();
    if (file.listed !== undefined || file.change === "deleted") continue;
    const added = index.addedLines(file.path);
    const facts = added.size === 0 ? undefined : await index.head.facts(file.path);
    if (facts?.role === "test") tests.push(file.path);
    if (facts?.role !== "source" || SIDE_FOLDER.test(file.path)) continue;
    const border = await firstTestLine(index.head, file.path, facts);
    if ([...added].some((line) => line >= border)) tests.push(file.path);
    if (!facts.definitions.some(({ kind }) => kind === "function" || kind === "method")) continue;
    const codeLines = countCode(
      facts,
      [...added].filter((line) => line < border),
    );
    if (codeLines > 0) production.push({ path: file.path, ...basePathOf(file), facts, added, codeLines });
  }
  return { production, tests, codeLines: production.reduce((sum, file) => sum + file.codeLines, 0) };
}

/** Examples, demos and benches are programs that nobody tests; migrations run once. */
const SIDE_FOLDER =
  /(?:^|\/)(?:examples?|_examples|samples?|demos?|bench(?:es|marks?)?|playground|docs?|migrations?|scripts?|tools|hack)\//i;

function basePathOf({ path, oldPath, change }: ChangedFile): { basePath?: string } {
  return change === "added" ? {} : { basePath: oldPath ?? path };
}

/** Lines on which a word of code stands. */
function countCode({ words }: FileFacts, added: readonly number[]): number {
  const code = new Set([...words.values()].flat());
  return added.filter((line) => code.has(line)).length;
}
