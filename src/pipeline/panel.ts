import { setTimeout as sleep } from "node:timers/promises";
import type { OpenedChange } from "#adapters/git/open-change.ts";
import type { Analyzer, Unlooked } from "#model/change/analyzer.ts";
import type { ChangeIndex } from "#model/change/change-index.ts";
import type { Finding } from "#model/finding.ts";
import { reviewerId } from "#model/ids.ts";
import type { Reading, SwitchedOff } from "#model/panel/receipt.ts";
import type { Reviewer, ReviewerRun, ReviewerStatements } from "#model/panel/reviewer.ts";
import type { Switches } from "#model/change/settings.ts";
import type { PullRequest } from "#model/pull/pull-request.ts";
import type { SayProgress } from "#model/panel/round-event.ts";
import { keepWanted, switchOff } from "#reviewers/analyzer/switches/switch-off.ts";
import { writeAnalysis } from "#reviewers/analyzer/write-analysis.ts";
import { ANALYZERS } from "#reviewers/registry.ts";
import { describeTool } from "#reviewers/sarif/describe-tool.ts";
import { readSarif, type SarifReview } from "#reviewers/sarif/read-sarif.ts";
import { readScript, type ScriptedReviewer } from "#reviewers/scripted/read-script.ts";
import type { EarlierFinding } from "#steps/build-context/bundle-input.ts";
import { readReview } from "#steps/read-review/read-review.ts";
import { UserError } from "#util/errors.ts";
import { freeName, slug } from "#util/names.ts";
import { maskSecrets } from "#util/secrets/mask-secrets.ts";
import { describeUnlooked } from "./round/describe-files.ts";
import { MAX_REVIEW_LENGTH, TOO_LONG } from "./agents/review-limits.ts";

/** What a member of the panel is given. */
export interface Assignment {
  /** The change with its repository, for who needs a copy of it. */
  readonly opened: OpenedChange;
  readonly index: ChangeIndex;
  readonly switches: Switches;
  /** Aborted when the user wants no more: then what was said so far is all there is. */
  readonly signal: AbortSignal;
  /** Which pass this is, from 1. */
  readonly pass: number;
  /** The round's folder, for what belongs beside the review. */
  readonly folder: string;
  /** Credentials that the change holds; they must not stand in anything that is kept. */
  readonly secrets: readonly string[];
  /** Says what it does now; who watches the round sees it. */
  readonly progress: SayProgress;
  /** Takes its words as they come, so that they are on disk should the round be killed. */
  readonly output: { write(chunk: string): Promise<void> };
  /** What the built-in reviewers found; whoever asks waits for them. */
  evidence(): Promise<readonly Finding[]>;
  /** The pull request that is reviewed, as it was read; absent where none was. */
  readonly pull?: PullRequest;
  /** What earlier rounds of the same change raised, and what became of it. */
  earlier(): Promise<readonly EarlierFinding[]>;
}

/** What is known of a run beside its text; all of it may be missing. */
export type RunFacts = Partial<Omit<ReviewerRun, "reviewer" | "pass" | "text" | "summary" | "durationSeconds">>;

/** What a member says: its text, the findings in it, and what it found but somebody switched off. */
export interface PanelReview extends ReviewerStatements {
  readonly text: string;
  /** Its own summary. */
  readonly summary?: string;
  readonly findings: readonly Finding[];
  readonly switchedOff?: readonly SwitchedOff[];
  readonly run?: RunFacts;
  readonly reading?: Reading;
}

/** A reviewer on the panel. It says something in Markdown, or throws: then it has failed, and the others go on. */
export interface PanelMember {
  readonly reviewer: Reviewer;
  /** In how many passes it reviews this change; one, where it does not say. */
  passes?(assignment: Assignment): Promise<number>;
  review(assignment: Assignment): Promise<PanelReview>;
}

/** The reviewers that need no key. */
export function builtInAnalyzers(): readonly Analyzer[] {
  return ANALYZERS;
}

