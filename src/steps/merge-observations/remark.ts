import type { ReviewerId } from "#model/ids.ts";

/** One point of one reviewer besides its findings. */
export interface RawRemark {
  /** `claude:D1` for an observation, `claude:testing.2` for the second point of an assessment. */
  readonly id: string;
  readonly reviewer: ReviewerId;
  /** Only remarks of the same group can be merged. */
  readonly group: string;
  /** Its position among the points of its reviewer. */
  readonly position: number;
  readonly text: string;
}

/** A point with all its reviewers, in the most detailed wording. */
export interface MergedRemark {
  readonly group: string;
  readonly text: string;
  /** In the order of their ids. */
  readonly credits: readonly ReviewerId[];
  /** The ids of the raw remarks; the first one provides the wording. */
  readonly sources: readonly string[];
  /** The lowest position that one of its reviewers gave it. */
  readonly position: number;
}
