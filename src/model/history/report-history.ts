import type { ReviewerId, ReviewId } from "../ids.ts";
import type { TrendPoint } from "./judge-worth.ts";
import type { FixVerdict, Lineage, PreviousFinding } from "./lineage.ts";
import type { CitedDecision } from "./standing-decision.ts";

/** What a report shows about the rounds before it. */
export interface ReportHistory {
  /** Its place in the series, counted. */
  readonly round: number;
  /** `Round 3. Of 12 earlier findings 7 are fixed, 1 partly fixed, 2 open, 2 declined.` */
  readonly sentence: string;
  /** Every earlier finding: what is not settled first, then what was decided, then what is done; the worst first. */
  readonly earlier: readonly EarlierRow[];
  /** All rounds, oldest first; the last is this one. */
  readonly trend: readonly TrendRow[];
  /** The newest rounds as a line: `Round 1: 3 in all; Round 2: 1 latent, 2 by fixes, 1 other`. */
  readonly trendLine: string;
  /** The target that this one replaces. */
  readonly continues: string | undefined;
  /** What could not be known. */
  readonly notes: readonly string[];
}

/** An earlier finding as a row to read. */
export interface EarlierRow {
  readonly finding: PreviousFinding;
  /** `partly fixed`, `gone with its code`. */
  readonly status: string;
  readonly decision: CitedDecision | undefined;
  readonly verdicts: readonly FixOpinion[];
}

/** A reviewer's verdict on a fix, in words: `closes it (quote found)`. */
export interface FixOpinion {
  readonly reviewer: ReviewerId;
  readonly closes: FixVerdict["closes"];
  readonly isGrounded: boolean | undefined;
  readonly text: string;
}

/** One round as a row of the trend. Absent values are unknown: round 1 and imports have no lineage. */
export interface TrendRow extends TrendPoint {
  readonly review: ReviewId;
  /** The rest of the kept ones: known before, or against earlier advice. */
  readonly others?: number;
}

/** Where a finding comes from, in words. */
export interface ComesFrom {
  readonly kind: Lineage["kind"];
  /** For a badge: `latent`, `by a fix`. */
  readonly label: string;
  /** `introduced by the fix of R1.I2, in abc1234 (Stop at 410)`. */
  readonly text: string;
  /** Why we think so, if the text does not explain it. */
  readonly because: string | undefined;
  /** How it was recognised as an earlier one. */
  readonly recognised: string | undefined;
  /** If a person had decided against it: the decision, and why the problem is shown or not. */
  readonly sides: readonly { readonly who: string; readonly says: string }[];
}

/** How many problems are probably still unseen, by how independent reviewers overlap. */
export interface Unseen {
  /** One voice each: the reviewers of one family together. */
  readonly voices: readonly (readonly ReviewerId[])[];
  /** All problems first, then those that matter (critical and important), then suggestions. */
  readonly groups: readonly UnseenGroup[];
  /** The estimate in a sentence, or why there is none. */
  readonly sentence: string;
}

/** The estimate over some problems. */
export interface UnseenGroup {
  readonly of: "all" | "grave" | "suggestion";
  /** How many problems one voice has seen, how many two, and so on: index 0 is one voice. */
  readonly seenBy: readonly number[];
  /** Undefined where the data do not carry one. */
  readonly estimate: { readonly unseen: number; readonly low: number; readonly high: number } | undefined;
  /** Why there is none. */
  readonly why: string | undefined;
}

/** The limits of the estimate. Shown once, next to the sentence. */
export const UNSEEN_CAVEAT =
  "This is reckoned from how reviewers overlap, as animals are counted by catching them twice. It rather says too few: problems that are hard to see count too little, and what no reviewer of this kind can see is not in it.";
