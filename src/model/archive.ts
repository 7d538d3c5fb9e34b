import type { ClusterId, ReviewerId, ReviewId } from "./ids.ts";
import type { ReportCounts, SeverityCounts } from "./report.ts";
import type { Review } from "./review.ts";
import type { ReviewerRun } from "./panel/reviewer.ts";
import type { Scope } from "./change/scope.ts";
import type { Severity } from "./severity.ts";
import type { VerdictKind } from "./verdict.ts";

/** What the pages over many reviews need of one report: small and plain, so that an archive of any size fits. */
export interface ReportDigest {
  readonly id: ReviewId;
  readonly kind: Review["kind"];
  readonly title: string;
  /** `YYYY-MM-DDTHH:MM:SS`, as far as it is known; the id's time stamp, else the date in the report. */
  readonly startedAt: string | undefined;
  readonly repository: string | undefined;
  readonly pullRequest: Scope["pullRequest"];
  readonly branch: string | undefined;
  readonly author: string | undefined;
  readonly head: string | undefined;
  /** Ids of the reviewed commits; empty where the report does not list them all. */
  readonly commits: readonly string[];
  /** The round number that the report prints. It may repeat or go backwards. */
  readonly printedRound: number | undefined;
  /** The target that this one replaces, as the user linked it: `pr-336`, a branch, a review's id. */
  readonly continues: string | undefined;
  /** The rounds that it continues, oldest first; undefined if they are not known, as in an import. */
  readonly earlier?: readonly string[] | undefined;
  /** What the record knows of the rounds before it; undefined in an import and in a first round. */
  readonly history:
    | {
        readonly round: number;
        readonly latent: number;
        readonly introduced: number;
        readonly newCode: number;
        readonly others: number;
        /** How many earlier findings, by what became of them. */
        readonly earlier: readonly { readonly status: string; readonly count: number }[];
      }
    | undefined;
  readonly verdict: { readonly phrase: string; readonly kind: VerdictKind | undefined };
  readonly counts: ReportCounts;
  readonly wallClockSeconds: number | undefined;
  readonly kept: readonly DigestFinding[];
  readonly reviewers: readonly ReviewerDigest[];
  readonly gaps: readonly string[];
}

/** A kept cluster, as far as a list names it. */
export interface DigestFinding {
  readonly id: ClusterId;
  readonly title: string;
  readonly severity: Severity;
}

/** Where a raw finding can end: under a final severity, in another section, or dropped. */
export type FindingFate = Severity | "routed" | "dropped";

/** How many raw findings of a claimed severity ended where. */
export type FindingFates = Readonly<Record<Severity, Readonly<Record<FindingFate, number>>>>;

/** One reviewer's part in one review. */
export interface ReviewerDigest {
  readonly reviewer: ReviewerId;
  readonly name: string;
  readonly model: string | undefined;
  readonly outcome: ReviewerRun["outcome"];
  readonly durationSeconds: number | undefined;
  /** Unknown when its raw review is not there. Duplicates of its own count as dropped. */
  readonly endings: FindingFates | undefined;
  /** Of its raised findings, those that were refuted. */
  readonly refuted: number;
  /** Of its raised findings in kept problems, those that nobody else raised too; by final severity. */
  readonly alone: SeverityCounts;
}

/** Everything that the index and the reviewers page show, computed. */
export interface ArchiveView {
  readonly totals: ArchiveTotals;
  /** Latest activity first. */
  readonly series: readonly Series[];
  readonly activity: Activity;
  /** The months with a review, the newest first; `YYYY-MM`. */
  readonly months: readonly string[];
  /** What a list of reviews can be narrowed to, with the number of reviews that are left; most frequent first. */
  readonly choices: Readonly<Record<"verdicts" | "authors" | "reviewers", readonly Choice[]>>;
  /** Who took part in most reviews first. Architecture reviews have a scale of their own and do not count here. */
  readonly reviewers: readonly TrackRecord[];
}

export interface Choice {
  readonly value: string;
  readonly name: string;
  readonly reviews: number;
}

/** Figures over all reviews of changes; `architecture` counts the other reviews. */
export interface ArchiveTotals {
  readonly reviews: number;
  readonly changes: number;
  readonly architecture: number;
  readonly series: number;
  readonly raised: number;
  readonly merged: number;
  readonly unlinked: number;
  readonly kept: SeverityCounts & { readonly all: number };
  readonly moved: number;
  readonly dropped: number;
  readonly withGaps: number;
  readonly repositories: readonly string[];
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/** Work over time, in weeks, or in months where weeks would be too many to look at. No gap between the buckets. */
export interface Activity {
  readonly unit: "week" | "month";
  readonly buckets: readonly ActivityBucket[];
}

export interface ActivityBucket {
  /** First day, `YYYY-MM-DD`; weeks begin on Monday. */
  readonly start: string;
  readonly reviews: number;
  readonly kept: SeverityCounts;
}

/** All reviews of one pull request or branch, in time order. A review that belongs to nothing is a series of its own. */
export interface Series {
  /** Unique in the archive and fit for an anchor: `pr-336`. */
  readonly key: string;
  readonly kind: "pull-request" | "branch" | "architecture" | "other";
  readonly number: number | undefined;
  readonly url: string | undefined;
  readonly title: string;
  readonly branch: string | undefined;
  readonly repository: string | undefined;
  readonly authors: readonly string[];
  readonly rounds: readonly SeriesRound[];
}

/** A review at its place in time. */
export interface SeriesRound {
  readonly digest: ReportDigest;
  readonly position: number;
  /** Of the change. Many reports leave it out; within a series of one author it is that one. */
  readonly author: string | undefined;
  /** What the report prints, where that is not its position. */
  readonly printed: number | undefined;
  /** It looks at the very commits of the round before. */
  readonly sameCommits: boolean;
}

/** What one reviewer did over the whole archive. */
export interface TrackRecord {
  readonly reviewer: ReviewerId;
  readonly name: string;
  readonly overall: Tally;
  /** In order of first use; `undefined` where reports name no model. */
  readonly byModel: readonly { readonly model: string | undefined; readonly tally: Tally }[];
  readonly byReview: readonly ReviewMark[];
}

/**
 * A reviewer's figures over some reviews. All but the first three and the times count raised findings:
 * `raised.all = kept + routed + dropped`.
 */
export interface Tally {
  /** Reviews with this reviewer on the panel. */
  readonly reviews: number;
  readonly failed: number;
  /** Reviews whose raw text is there: the base of everything raised. */
  readonly withRaw: number;
  readonly raised: SeverityCounts & { readonly all: number };
  /** Raised findings that are in a kept problem. */
  readonly kept: number;
  readonly routed: number;
  readonly dropped: number;
  readonly endings: FindingFates;
  readonly refuted: number;
  /** Of the kept ones, those that ended milder or graver than claimed. */
  readonly downgraded: number;
  readonly promoted: number;
  /** Kept ones of reviews in which another reviewer did not fail either: the base of `alone`. */
  readonly keptBesideOthers: number;
  /** Those of them that nobody else raised, by final severity. */
  readonly alone: SeverityCounts & { readonly all: number };
  /** Seconds, in time order, of the reviews that state it. */
  readonly durations: readonly number[];
}

/** One review as a point in a reviewer's history. */
export interface ReviewMark {
  readonly review: ReviewId;
  readonly startedAt: string | undefined;
  readonly outcome: ReviewerRun["outcome"];
  readonly durationSeconds: number | undefined;
}
