import type { StandingDecision } from "#model/history/standing-decision.ts";
import type { Severity } from "#model/severity.ts";

/** A finding in the checklist. Its texts are untrusted; drawing makes them printable. */
export interface TriageRow {
  readonly id: string;
  readonly severity: Severity;
  readonly title: string;
  readonly place: string;
  /** The decision in force when the list was opened. */
  readonly decision: StandingDecision | undefined;
}

/** One action of the person: the same decision about one or more findings. Not written yet. */
export interface TriageStep {
  readonly ids: readonly string[];
  readonly kind: StandingDecision["kind"];
  readonly reason?: string;
}

/** What the keyboard is for at the moment. */
export type TriageMode =
  | { readonly kind: "list" | "leaving" }
  | { readonly kind: "help" | "finding"; readonly scroll: number }
  | { readonly kind: "filter"; readonly text: string }
  | {
      readonly kind: "reason";
      readonly of: "declined" | "accepted-risk";
      readonly text: string;
      /** The index of the offered recent reason; -1 if none is. */
      readonly offered: number;
    };

/** Everything that a checklist knows. */
export interface TriageState {
  readonly rows: readonly TriageRow[];
  /** An index into the shown rows. */
  readonly cursor: number;
  readonly marked: ReadonlySet<string>;
  readonly steps: readonly TriageStep[];
  readonly filter: string;
  readonly mode: TriageMode;
  /** What the last key did. */
  readonly note: string;
  /** Recent reasons, the latest first. */
  readonly reasons: readonly string[];
  /** How the person left; undefined before. */
  readonly outcome: "save" | "leave" | "interrupted" | undefined;
}

export function openChecklist(rows: readonly TriageRow[], reasons: readonly string[]): TriageState {
  return {
    rows,
    cursor: 0,
    marked: new Set(),
    steps: [],
    filter: "",
    mode: { kind: "list" },
    note: "",
    reasons,
    outcome: undefined,
  };
}

/** The rows that contain every word of the filter. */
export function shownRows(state: Pick<TriageState, "rows" | "filter" | "steps">): readonly TriageRow[] {
  const words = state.filter.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return state.rows;
  return state.rows.filter((row) => {
    const { id, severity, title, place, decision } = row;
    const kind = plannedFor(state, row)?.kind ?? decision?.kind ?? "open";
    const text = `${id} ${severity} ${title} ${place} ${kind}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** The row at the cursor. */
export function currentRow(state: TriageState): TriageRow | undefined {
  return shownRows(state)[state.cursor];
}

/** What will be written about a row, if anything. */
export function plannedFor({ steps }: Pick<TriageState, "steps">, { id, decision }: TriageRow): TriageStep | undefined {
  const step = steps.findLast(({ ids }) => ids.includes(id));
  // Without an earlier decision, reopening only undoes the steps.
  return step?.kind === "reopened" && decision === undefined ? undefined : step;
}

/** How many decisions are not written yet. */
export function unsaved(state: TriageState): number {
  return state.rows.filter((row) => plannedFor(state, row) !== undefined).length;
}

/** The rows that a key applies to: all marked and shown ones, else the one at the cursor. */
export function targets(state: TriageState): readonly TriageRow[] {
  const marked = shownRows(state).filter(({ id }) => state.marked.has(id));
  const current = currentRow(state);
  return marked.length > 0 || current === undefined ? marked : [current];
}
