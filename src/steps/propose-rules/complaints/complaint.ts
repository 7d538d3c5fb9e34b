import type { Identity } from "#model/rounds/identity.ts";

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
  readonly review: string;
  /** The decision, where there is one; else the review. */
  readonly ref: string;
  readonly reason?: string;
  /** A day, as far as it is known. */
  readonly date?: string;
}

export const MOST_TEXT = 600;
