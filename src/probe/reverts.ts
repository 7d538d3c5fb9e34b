import type { DiffHunk } from "#model/change/change.ts";
import { plural, truncate } from "#util/words.ts";
import { functionAtLines } from "./functions.ts";
import { isOnlyDeclared, isOnlyDeclaring } from "./revert/declarations.ts";
import { isOnlyDress } from "./revert/same-code.ts";
import { makeFromEdits } from "./make-break.ts";
import type { ProbeFile } from "./open-files.ts";
import { type LineEdit, applyEdits, linesWithEnds } from "./patch/line-edits.ts";
import type { PlannedBreak } from "./planned-break.ts";
import { isTurnedAround, reworded } from "./dress-lines.ts";
import { isNeeded } from "./revert/needed.ts";

const RANK = 1000;

/** What the commits of the change say about it. */
export interface RevertOptions {
  /** Their first lines. */
  readonly subjects?: readonly string[] | undefined;
}

/**
 * Each hunk of the change taken back alone: those in functions first, those that the rest of the file needs last. None
 * if the change itself claims to keep the behaviour: then nobody can notice which code does it.
 */
export function planReverts(files: readonly ProbeFile[], { subjects = [] }: RevertOptions = {}): PlannedBreak[] {
  if (subjects.length > 0 && subjects.every(keepsBehaviour)) return [];
  const planned = files.flatMap((file) => {
    if (file.base === undefined) return [];
    return file.hunks.flatMap(runsOf).flatMap((run) => planRevert(file, run) ?? []);
  });
  return planned.sort((one, other) => one.rank - other.rank).map((each, index) => ({ ...each, rank: RANK + index }));
}

const KEEPS_BEHAVIOUR =
  /^(?:refactor|perf|style|docs?|chore|types?|typing|lint|format|ci|build|tests?)(?:\([^()]{0,60}\))?:|^(?:refactor|re-?format|rename|clean ?up|tidy|simplify|optimi[sz]e|lint|modernize|fix typos?|fix (?:lint|linter|errcheck)|typos?|bump|release|use )/i;

// `refactor!: …`
const BREAKS = /^\w+(?:\([^()]{0,60}\))?!:/;

const keepsBehaviour = (subject: string): boolean => KEEPS_BEHAVIOUR.test(subject) && !BREAKS.test(subject);

/** Consecutive changed lines of a hunk. */
interface Run {
  /** The first line at the base and at the head; the line behind, if that side has none. */
  readonly old: number;
  readonly new: number;
  readonly removed: number;
  readonly added: number;
}

// Changed lines that are closer than this are one thing.
const GAP = 3;

function runsOf(hunk: DiffHunk): Run[] {
  const runs: Run[] = [];
  let old = hunk.oldLines === 0 ? hunk.oldStart + 1 : hunk.oldStart;
  let fresh = hunk.newLines === 0 ? hunk.newStart + 1 : hunk.newStart;
  for (const { kind } of hunk.lines) {
    if (kind !== "context") {
      const last = runs.at(-1);
      const isNear = last !== undefined && fresh - (last.new + last.added) < GAP;
      const run = isNear ? last : { old, new: fresh, removed: 0, added: 0 };
      const grown = {
        ...run,
        removed: old - run.old + (kind === "removed" ? 1 : 0),
        added: fresh - run.new + (kind === "added" ? 1 : 0),
      };
      if (isNear) runs[runs.length - 1] = grown;
      else runs.push(grown);
    }
    if (kind !== "added") old += 1;
    if (kind !== "removed") fresh += 1;
  }
  return runs;
}

/** The changed lines of a file that only write what was there in another way. */
export function linesOfDress(file: ProbeFile): ReadonlySet<number> {
  const runs = file.base === undefined ? [] : file.hunks.flatMap(runsOf);
  const dressed = runs.filter((run) => {
    const before = linesBefore(file, run);
    const after = linesWithEnds(file.head).slice(run.new - 1, run.new - 1 + run.added);
    if (isTurnedAround(before, after)) return true;
    const edit: LineEdit = { start: run.new, removed: run.added, added: before };
    const head = applyEdits(file.head, [edit]);
    const root = run.removed === 0 ? undefined : file.parse(head);
    return root !== undefined && isOnlyDress({ file, back: { ...file, head, root }, edit });
  });
  const lines = dressed.flatMap((run) => Array.from({ length: run.added }, (_, at) => run.new + at));
  return new Set([...lines, ...reworded(file)]);
}

function linesBefore(file: ProbeFile, { old, removed }: Run): string[] {
  return linesWithEnds(file.base ?? "").slice(old - 1, old - 1 + removed);
}

function planRevert(file: ProbeFile, run: Run): PlannedBreak | undefined {
  const base = linesWithEnds(file.base ?? "");
  const head = linesWithEnds(file.head);
  const before = linesBefore(file, run);
  const after = head.slice(run.new - 1, run.new - 1 + run.added);
  // All of the file: that is no hunk of it.
  if (after.length === head.length || before.length === base.length || isTurnedAround(before, after)) return undefined;
  const edit: LineEdit = { start: run.new, removed: run.added, added: before };
  const around = functionAtLines(file, run.new, Math.max(run.new, run.new + run.added - 1))?.symbol;
  const planned = makeFromEdits(file, [edit], {
    kind: "revert",
    symbol: around,
    text: describe(run, before, after),
    rank: (around === undefined ? 1 : 0) + (isNeeded(file, run) ? 2 : 0),
  });
  if (planned === undefined || isOnlyDeclared(file, run, around !== undefined)) return undefined;
  const root = file.parse(planned.contents);
  if (root === undefined) return undefined;
  const back: ProbeFile = { ...file, head: planned.contents, root };
  return isOnlyDress({ file, back, edit }) || isOnlyDeclaring({ back, edit }) ? undefined : planned;
}

function describe({ new: start, added }: Run, before: readonly string[], after: readonly string[]): string {
  const [old] = before;
  const [fresh] = after;
  if (before.length === 0) {
    return after.length === 1
      ? `the new line ${code(fresh)} removed`
      : `the ${plural(added, "new line")} from line ${start} removed`;
  }
  if (after.length === 0) {
    return before.length === 1
      ? `the removed line ${code(old)} put back`
      : `the ${plural(before.length, "removed line")} put back at line ${start}`;
  }
  if (after.length === 1 && before.length === 1) return `${code(fresh)} turned back into ${code(old)}`;
  return `the change to ${added === 1 ? `line ${start}` : `lines ${start}-${start + added - 1}`} taken back`;
}

const code = (line = ""): string => `\`${truncate(line.trim().replaceAll("`", "'"), 100)}\``;
