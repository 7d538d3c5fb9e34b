import type { ClassGrounding } from "#model/grounding.ts";
import type { Location, LineSpan } from "#model/location.ts";
import type { Class } from "#model/severity.ts";
import type { GroundingSource } from "./grounding-source.ts";

/** The place of a finding's evidence. */
export interface EvidencePlace {
  readonly location: Location;
  /** Whether the code proves it; else it is only cited, give or take a line or two. */
  readonly exact: boolean;
}

/** The input for judging the class. */
export interface ClassQuestion {
  readonly claimed: Class | undefined;
  /** Whether a check raised it: then its class is computed already. */
  readonly isByCheck: boolean;
  readonly standings: readonly EvidencePlace[];
  /** All places that it cites, whether or not its evidence is there. */
  readonly cited: readonly Location[];
  /** Whether the change removed a cited file or the quoted code. */
  readonly removed: boolean;
}

/**
 * The class by the lines: added or cut by the change, or untouched. Without a base it is not judged, and a check has computed
 * it already. An enhancement is one regardless of its lines.
 */
export function groundClass(source: GroundingSource, question: ClassQuestion): ClassGrounding {
  const { claimed, isByCheck } = question;
  if (isByCheck) return { computed: claimed, claimed, differs: false, why: "its check computes the class" };
  if (source.hasNoBase === true) return { claimed, differs: false, why: "there is no base to compare with" };
  const result = computeClass(source, question);
  const differs = contradicts(source, question, result.computed);
  return {
    computed: result.computed,
    claimed,
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

/**
 * Whether the lines contradict the claim so that a reader should act differently: a regression may be older than the change
 * if quoted code and cited lines are untouched, and code that the change removed is not a gap of before. A gap in added lines
 * is no contradiction, because something may be missing there.
 */
function contradicts(source: GroundingSource, question: ClassQuestion, computed: Class | undefined): boolean {
  const { claimed, standings, cited, removed } = question;
  if (claimed === "gap") return removed;
  if (claimed !== "regression" || computed !== "gap" || !standings.every(({ exact }) => exact)) return false;
  return cited.every((location) => touchOf(source, { location, exact: false }) === UNTOUCHED);
}

function computeClass(source: GroundingSource, { standings, removed }: ClassQuestion): Computed {
  if (removed) return { computed: "regression", why: "the change removed what it is about" };
  const touches = standings.map((standing) => touchOf(source, standing));
  const touched = touches.find((touch) => touch !== undefined && touch !== UNTOUCHED);
  if (touched !== undefined) return { computed: "regression", why: touched };
  if (touches.length === 0 || touches.includes(undefined)) return { why: "its lines do not tell" };
  return { computed: "gap", why: UNTOUCHED };
}

const UNTOUCHED = "the change did not touch its lines";

/** How the change touched this place; undefined if unknown. */
function touchOf(source: GroundingSource, { location, exact }: EvidencePlace): string | undefined {
  const { start, end, path } = location;
  if (!source.changedPaths.includes(path)) return UNTOUCHED;
  const added = source.addedLines(path);
  const beside = source.linesBesideRemoved(path);
  // A whole file has no lines to judge, and a changed file without hunks was only listed.
  if (start === undefined || end === undefined || added.size + beside.size === 0) return undefined;
  if (exact) {
    const count = countIn(added, { start, end });
    const lines = end - start + 1;
    if (count > 0) return lines === 1 ? "the change added its line" : `the change added ${count} of its ${lines} lines`;
    return countIn(beside, { start, end }) > 0 ? "the change removed lines right there" : UNTOUCHED;
  }
  const span = { start: start - SLACK, end: end + SLACK };
  const near = countIn(added, span) > 0 || countIn(beside, span) > 0;
  return near ? "the change touched lines at or beside the cited ones" : UNTOUCHED;
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
