import type { CodeAt, CodeBetween } from "#model/history/code-facts.ts";
import { InternalError, UserError } from "#util/errors.ts";
import { createGrep } from "../objects/grep.ts";
import { openCommitTree } from "../objects/commit-tree.ts";
import type { ObjectReader } from "../objects/object-reader.ts";
import type { Repository } from "../repository.ts";
import { findCommit } from "../revisions.ts";
import { createCodeAt } from "./code-at.ts";
import type { Comparison } from "./comparison.ts";
import { followLines } from "./follow-lines.ts";
import { lastChange } from "./last-change.ts";
import { readDiffs } from "./read-diffs.ts";
import { readPassage } from "./read-steps.ts";

/** Why nothing is known of the code since an earlier head. */
export interface UnknownHead {
  readonly missing: string;
}

/** Where both heads are read from. */
interface CodeSource {
  readonly repository: Repository;
  readonly reader: ObjectReader;
}

/** Compares an earlier head with the new one. The earlier one may be gone, or lie on a history that was given up. */
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
    // Git says so when it lacks something; whoever stopped the round is not answered with a reason.
    if (!(error instanceof UserError || error instanceof InternalError)) throw error;
    return { missing: `the files of commit ${short} cannot be read in this clone` };
  }
}

async function openSide({ repository, reader }: CodeSource, commit: string): Promise<CodeAt> {
  return createCodeAt(await openCommitTree(repository, reader, commit), createGrep(repository, commit));
}

/** Several problems stand at one place: the same lines are followed once. */
function followOnce(comparison: Comparison): CodeBetween["follow"] {
  const known = new Map<string, ReturnType<CodeBetween["follow"]>>();
  return (path, lines) => {
    const key = `${lines?.start}-${lines?.end} ${path}`;
    const followed = known.get(key) ?? followLines(comparison, path, lines);
    known.set(key, followed);
    return followed;
  };
}
