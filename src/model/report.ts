import type { Observation, Section, SectionKey } from "./assessment.ts";
import type { Credit, DropReason, RuledCluster } from "./cluster.ts";
import type { Decision } from "./decision.ts";
import type { Finding, Fix, Quote, Repro } from "./finding.ts";
import type { Excerpt, Grounding } from "./grounding.ts";
import type { ClusterId, FindingId, ReviewerId } from "./ids.ts";
import type { LedgerEntry } from "./ledger.ts";
import type { Location } from "./location.ts";
import type { ReportGates, ReportProbe } from "./panel/report-runs.ts";
import type { ClaimAudit, RunClaim } from "./panel/run-claim.ts";
import type { ReportPatch, ReportTrial } from "./panel/report-trial.ts";
import type { FileClaim } from "./panel/receipt.ts";
import type { Review } from "./review.ts";
import type { Incident, Reviewer, ReviewerRun } from "./panel/reviewer.ts";
import type { Worth } from "./history/judge-worth.ts";
import type { ComesFrom, ReportHistory, Unseen } from "./history/report-history.ts";
import type { Rung } from "./panel/evidence-ladder.ts";
import type { Class, Severity } from "./severity.ts";
import type { VerdictKind } from "./verdict.ts";
import type { Demonstration, Verification } from "./panel/verification.ts";

/** A number per severity. */
export type SeverityCounts = Readonly<Record<Severity, number>>;

/**
 * What is to be shown, decided and ordered; renderers only format it. It wraps the record (`review`), whose prose is
 * shown verbatim, and adds what was computed. Every count comes from the ledger.
 */
export interface Report {
  readonly review: Review;
  readonly source: ReportSource;
  readonly verdict: ReportVerdict;
  readonly counts: ReportCounts;
  /** What became of the findings of earlier rounds. Undefined where no earlier round is known. */
  readonly history: ReportHistory | undefined;
  /** Whether another round is worth it. Undefined in an import, and if earlier rounds were not searched. */
  readonly worth: Worth | undefined;
  /** How many problems are probably unseen. Undefined if no reviewer took part from whom that can be estimated. */
  readonly unseen: Unseen | undefined;
  /** Kept clusters, worst first, in id order within a severity. */
  readonly kept: readonly ReportFinding[];
  readonly dropped: readonly ReportFinding[];
  readonly routed: readonly ReportFinding[];
  /** The report's prose in reading order; `design` carries its observations as items too. */
  readonly sections: readonly ReportSection[];
  readonly coverage: Coverage;
  /** What the agents provably read. Undefined where none was watched. */
  readonly reading: ReadingMap | undefined;
  /** How many critical and important findings nothing that was run shows. Undefined: none. */
  readonly unproven: string | undefined;
  /** The repository's own commands, and what breaking the code showed. Each undefined where there is none. */
  readonly gates: ReportGates | undefined;
  readonly probe: ReportProbe | undefined;
  /** One per reviewer, in panel order. */
  readonly retro: readonly RetroColumn[];
  /** Numbers of the written retro table that the ledger contradicts. Empty where there is no written table. */
  readonly contradictions: readonly Contradiction[];
  /** Every raw finding once, in panel order: the ledger as rows to read. */
  readonly account: readonly AccountRow[];
  readonly rawReviews: readonly RawReview[];
}

/** How a report describes the origin of its record. */
export interface ReportSource {
  /** `Written by deep-review 1.4.0`, `Read from a published report`. */
  readonly byline: string;
  /** Who signs what is posted of it. */
  readonly signature: string;
  /** With its time zone where that is known. */
  readonly date: string | undefined;
  /** The shown verdict is the report's own. Otherwise it is computed by the rule. */
  readonly statesVerdict: boolean;
  /** Somebody wrote the summary. Otherwise it only repeats the numbers. */
  readonly hasWrittenSummary: boolean;
}

export interface ReportVerdict {
  /** What is printed: the stated phrase of an imported report, else the computed one. */
  readonly phrase: string;
  /** Undefined when an imported report uses a word of its own. */
  readonly kind: VerdictKind | undefined;
  readonly rationale: string | undefined;
  readonly decidedBy: readonly ClusterId[];
  /** Where an imported report's verdict is not what the rule says: the rule's verdict and why. */
  readonly rule: {
    readonly kind: VerdictKind;
    readonly phrase: string;
    readonly because: string;
    readonly differs: boolean;
  };
}

