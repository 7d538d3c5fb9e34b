import { setTimeout as sleep } from "node:timers/promises";
import type { OpenedChange } from "#adapters/git/open-change.ts";
import type { ToolReview } from "#adapters/store/journal-entry.ts";
import type { Analyzer, UncheckedFile } from "#model/change/analyzer.ts";
import type { ChangeIndex } from "#model/change/change-index.ts";
import type { Finding } from "#model/finding.ts";
import { reviewerId } from "#model/ids.ts";
import { GATES_ID, type GateResult } from "#model/panel/gate.ts";
import { PROBE_ID, type ProbeResult } from "#model/panel/probe-result.ts";
import type { Reading, SkippedHits, SwitchedOff } from "#model/panel/receipt.ts";
import type { Reviewer, ReviewerRun, ReviewerStatements } from "#model/panel/reviewer.ts";
import type { Switches } from "#model/change/settings.ts";
import type { PullRequest } from "#model/pull/pull-request.ts";
import type { SayProgress } from "#model/panel/round-event.ts";
import type { PlannedBreak } from "#probe/planned-break.ts";
import { keepWanted, switchOff } from "#reviewers/analyzer/switches/switch-off.ts";
import { writeAnalysis } from "#reviewers/analyzer/write-analysis.ts";
import { ANALYZERS } from "#reviewers/registry.ts";
import { describeTool } from "#reviewers/sarif/describe-tool.ts";
import { readSarif, type SarifReview } from "#reviewers/sarif/read-sarif.ts";
import { readScript, type ScriptedReviewer } from "#reviewers/scripted/read-script.ts";
import type { EarlierFinding, KnownGates } from "#steps/build-context/bundle-input.ts";
import { isReview, NO_REVIEW } from "#steps/read-review/is-review.ts";
import { readReview } from "#steps/read-review/read-review.ts";
import { omitUndefined } from "#util/omit-undefined.ts";
import { UserError } from "#util/errors.ts";
import { freeName, slug } from "#util/names.ts";
import { maskSecrets } from "#util/secrets/mask-secrets.ts";
import { collectSkipped } from "./round/collect-skipped.ts";
import { describeUnchecked } from "./round/describe-files.ts";

/** What a member of the panel gets. */
export interface Assignment {
  /** The change with its repository. */
  readonly opened: OpenedChange;
  readonly index: ChangeIndex;
  readonly switches: Switches;
  /** Aborted when the user stops the reviewers. What they have written so far is kept. */
  readonly signal: AbortSignal;
  /** The ids of all members of the panel. Absent: it has no others. */
  readonly panel?: readonly string[];
  /** The number of this pass, from 1. */
  readonly pass: number;
  /** The round's folder, for files that accompany the review. */
  readonly folder: string;
  /** Credentials in the change, to mask in everything that is kept. */
  readonly secrets: readonly string[];
  /** Reports the current activity. */
  readonly progress: SayProgress;
  /** Gets the text as it is written, so that it is on disk if the round is killed. */
  readonly output: { write(chunk: string): Promise<void> };
  /** The findings of the built-in reviewers. Waits for them. */
  evidence(): Promise<readonly Finding[]>;
  /** What the repository's own commands showed. Waits for them, but not long. Undefined: none are run. */
  gates(): Promise<KnownGates | undefined>;
  /** The reviewed pull request, if there is one. */
  readonly pull?: PullRequest;
  /** The findings of earlier rounds of the same change, and their state. */
  earlier(): Promise<readonly EarlierFinding[]>;
}

/** The review of one member in one pass, and how its run went. */
export interface ReviewerResult extends ReviewerStatements {
  /** With the text of the review and its summary. */
  readonly run: ReviewerRun;
  readonly findings: readonly Finding[];
  readonly switchedOff?: readonly SwitchedOff[];
  /** What a built-in reviewer looked at and did not report. */
  readonly skipped?: SkippedHits;
  /** What it provably read, if we could track its tools. */
  readonly reading?: Reading;
  /** What the repository's own commands showed, where it ran them. */
  readonly gates?: readonly GateResult[];
  /** What breaking the changed code showed, where it did that. */
  readonly probe?: ProbeResult;
  /** The linters among its commands, each a reviewer of its own. */
  readonly tools?: readonly ToolReview[];
  /** Who it is, if it joined the panel while another member ran. */
  readonly joined?: Reviewer;
  /** What a linter says of the head, by file. Absent: unknown. */
  readonly saidChecks?: ToolReview["saidChecks"];
  /** The number of passes of its reviewer. Absent: one. */
  readonly passes?: number;
}

