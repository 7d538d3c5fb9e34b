import type { ReviewerId } from "#model/ids.ts";

/** One point that one reviewer makes beside its findings. */
export interface RawRemark {
  /** `claude:D1` for an observation, `claude:testing.2` for the second point of an assessment. */
  readonly id: string;
  readonly reviewer: ReviewerId;
  /** Only remarks of one group can be the same. */
  readonly group: string;
  /** Where it stands among the points of its reviewer. */
  readonly position: number;
  readonly text: string;
}

/** A point with everybody who makes it, in the words of the one that says most. */
export interface MergedRemark {
  readonly group: string;
  readonly text: string;
  /** In the order of their ids. */
  readonly credits: readonly ReviewerId[];
  /** The ids of the raw remarks, the one that lends its words first. */
  readonly sources: readonly string[];
  /** The foremost place that one of its reviewers gave it. */
  readonly position: number;
}
