import type { StandingDecision } from "#model/history/standing-decision.ts";
import type { Severity } from "#model/severity.ts";

/** A finding in the checklist. Its texts are untrusted; drawing makes them harmless. */
export interface TriageRow {
  readonly id: string;
  readonly severity: Severity;
  readonly title: string;
  readonly place: string;
  /** What held about it when the list was opened. */
  readonly decision: StandingDecision | undefined;
}

/** One thing that the person did: the same decision about one or more findings. Not written yet. */
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
      /** Which of the recent reasons is offered; -1: none. */
      readonly offered: number;
    };

/** Everything that a checklist knows. */
export interface TriageState {
  readonly rows: readonly TriageRow[];
  /** Index among those that are shown. */
  readonly cursor: number;
  readonly marked: ReadonlySet<string>;
  readonly steps: readonly TriageStep[];
  readonly filter: string;
  readonly mode: TriageMode;
  /** A word on what the last key did. */
  readonly note: string;
  /** Recent reasons, the latest first. */
  readonly reasons: readonly string[];
  /** How the person left; undefined while they are here. */
  readonly outcome: "save" | "leave" | "interrupted" | undefined;
}

/** A checklist as it is opened. */
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

/** The rows that the filter lets through: every word of it stands somewhere in the row. */
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

/** What will be written about a row; undefined where that is nothing. */
export function plannedFor({ steps }: Pick<TriageState, "steps">, { id, decision }: TriageRow): TriageStep | undefined {
  const step = steps.findLast(({ ids }) => ids.includes(id));
  // What nobody had decided on before is simply open again.
  return step?.kind === "reopened" && decision === undefined ? undefined : step;
}

/** How many decisions are not written yet. */
export function unsaved(state: TriageState): number {
  return state.rows.filter((row) => plannedFor(state, row) !== undefined).length;
}

/** What a key counts for: all that is marked and shown, else the row at the cursor. */
export function targets(state: TriageState): readonly TriageRow[] {
  const marked = shownRows(state).filter(({ id }) => state.marked.has(id));
  const current = currentRow(state);
  return marked.length > 0 || current === undefined ? marked : [current];
}