/** The result of a member, followed by those of the tools that it ran. */
export function withTools({ tools = [], ...result }: ReviewerResult): ReviewerResult[] {
  return [result, ...tools.map(({ reviewer, ...review }) => ({ ...review, joined: reviewer }))];
}

/** The panel with those who joined it while it ran. */
export function withJoined(panel: readonly Reviewer[], results: readonly ReviewerResult[]): readonly Reviewer[] {
  return [...panel, ...results.flatMap(({ joined }) => joined ?? [])];
}

/** The text of a review as it was read. */
interface WrittenReview {
  readonly text: string;
  /** The reviewer's own summary. */
  readonly summary?: string;
}

/** The run of a reviewer that wrote a review. */
export function runOf(
  reviewer: Reviewer,
  pass: number,
  { text, summary, ...more }: WrittenReview & Partial<ReviewerRun>,
): ReviewerRun {
  const completed = {
    reviewer: reviewer.id,
    pass,
    outcome: "completed",
    text,
    summary,
    textStatus: "verbatim",
  } as const;
  return { ...completed, ...omitUndefined(more) };
}

/** The longest text of one reviewer in one pass, in characters. Real reviews are a tenth of it. */
export const MAX_REVIEW_LENGTH = 2 * 1024 * 1024;

/** The message for a longer review. */
export const TOO_LONG = "its review was larger than 2 MB; what came after is not read";

/** A reviewer on the panel. If it throws, it has failed, and the others continue. */
export interface PanelMember {
  readonly reviewer: Reviewer;
  /** The number of passes it needs for this change. Default: one. */
  passes?(assignment: Assignment): Promise<number>;
  review(assignment: Assignment): Promise<ReviewerResult>;
  /** Of the probe: runs further breaks, within the rest of its time, and adds what came of them. */
  runBreaks?(probe: ProbeResult, breaks: readonly PlannedBreak[], place: ProbePlace): Promise<ProbeResult>;
}

/** Where further breaks are run. */
export type ProbePlace = Pick<Assignment, "opened" | "index" | "folder" | "signal" | "progress">;

/** The built-in reviewers. */
export function builtInAnalyzers(): readonly Analyzer[] {
  return ANALYZERS;
}

/** A built-in reviewer as a member of the panel. */
export function analyzerMember(analyzer: Analyzer): PanelMember {
  const { id, name, question } = analyzer;
  const reviewer: Reviewer = { id: reviewerId(id), name, kind: "analyzer", family: id };
  return {
    reviewer,
    async review({ index, switches, signal, progress, pass }) {
      const missed: UncheckedFile[] = [];
      const skipped = collectSkipped();
      const unlooked = (one: UncheckedFile): void => void missed.push(one);
      const found = await analyzer.review(index, signal, { progress, unlooked, skipped: skipped.add });
      const input = { reviewer: reviewer.id, index, switches };
      const { hits, off } = await switchOff(found, input);
      const { text, ...analysis } = writeAnalysis({
        reviewer: reviewer.id,
        name,
        question,
        hits,
        paths: pathsOf(index),
      });
      const missing = describeUnchecked(await keepWanted(missed, input), analyzer.checks);
      const incidents = missing.length === 0 ? undefined : missing;
      const run = runOf(reviewer, pass, { text, incidents });
      return { ...analysis, switchedOff: off, ...skipped.result(), run };
    },
  };
}

/** A file with reviews: its name for messages, and its text. */
export interface ReviewerFile {
  readonly name: string;
  readonly text: string;
}

/** Makes each tool in SARIF files a member, restricted to the change. Throws a UserError for a bad file. */
export function sarifMembers(files: readonly ReviewerFile[], root: string): PanelMember[] {
  const tools: PanelMember[] = [];
  for (const { name, text: plain } of files) {
    const text = maskSecrets(plain);
    const read = readSarif(text, { addedLines: () => new Set(), root });
    if (!read.ok) throw badFile(name, "SARIF file", read.why);
    for (const [at, { tool }] of read.reviews.entries()) {
      const isTaken = (id: string): boolean =>
        id === GATES_ID ||
        id === PROBE_ID ||
        [...ANALYZERS, ...tools.map(({ reviewer }) => reviewer)].some((other) => other.id === id);
      const id = freeName(slug(tool) || "sarif", isTaken);
      // Two runs of one tool also get different names.
      const others = tools.filter(
        ({ reviewer }) => reviewer.name === tool || reviewer.name.startsWith(`${tool} `),
      ).length;
      const called = others === 0 ? tool : `${tool} ${others + 1}`;
      tools.push(
        sarifMember({ id: reviewerId(id), name: called, kind: "import", family: id }, (index) => {
          const paths = new Set(index.head.tree.files.map(({ path }) => path));
          const again = readSarif(text, { addedLines: (path) => index.addedLines(path), root, paths });
          return again.ok ? again.reviews[at] : undefined;
        }),
      );
    }
  }
  return tools;
}