/**
 * `raised` and `merged` count raw findings; `kept`, `moved` and `dropped` count problems, as many as the report lists.
 * `kept.all + moved + dropped = raised - merged + unlinked`.
 */
export interface ReportCounts {
  readonly raised: number;
  /** Raw findings that say what another one says: their problem is counted once. */
  readonly merged: number;
  /** Problems without a raw finding of their own. Only an imported report has some. */
  readonly unlinked: number;
  /** By final severity. */
  readonly kept: SeverityCounts & { readonly all: number };
  readonly moved: number;
  readonly dropped: number;
  /** Decisions on anything else: remarks, or problems that are not kept. */
  readonly otherDecisions: readonly { readonly kind: Decision["kind"]; readonly count: number }[];
  readonly contested: number;
  /** Kept clusters by what became of them since. */
  readonly states: Readonly<Record<FindingState, number>>;
  /** Merged remarks on design, tests and so on. Zero in an import, which has prose. */
  readonly remarks: number;
  /** Those of the panel that did not only comment on the pull request. */
  readonly reviewers: {
    readonly all: number;
    readonly completed: number;
    readonly failed: number;
    /** Those that have not failed, or had raised something until then. */
    readonly heard: number;
  };
  /** Those that only commented on the pull request. */
  readonly commenters: number;
}

/** One cluster, ready to be shown as a card that can be read on its own. */
export interface ReportFinding {
  readonly id: ClusterId;
  readonly cluster: RuledCluster;
  readonly fate: "kept" | "routed" | "dropped";
  /** Final severity of a kept one; of the others the worst claimed. */
  readonly severity: Severity;
  readonly writtenSeverity: string | undefined;
  readonly title: string;
  readonly class: Class | undefined;
  readonly locations: readonly Location[];
  readonly places: readonly string[];
  readonly body: string;
  readonly quotes: readonly Quote[];
  readonly fix: Fix | undefined;
  readonly repros: readonly Repro[];
  readonly notes: readonly string[];
  /** The check that says this of so many places that short forms show only the first. Undefined: it is shown. */
  readonly foldedInto: string | undefined;
  /** What the change adds to silence it: "by a comment at a.ts:3: why". Undefined: nothing. */
  readonly silenced: string | undefined;
  readonly excerpts: readonly Excerpt[];
  readonly evidence: Evidence;
  /** What verifiers answered, and what came of its repros when we ran them. */
  readonly verifications: readonly Verification[];
  readonly demonstrations: readonly Demonstration[];
  /** What its authors say they ran and the logs of their tools do not support. */
  readonly runClaims: readonly RunClaim[];
  /** The same runs in words. */
  readonly trials: readonly ReportTrial[];
  /** The patch that its findings propose. Undefined: none is one that git could read. */
  readonly patch: ReportPatch | undefined;
  readonly voices: readonly Voice[];
  /** Panel members that did not raise it, although they completed. */
  readonly silent: readonly ReviewerId[];
  readonly contested: Contest | undefined;
  /** For routed and dropped ones: the section, or the reason, with an explanation. */
  readonly routedTo: SectionKey | undefined;
  readonly dropReason: DropReason | undefined;
  readonly because: string;
  /** The rulings of earlier authors that the last one replaces, the newest first, each in a phrase. Mostly empty. */
  readonly overrules: readonly string[];
  /** Where it comes from. Undefined in the first round of a series and in an import. */
  readonly comesFrom: ComesFrom | undefined;
  /** What people did with it afterwards. */
  readonly decisions: readonly Decision[];
  /** What became of it by these decisions. */
  readonly state: FindingState;
}

/** `open` until a decision settles it. */
export const FINDING_STATES = ["fixed", "declined", "accepted-risk", "not-applicable", "open"] as const;
export type FindingState = (typeof FINDING_STATES)[number];

/** One reviewer behind a cluster: credited, linked to raw findings, or both. */
export interface Voice {
  readonly reviewer: Reviewer;
  readonly credit: Credit | undefined;
  readonly members: readonly VoiceMember[];
  /** Set when the report credits it but no raw finding could be linked: why. */
  readonly unlinked: string | undefined;
}