/** A built-in reviewer as a member of the panel. */
export function analyzerMember(analyzer: Analyzer): PanelMember {
  const { id, name, question } = analyzer;
  const reviewer: Reviewer = { id: reviewerId(id), name, kind: "analyzer", family: id };
  return {
    reviewer,
    async review({ index, switches, signal, progress }) {
      const missed: Unlooked[] = [];
      const found = await analyzer.review(index, signal, { progress, unlooked: (one) => missed.push(one) });
      const input = { reviewer: reviewer.id, index, switches };
      const { hits, off } = await switchOff(found, input);
      const analysis = writeAnalysis({ reviewer: reviewer.id, name, question, hits, paths: pathsOf(index) });
      const incidents = describeUnlooked(await keepWanted(missed, input), analyzer.checks);
      return { ...analysis, switchedOff: off, ...(incidents.length === 0 ? {} : { run: { incidents } }) };
    },
  };
}

/** A file that stands for reviewers: its name for messages, and its text. */
export interface ReviewerFile {
  readonly name: string;
  readonly text: string;
}

/** Each tool in SARIF files becomes a member, restricted to the change. Throws a UserError for a bad file. */
export function sarifMembers(files: readonly ReviewerFile[], root: string): PanelMember[] {
  const tools: PanelMember[] = [];
  for (const { name, text: plain } of files) {
    const text = maskSecrets(plain);
    const read = readSarif(text, { addedLines: () => new Set(), root });
    if (!read.ok) throw badFile(name, "SARIF file", read.why);
    for (const [at, { tool }] of read.reviews.entries()) {
      const isTaken = (id: string): boolean =>
        [...ANALYZERS, ...tools.map(({ reviewer }) => reviewer)].some((other) => other.id === id);
      const id = freeName(slug(tool) || "sarif", isTaken);
      // Two runs of one tool are told apart by name, too.
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

/** One tool; what it found counts, also where it failed later. */
function sarifMember(reviewer: Reviewer, read: (index: ChangeIndex) => SarifReview | undefined): PanelMember {
  return {
    reviewer,
    async review({ index, switches }) {
      const review = read(index);
      if (review === undefined) throw new Error("its file can no longer be read");
      const { hits, off } = await switchOff(review.hits, { reviewer: reviewer.id, index, switches });
      const question = "What does this tool say of the added lines?";
      const analysis = writeAnalysis({
        reviewer: reviewer.id,
        name: reviewer.name,
        question,
        hits,
        paths: pathsOf(index),
      });
      return { ...analysis, switchedOff: off, run: describeTool(review) };
    },
  };
}

function pathsOf({ change }: ChangeIndex): string[] {
  return change.diffs.filter(({ hunks }) => hunks.length > 0).map(({ file }) => file.path);
}

/** The reviewers of script files. Throws a UserError for a bad file, and where two on the panel would have one id. */
export function scriptedMembers(files: readonly ReviewerFile[], others: readonly PanelMember[] = []): PanelMember[] {
  const members = files.flatMap(({ name, text }) => {
    const script = readScript(text);
    if (!script.ok) throw badFile(name, "script of reviewers", script.why);
    return script.reviewers.map((reviewer) => ({ name, member: scriptedMember(reviewer) }));
  });
  const taken = new Map<string, string>([
    ...ANALYZERS.map(({ id }) => [id, "the built-in reviewers"] as const),
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
    async review({ signal, output, progress, secrets }) {
      const text = maskSecrets(says ?? "", secrets);
      const parts = inParts(text);
      if (silent > 0) await sleep(silent * 1000, undefined, { signal });
      for (const [at, part] of parts.entries()) {
        for (const note of notes.slice(share(at, parts, notes), share(at + 1, parts, notes))) progress(note);
        await sleep((seconds * 1000) / parts.length, undefined, { signal });
        await output.write(part);
      }
      if (fails !== undefined) throw new Error(fails);
      if (text.trim() === "") throw new Error("it said nothing");
      if (text.length > MAX_REVIEW_LENGTH) throw new Error(TOO_LONG);
      return { text, ...readReview(text, { reviewer: reviewer.id }) };
    },
  };
}

const PARTS = 10;

/** A text as somebody would speak it: in up to ten parts, the last of which ends it. */
function inParts(text: string): string[] {
  const length = Math.max(1, Math.ceil(text.length / PARTS));
  const count = Math.max(1, Math.ceil(text.length / length));
  return Array.from({ length: count }, (_, at) => text.slice(at * length, (at + 1) * length));
}

/** Where the notes stand that are said with this part: they spread over the whole text. */
function share(at: number, parts: readonly string[], notes: readonly string[]): number {
  return Math.round((at / parts.length) * notes.length);
}

function badFile(name: string, what: string, why: string): UserError {
  return new UserError({ what: `${name} is no ${what}`, why, fix: "name another file, or put this one right" });
}
