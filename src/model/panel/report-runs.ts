import type { BreakOutcome } from "./probe-result.ts";

/** The gates in the configuration's order, and a sentence that names all, the worst first. */
export interface ReportGates {
  readonly rows: readonly ReportGate[];
  readonly sentence: string;
}

export interface ReportGate {
  readonly name: string;
  readonly command: string;
  /** `newly red`. */
  readonly state: string;
  /** It keeps the verdict from being green. */
  readonly isBlocking: boolean;
  /** Of all its runs. Undefined: it was not run. */
  readonly seconds: number | undefined;
  readonly why: string;
}

/** The probe, and a sentence that sums it up. */
export interface ReportProbe {
  readonly sentence: string;
  /** It keeps the verdict from being green. */
  readonly isBlocking: boolean;
  /** One row for each kind of break that was planned. */
  readonly kinds: readonly ProbeKindRow[];
  /** What else is known: the command, the suite without a break, coverage, new tests. */
  readonly facts: readonly { readonly name: string; readonly text: string }[];
  /** Breaks that no test noticed, controls among them. */
  readonly survivors: readonly ProbeBreakRow[];
  /** What was not probed, each with its reason. */
  readonly left: readonly string[];
}

export interface ProbeKindRow {
  /** `reverted hunks`. */
  readonly kind: string;
  readonly planned: number;
  readonly outcomes: Readonly<Record<BreakOutcome, number>>;
}

export interface ProbeBreakRow {
  /** `src/queue.ts:12`. */
  readonly place: string;
  readonly symbol: string | undefined;
  readonly text: string;
  readonly seconds: number;
}

/** The outcomes in the order in which they are shown, with their headings. */
export const OUTCOME_TITLES = [
  ["noticed", "Noticed"],
  ["survived", "Survived"],
  ["does-not-build", "Does not build"],
  ["timed-out", "Timed out"],
  ["not-run", "Not run"],
] as const;
