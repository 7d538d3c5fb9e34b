import type { CodeAt, CodeBetween, LastChange } from "#model/history/code-facts.ts";
import { InternalError, UserError } from "#util/errors.ts";
import { createGrep } from "../objects/grep.ts";
import { openCommitTree } from "../objects/commit-tree.ts";
import type { ObjectReader } from "../objects/object-reader.ts";
import type { Repository } from "../repository.ts";
import { findCommit } from "../revisions.ts";
import { createCodeAt, isDistinctiveCode } from "./code-at.ts";
import { type Comparison, newestOf, spanWithin } from "./comparison.ts";
import { followLines } from "./follow-lines.ts";
import { readDiffs } from "./read-diffs.ts";
import { readPassage } from "./read-steps.ts";
import type { LineSpan } from "#model/location.ts";
import { mapLines, invertChange } from "./map-lines.ts";

/** Why nothing is known about the code since an earlier head. */
export interface UnknownHead {
  readonly missing: string;
}

/** Where both heads are read from. */
interface CodeSource {
  readonly repository: Repository;
  readonly reader: ObjectReader;
}

/** Compares an earlier head with the new one. The earlier one may be missing, or on an abandoned history. */
export async function openCodeBetween(
  source: CodeSource,
  earlier: string,
  to: CodeAt,
): Promise<CodeBetween | UnknownHead> {
  const { repository } = source;
  const short = earlier.slice(0, 10);
  const from = /^[0-9a-f]{4,64}$/i.test(earlier) ? await findCommit(repository, earlier) : undefined;
  if (from === undefined) return { missing: `commit ${short} is not in this clone` };
  try {
    const [diffs, passage, old] = await Promise.all([
      readDiffs(repository, [{ from, to: to.commit }]),
      readPassage(repository, from, to.commit),
      openSide(source, from),
    ]);
    const [files] = diffs ?? [];
    if (files === undefined) return { missing: `git cannot compare commit ${short} with the new head` };
    const comparison = { repository, passage, files, from: old, to };
    return {
      from: old,
      to,
      isRewritten: passage.isRewritten,
      commits: passage.commits,
      follow: followOnce(comparison),
      lastChange: (path, lines) => lastChange(comparison, path, lines),
    };
  } catch (error) {
    // Git reports missing objects like this. Anything else, such as a stopped round, is not an answer.
    if (!(error instanceof UserError || error instanceof InternalError)) throw error;
    return { missing: `the files of commit ${short} cannot be read in this clone` };
  }
}

async function openSide({ repository, reader }: CodeSource, commit: string): Promise<CodeAt> {
  return createCodeAt(await openCommitTree(repository, reader, commit), createGrep(repository, commit));
}

/** Several problems may be at one place: follow the same lines once. */
function followOnce(comparison: Comparison): CodeBetween["follow"] {
  const known = new Map<string, ReturnType<CodeBetween["follow"]>>();
  return (path, lines) => {
    const key = `${lines?.start}-${lines?.end} ${path}`;
    const followed = known.get(key) ?? followLines(comparison, path, lines);
    known.set(key, followed);
    return followed;
  };
}

/** Finds the last change of lines of the new head. Undefined if there is no such text. */
async function lastChange(between: Comparison, path: string, lines?: LineSpan): Promise<LastChange | undefined> {
  const all = await between.to.readLines(path);
  const span = all === undefined ? undefined : spanWithin(all, lines);
  if (all === undefined || span === undefined) return undefined;
  const file = between.files.find((one) => one.path === path);
  if (file === undefined) return { isAfter: false };
  const isNew = file.status === "A" || file.status === "C" || file.status === "T";
  const mapped =
    isNew || file.runs === undefined ? undefined : mapLines(span, invertChange(file.runs), lines === undefined);
  if (mapped?.isTouched === false) return { isAfter: false };
  const text = all.slice(span.start - 1, span.end);
  if ((mapped?.unchanged ?? 0) === 0 && (await wereMoved(between, text, path))) return { isAfter: false };
  const commit = await newestOf(between, { path, span });
  return { isAfter: true, ...(commit !== undefined && { commit }) };
}

/** Whether the lines existed in one place of the old head and are gone from there: then they were moved. */
async function wereMoved({ from, to }: Comparison, lines: readonly string[], path: string): Promise<boolean> {
  if (!isDistinctiveCode(lines)) return false;
  const then = await from.findAnywhere(lines);
  const [only] = then;
  if (only === undefined || then.length > 1) return false;
  const now = await to.find(lines, [only.path]);
  return now.length === (only.path === path ? 1 : 0);
}
