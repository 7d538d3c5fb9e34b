import type { ChangeIndex } from "./change-index.ts";
import type { Silencing } from "../finding.ts";
import type { Location } from "../location.ts";
import type { SayProgress } from "../panel/round-event.ts";
import type { Class, Severity } from "../severity.ts";

/** One check of a built-in reviewer, as `deep-review rules` and its page in the documents show it. */
export interface Check {
  /** `<reviewer>/<check>`, e.g. `loose-ends/removed-name`. */
  readonly id: string;
  readonly title: string;
  /** What it looks for and why that matters, in one or two sentences. */
  readonly about: string;
  readonly severity: Severity;
  /** What it raises at worst, where that is graver. */
  readonly worst?: Severity;
  /** Languages it knows; absent: any. */
  readonly languages?: readonly string[];
  /** Code or text that it reports, and something near to it that it does not. */
  readonly catches: string;
  readonly ignores: string;
  /** Why `deep-review audit`, which looks at a tree, leaves it out. Absent: both say the same about the same lines. */
  readonly changeOnly?: string;
}

/** Most hits of a check have one severity; some are graver: `suggestion or important`. */
export function severitiesOf({ severity, worst = severity }: Pick<Check, "severity" | "worst">): string {
  return worst === severity ? severity : `${severity} or ${worst}`;
}

/** One place that a check reports, with its line. */
export interface CheckPlace {
  readonly location: Location;
  /** The line or lines, verbatim. */
  readonly quote: string;
  readonly note?: string;
  /** Shown because it proves something; the problem does not stand here. */
  readonly evidence?: true;
}

/** What a check found. Places of one problem are grouped under one hit. */
export interface CheckHit {
  readonly check: string;
  readonly severity: Severity;
  /** Absent: unknown, because there is no change to compare with. */
  readonly class?: Class | undefined;
  /** One line, the thing named: "`retryLimit` is gone, but docs/delivery.md still names it". */
  readonly title: string;
  /** Plain sentences: what is so, how it is known, what to do. Markdown. */
  readonly explanation: string;
  readonly fix?: string;
  /** The first is the main one. Empty where another tool names none. */
  readonly places: readonly CheckPlace[];
  /** What the change adds to silence it. It is raised anyway. */
  readonly silencedBy?: Silencing;
  /** How sure the check is that a person would want to know, 0 to 1: orders hits of one severity. */
  readonly weight: number;
}

/** A file that a check should have examined and could not. */
export interface UncheckedFile {
  /** Its id. */
  readonly check: string;
  readonly path: string;
  /** Behind a colon: "the linter could not be loaded". */
  readonly why: string;
}

/** Reports that a check could not look at something. Otherwise it would seem that nothing was found. */
export type ReportUnchecked = (one: UncheckedFile) => void;

/** Something that a check looked at and did not report, for a reason that a reader may want to know. */
export interface SkippedHit {
  /** Its id. */
  readonly check: string;
  readonly path: string;
  readonly line?: number | undefined;
  /** What it is about, as Markdown: "`retryLimit`". */
  readonly about: string;
  /** A clause: "code still uses the name: src/send.ts:4". */
  readonly why: string;
}

export type ReportSkipped = (one: SkippedHit) => void;

/** Hears what an analyzer does. */
export interface AnalyzerListener {
  readonly progress?: SayProgress;
  readonly unlooked?: ReportUnchecked | undefined;
  readonly skipped?: ReportSkipped | undefined;
}

/** A reviewer that needs no key: a set of checks over the index. Throws nothing for odd content; honours the signal. */
export interface Analyzer {
  readonly id: string;
  readonly name: string;
  /** What it answers, as a question: "Did the change finish what it started?" */
  readonly question: string;
  readonly checks: readonly Check[];
  review(index: ChangeIndex, signal: AbortSignal, listener?: AnalyzerListener): Promise<readonly CheckHit[]>;
}
