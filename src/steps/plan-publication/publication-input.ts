import type { DiffHunk } from "#model/change/change.ts";
import type { ClusterId } from "#model/ids.ts";
import type { PublicationPart, Refusals } from "#model/pull/publication.ts";
import type { PullRequest } from "#model/pull/pull-request.ts";
import type { Report } from "#model/report.ts";
import type { EarlierRef } from "#model/history/lineage.ts";
import type { Severity } from "#model/severity.ts";

/** A problem in the archive: its name in one round. */
export type ProblemRef = Pick<EarlierRef, "review" | "cluster">;

/** The input of a publication plan: the same values give the same plan. */
export interface PublicationInput {
  readonly report: Report;
  /** The current pull request, with our earlier posts. */
  readonly pull: PullRequest;
  /** The hunks with their lines. They show where removed code was if the record does not. */
  readonly hunks?: readonly DiffHunk[];
  /** Every name of a problem in earlier rounds of the series; empty if none is known. */
  readonly ancestors: (of: ProblemRef) => readonly ProblemRef[];
  readonly refusals: Refusals;
  /** Findings that people declined since the review, with their words: neither posted nor counted. */
  readonly decided?: ReadonlyMap<ClusterId, string>;
  /** Requested parts that cannot be written now, and why, for the reader of the summary. */
  readonly closed?: ReadonlyMap<PublicationPart, string>;
  readonly options: PublicationOptions;
}

export interface PublicationOptions {
  readonly parts: readonly PublicationPart[];
  /** The maximum number of findings with a comment of their own. */
  readonly maxComments: number;
  readonly failOn?: Severity;
  readonly checkName: string;
}

export const DEFAULT_MAX_COMMENTS = 25;
export const DEFAULT_CHECK_NAME = "Deep Review";
