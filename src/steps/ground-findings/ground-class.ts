import type { LineSpan } from "#model/finding.ts";
import type { ClassGrounding } from "#model/grounding.ts";
import type { Location } from "#model/location.ts";
import type { Class } from "#model/severity.ts";
import type { GroundingSource } from "./grounding-source.ts";

/** Where the evidence of a finding stands. */
export interface Standing {
  readonly location: Location;
  /** Known from the code; else only as cited, give or take a line or two. */
  readonly exact: boolean;
}

/** What the class is judged by. */
export interface ClassQuestion {
  readonly claimed: Class | undefined;
  readonly standings: readonly Standing[];
  /** A cited file or the quoted code was taken away by the change. */
  readonly removed: boolean;
}

/** The class by the lines: added or cut by the change, or untouched. A wish is a wish whatever its lines. */
export function groundClass(source: GroundingSource, question: ClassQuestion): ClassGrounding {
  const { claimed } = question;
  const result = computeClass(source, question);
  const differs = result.computed !== undefined && isComparable(claimed) && claimed !== result.computed;
  return {
    ...(result.computed !== undefined && { computed: result.computed }),
    ...(claimed !== undefined && { claimed }),
    differs,
    why: differs ? `called a ${claimed}, but ${result.why}` : result.why,
  };
}

interface Computed {
  readonly computed?: Class;
  readonly why: string;
}

/** Cited lines without a quote may be off by this much. */
const SLACK = 2;

function isComparable(claimed: Class | undefined): boolean {
  return claimed === "regression" || claimed === "gap";
}

function computeClass(source: GroundingSource, { standings, removed }: ClassQuestion): Computed {
  if (removed) return { computed: "regression", why: "the change removed what it is about" };
  let judged = false;
  for (const { location, exact } of standings) {
    const { start, end, path } = location;
    const changed = source.changedPaths.includes(path);
    if (start === undefined || end === undefined) {
      // A file as a whole is judged only when no line of it was changed.
      if (!changed) judged = true;
      continue;
    }
    judged = true;
    if (!changed) continue;
    const span = exact ? { start, end } : { start: start - SLACK, end: end + SLACK };
    const added = countIn(source.addedLines(path), span);
    const cited = end - start + 1;
    const near = exact ? "" : " or near";
    if (added > 0 && exact) return { computed: "regression", why: `the change added ${added} of its ${cited} lines` };
    if (added > 0) return { computed: "regression", why: `the change added lines at${near} the cited ones` };
    if (countIn(source.linesBesideRemoved(path), span) > 0)
      return { computed: "regression", why: "the change removed lines right there" };
  }
  if (!judged) return { why: "no line to judge by" };
  return { computed: "gap", why: "the change did not touch its lines" };
}

function countIn(lines: ReadonlySet<number>, { start, end }: LineSpan): number {
  let count = 0;
  if (lines.size < end - start) {
    for (const line of lines) if (line >= start && line <= end) count += 1;
  } else {
    for (let line = start; line <= end; line += 1) if (lines.has(line)) count += 1;
  }
  return count;
}