/** One tool. Its findings count even if the tool failed later. */
function sarifMember(reviewer: Reviewer, read: (index: ChangeIndex) => SarifReview | undefined): PanelMember {
  return {
    reviewer,
    async review({ index, switches, pass }) {
      const review = read(index);
      if (review === undefined) throw new Error("its file can no longer be read");
      const { hits, off } = await switchOff(review.hits, { reviewer: reviewer.id, index, switches });
      const question = "What does this tool say of the added lines?";
      const { text, ...analysis } = writeAnalysis({
        reviewer: reviewer.id,
        name: reviewer.name,
        question,
        hits,
        paths: pathsOf(index),
      });
      return { ...analysis, switchedOff: off, run: runOf(reviewer, pass, { text, ...describeTool(review) }) };
    },
  };
}

function pathsOf({ change }: ChangeIndex): string[] {
  return change.diffs.filter(({ hunks }) => hunks.length > 0).map(({ file }) => file.path);
}

/** The reviewers of script files. Throws a UserError for a bad file, and for an id that is already on the panel. */
export function scriptedMembers(files: readonly ReviewerFile[], others: readonly PanelMember[] = []): PanelMember[] {
  const members = files.flatMap(({ name, text }) => {
    const script = readScript(text);
    if (!script.ok) throw badFile(name, "script of reviewers", script.why);
    return script.reviewers.map((reviewer) => ({ name, member: scriptedMember(reviewer) }));
  });
  const taken = new Map<string, string>([
    ...ANALYZERS.map(({ id }) => [id, "the built-in reviewers"] as const),
    [GATES_ID, "the gates"],
    [PROBE_ID, "the probe"],
    ...others.map(({ reviewer }) => [reviewer.id, "the tools of SARIF files"] as const),
  ]);
  for (const { name, member } of members) {
    const { id } = member.reviewer;
    const other = taken.get(id);
    if (other !== undefined) throw badFile(name, "script for this panel", `${other} already have a reviewer "${id}"`);
    taken.set(id, `the reviewers of ${name}`);
  }
  return members.map(({ member }) => member);
}

function scriptedMember(script: ScriptedReviewer): PanelMember {
  const { id, name, model, family, silent = 0, seconds = 0, notes = [], says, fails } = script;
  const reviewer: Reviewer = {
    id: reviewerId(id),
    name,
    kind: "scripted",
    model,
    family: family ?? id,
  };
  return {
    reviewer,
    async review({ signal, output, progress, secrets, pass }) {
      const text = maskSecrets(says ?? "", secrets);
      const parts = inParts(text);
      if (silent > 0) await sleep(silent * 1000, undefined, { signal });
      for (const [at, part] of parts.entries()) {
        for (const note of notes.slice(noteIndex(at, parts, notes), noteIndex(at + 1, parts, notes))) progress(note);
        await sleep((seconds * 1000) / parts.length, undefined, { signal });
        await output.write(part);
      }
      if (fails !== undefined) throw new Error(fails);
      if (text.trim() === "") throw new Error("it said nothing");
      if (text.length > MAX_REVIEW_LENGTH) throw new Error(TOO_LONG);
      if (!isReview(text)) throw new Error(NO_REVIEW);
      const { summary, ...read } = readReview(text, { reviewer: reviewer.id });
      return { ...read, run: runOf(reviewer, pass, { text, summary }) };
    },
  };
}

const PARTS = 10;

/** Splits a text into at most ten parts. */
function inParts(text: string): string[] {
  const length = Math.max(1, Math.ceil(text.length / PARTS));
  const count = Math.max(1, Math.ceil(text.length / length));
  return Array.from({ length: count }, (_, at) => text.slice(at * length, (at + 1) * length));
}

/** The index of the first note for this part. Notes are spread evenly over the text. */
function noteIndex(at: number, parts: readonly string[], notes: readonly string[]): number {
  return Math.round((at / parts.length) * notes.length);
}

function badFile(name: string, what: string, why: string): UserError {
  return new UserError({ what: `${name} is not a ${what}`, why, fix: "name another file, or correct this one" });
}
