import type { Severity } from "#model/severity.ts";
import type { Identity } from "#model/history/identity.ts";

/** A problem that reviewers raised and that came to nothing, or that people had fixed: one voice for or against a rule. */
export interface Complaint {
  readonly fate: "declined" | "dropped" | "fixed" | "reopened";
  readonly title: string;
  /** The first words of what was said. */
  readonly text: string;
  readonly path?: string;
  /** The check of a built-in reviewer that raised it. */
  readonly check?: string;
  readonly identity?: Identity;
  /** As it was kept; of one that was dropped, the worst that anybody called it. */
  readonly severity?: Severity;
  readonly review: string;
  /** The series of rounds that the review is of, if it is known: all its rounds have one voice. */
  readonly series?: string;
  /** The decision, if there is one; else the review. */
  readonly ref: string;
  readonly reason?: string;
  /** A day, as far as it is known. */
  readonly date?: string;
  /** The last day on which the decision holds, if it has one. */
  readonly until?: string;
}

/** The newest of each series, or of each review where no series is known. */
export function onePerSeries(complaints: readonly Complaint[]): Complaint[] {
  return [...new Map(complaints.map((complaint) => [complaint.series ?? complaint.review, complaint])).values()];
}

export const MAX_TEXT = 600;
