import type { DiffHunk } from "#model/change/change.ts";
import type { ClusterId } from "#model/ids.ts";
import type { PublicationPart, Refusals } from "#model/pull/publication.ts";
import type { PullRequest } from "#model/pull/pull-request.ts";
import type { Report } from "#model/report.ts";
import type { EarlierRef } from "#model/history/lineage.ts";
import type { Severity } from "#model/severity.ts";

/** A problem in the archive: one round's name for it. */
export type ProblemRef = Pick<EarlierRef, "review" | "cluster">;

/** What a publication is planned from: the same values give the same plan. */
export interface PublicationInput {
  readonly report: Report;
  /** As it stands now, with what we posted before. */
  readonly pull: PullRequest;
  /** The hunks with their lines. They tell where removed code stood, where the record does not. */
  readonly hunks?: readonly DiffHunk[];
  /** Every name that a problem had in earlier rounds of the series; empty if none is known. */
  readonly ancestors: (of: ProblemRef) => readonly ProblemRef[];
  readonly refusals: Refusals;
  /** Findings that people decided against since the review was made, and in which words: they are not posted, nor counted. */
  readonly decided?: ReadonlyMap<ClusterId, string>;
  /** Parts that were asked for and cannot be written now, and why, for the reader of the summary. */
  readonly closed?: ReadonlyMap<PublicationPart, string>;
  readonly options: PublicationOptions;
}

/** What the user asked for. */
export interface PublicationOptions {
  readonly parts: readonly PublicationPart[];
  /** At most that many findings have a comment of their own. */
  readonly maxComments: number;
  readonly failOn?: Severity;
  readonly checkName: string;
}

export const DEFAULT_MAX_COMMENTS = 25;
export const DEFAULT_CHECK_NAME = "Deep Review";
