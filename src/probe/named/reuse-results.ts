import type { BreakAuthor } from "#model/panel/probe.ts";
import type { BreakResult } from "#model/panel/probe-result.ts";
import { addAuthors } from "../dedupe.ts";
import type { ProbeFile } from "../open-files.ts";
import { applyEdits } from "../patch/line-edits.ts";
import type { PlannedBreak } from "../planned-break.ts";
import { editsOf } from "./apply-patch.ts";
import { readPatch } from "./read-patch.ts";

/** What has been run before, and what is left to run. */
export interface Reused {
  /** All earlier results. Those that reviewers name, too, say by whom they are named. */
  readonly known: readonly BreakResult[];
  readonly fresh: readonly PlannedBreak[];
}

/** Finds the breaks among these that were run before: the same file with the same contents. */
export function reuseResults(
  results: readonly BreakResult[],
  planned: readonly PlannedBreak[],
  files: readonly ProbeFile[],
): Reused {
  const authors = new Map<BreakResult, readonly BreakAuthor[]>();
  const contents = results.map((result) => ({ result, text: contentsOf(result, files) }));
  const fresh = planned.filter((each) => {
    const same = contents.find(
      ({ result, text }) =>
        text === each.contents && result.break.path === each.break.path && result.outcome !== "not-run",
    );
    if (same !== undefined)
      authors.set(same.result, [...(authors.get(same.result) ?? []), ...(each.break.namedBy ?? [])]);
    return same === undefined;
  });
  const known = results.map((result) => ({ ...result, break: addAuthors(result.break, authors.get(result) ?? []) }));
  return { known, fresh };
}

/** The text of the file with the break. Undefined if its patch does not tell. */
function contentsOf({ break: { path, diff } }: BreakResult, files: readonly ProbeFile[]): string | undefined {
  const file = files.find((each) => each.path === path);
  const [patch] = readPatch(diff);
  if (file === undefined || patch === undefined) return undefined;
  const edits = editsOf(patch.hunks, file.head);
  return typeof edits === "string" ? undefined : applyEdits(file.head, edits);
}