export interface VoiceMember {
  readonly finding: FindingId;
  readonly label: string;
  /** Its own title, if several findings were merged and it is not the title shown. */
  readonly title: string | undefined;
  readonly claimed: Severity;
  readonly share: "primary" | "secondary" | "duplicate";
  readonly confidence: number;
  readonly because: string;
}

/**
 * What stands behind a finding: how high it is on the ladder of evidence, and what else is known of it.
 */
export interface Evidence {
  readonly level: Rung;
  /** Why it is this rung. */
  readonly text: string;
  /** Of a critical or important finding that nothing we know to have run shows: why. Undefined otherwise. */
  readonly unproven: string | undefined;
  /** The answer of a verifier. Undefined if it was not to be verified. */
  readonly verified: Verified | undefined;
  readonly grounding: Grounding | undefined;
  /** What else the check of its findings showed: another class, a fix that does not apply, a claim answered. */
  readonly remarks: readonly EvidenceRemark[];
  /** The same in a few words, only where it matters: "quote moved to line 47", "fix applies". */
  readonly brief: readonly string[];
}

/** In `Evidence.brief`, before what the log says: a run that an author states. */
export const STATED_RUN = "a stated run is";

/** In `Evidence.brief`: the proposed fix applies to the reviewed commit as it is. */
export const FIX_APPLIES = "fix applies";

/** The answer of a verifier. `unverified`: there is none, so nothing is confirmed. */
export interface Verified {
  readonly state: "confirmed" | "refuted" | "cannot-tell" | "unverified";
  readonly text: string;
}

/** A sentence about one raw finding. */
export interface EvidenceRemark {
  readonly finding: FindingId;
  readonly text: string;
}

/** Why a kept finding is contested, with both sides. A side without reviewers is what the code itself shows. */
export interface Contest {
  readonly why: string;
  readonly sides: readonly { readonly says: string; readonly reviewers: readonly ReviewerId[] }[];
}

export interface ReportSection extends Section {
  /** Items of the design section. */
  readonly observations: readonly Observation[];
}

/** What each reviewer claims about each file. */
export interface Coverage {
  readonly files: readonly CoverageFile[];
  /** Reviewers that gave a coverage summary; the others are unknown, not blind. */
  readonly claimants: readonly ReviewerId[];
}

export interface CoverageFile {
  readonly path: string;
  readonly claims: readonly FileClaim[];
  /** Kept clusters located in this file. */
  readonly clusters: readonly ClusterId[];
  /** Reviewers that called it clean although a kept cluster they do not stand behind is located there. */
  readonly missedBy: readonly ReviewerId[];
}

/** Who of the agents provably read which hunk; of files that are reviewed line by line. */
export interface ReadingMap {
  /** Agents of the panel, in its order: the columns. */
  readonly agents: readonly Reviewer[];
  /** How many agents must have read a hunk. */
  readonly readers: number;
  readonly hunks: number;
  /** Those that so many agents have read. */
  readonly read: number;
  readonly unread: readonly Location[];
  /** Files that some observable agent has not read whole, in the order of the change. */
  readonly files: readonly ReadingFile[];
  /** The other files, which all observable agents have read whole. */
  readonly whole: { readonly files: number; readonly hunks: number; readonly states: readonly HunkState[] };
}

export interface ReadingFile {
  readonly path: string;
  readonly rows: readonly ReadingRow[];
}

/** Hunks that follow each other and were read by the same agents. */
export interface ReadingRow {
  /** From the first line of the first to the last line of the last. */
  readonly place: Location;
  readonly hunks: number;
  /** One for each agent. */
  readonly states: readonly HunkState[];
  /** Too few have read them. */
  readonly isUnread: boolean;
}

/** `lost`: it was read by an agent that then failed, so its findings are unknown. */
export type HunkState = "read" | "unread" | "lost" | "not-given" | "unproven";

