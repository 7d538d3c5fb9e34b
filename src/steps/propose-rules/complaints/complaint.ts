import type { Severity } from "#model/severity.ts";
import type { Identity } from "#model/history/identity.ts";

/** A problem that reviewers raised and that was declined, dropped or fixed: it counts for or against a rule. */
export interface Complaint {
  readonly fate: "declined" | "dropped" | "fixed" | "reopened";
  readonly title: string;
  /** The beginning of its text. */
  readonly text: string;
  readonly path?: string;
  /** The check of a built-in reviewer that raised it. */
  readonly check?: string;
  readonly identity?: Identity;
  /** The severity under which it was kept; for a dropped one, the worst rating. */
  readonly severity?: Severity;
  readonly review: string;
  /** The series of the review, if known: all its rounds count as one. */
  readonly series?: string;
  /** The decision, if there is one; else the review. */
  readonly ref: string;
  readonly reason?: string;
  /** The date, if known. */
  readonly date?: string;
  /** The last day on which the decision holds, if it has one. */
  readonly until?: string;
}

/** The newest of each series, or of each review if no series is known. */
export function onePerSeries(complaints: readonly Complaint[]): Complaint[] {
  return [...new Map(complaints.map((complaint) => [complaint.series ?? complaint.review, complaint])).values()];
}

export const MAX_TEXT = 600;