/** How a reviewer worked, in words. */
export interface ReviewerWork {
  /** `Claude Code 2.1.325`, `1,400 tokens in, 34 out`, `cost unknown`, `inside bubblewrap`. Empty where nothing is known. */
  readonly facts: readonly string[];
  /** Those of them that belong in a short summary: another model, known usage. */
  readonly notable: readonly string[];
  /** Its program ran without a sandbox of the system. */
  readonly hadNoSandbox: boolean;
  /** What a reader must know of its runs, each once; and how many things it did that it must not do, where somebody looked. */
  readonly fence: number | undefined;
  readonly incidents: readonly (Incident & { readonly times: number })[];
}

/** How well cited places and quotes fit the reviewed commit; the base is what could be looked up. */
export interface LocationAccuracy {
  readonly places: { readonly exist: number; readonly checked: number };
  /** `elsewhere`: of those that stand, the ones at other lines than cited. */
  readonly quotes: { readonly stand: number; readonly elsewhere: number; readonly checked: number };
}

export interface CountedChange<T> {
  readonly from: Severity;
  readonly to: T;
  readonly count: number;
}

/** What the ledger shows about one reviewer in this round. Undefined means unknown, never zero. */
export interface RetroColumn {
  readonly reviewer: Reviewer;
  readonly run: ReviewerRun | undefined;
  /** Over all its passes. */
  readonly outcome: ReviewerRun["outcome"];
  readonly durationSeconds: number | undefined;
  readonly toolCalls: number | undefined;
  readonly work: ReviewerWork;
  /** Raw findings by claimed severity; unknown when its raw review is not there. */
  readonly raised: SeverityCounts | undefined;
  /** Its raw findings that stand in a kept cluster. */
  readonly keptFindings: number | undefined;
  /** Kept clusters it stands behind, by final severity. */
  readonly standsBehind: SeverityCounts;
  /** Kept clusters that it alone stands behind. */
  readonly alone: SeverityCounts;
  /** Its raw findings in a kept cluster that another reviewer stands behind too. */
  readonly merged: number | undefined;
  /** Its raw findings in kept clusters of its own. Together with `merged` these are the kept ones. */
  readonly unique: number | undefined;
  readonly downgraded: readonly CountedChange<Severity>[];
  readonly promoted: readonly CountedChange<Severity>[];
  readonly routed: readonly { readonly to: SectionKey; readonly count: number }[];
  readonly dropped: readonly { readonly reason: DropReason; readonly count: number }[];
  /** Dropped as refuted. */
  readonly falsePositives: number | undefined;
  /** Unknown when its raw review is not there. */
  readonly observations: { readonly concerns: number; readonly strengths: number } | undefined;
  /** Files its coverage summary names; unknown without one. */
  readonly files: number | undefined;
  /** Files it called clean or trivial. */
  readonly calledClean: number | undefined;
  /** Those of them where a kept cluster of others stands; unknown without a coverage summary. */
  readonly coverageMisses: readonly { readonly path: string; readonly clusters: readonly ClusterId[] }[] | undefined;
  /** Unknown where nothing was looked up at the commit. */
  readonly locations: LocationAccuracy | undefined;
  /** What it says it ran, by what its log says of it. Undefined: it says so nowhere. */
  readonly runClaims: Readonly<Record<ClaimAudit, number>> | undefined;
  /** Files that it says it reviewed and that its tools never opened. */
  readonly unopened: readonly FileClaim[];
  /** One paragraph made from these numbers; its first sentence lacks the reviewer's name. */
  readonly said: string;
  /** The paragraph that an imported report wrote about it. */
  readonly written: string | undefined;
}

export interface Contradiction {
  readonly reviewer: ReviewerId;
  readonly row: string;
  readonly written: string;
  readonly computed: string;
}

export interface AccountRow {
  readonly entry: LedgerEntry;
  readonly finding: Finding;
  /** Its title; labels in it as `I3 (claude:I2)`. */
  readonly title: string;
  readonly cluster: RuledCluster;
  /** The rulings of earlier authors that the last one replaces, the newest first. */
  readonly overrules: readonly string[];
}

export interface RawReview {
  readonly reviewer: Reviewer;
  readonly run: ReviewerRun;
  /** Its findings in the order of the text, with the clusters each one fed. */
  readonly findings: readonly {
    readonly finding: Finding;
    readonly clusters: readonly ClusterId[];
    readonly fate: LedgerEntry["fate"];
  }[];
}
