import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { openChange, type OpenedChange, type ScopeRequest } from "#adapters/git/open-change.ts";
import { openFactsCache } from "#adapters/store/facts-cache.ts";
import type { Archive } from "#adapters/store/archive.ts";
import { type Journal, type JournalEntry, readJournal, startJournal } from "#adapters/store/journal.ts";
import { withRoundLock } from "#adapters/store/round-lock.ts";
import { buildChangeIndex } from "#change-index/build-change-index.ts";
import type { ChangeIndex } from "#model/change/change-index.ts";
import type { Finding } from "#model/finding.ts";
import type { Review } from "#model/review.ts";
import type { RoundEvent } from "#model/round-event.ts";
import type { Reviewer, ReviewerRun } from "#model/reviewer.ts";
import type { Scope } from "#model/scope.ts";
import { groundFindings } from "#steps/ground-findings/ground-finding.ts";
import { sourceFromIndex } from "#steps/ground-findings/source-from-index.ts";
import { takeExcerpts } from "#steps/ground-findings/take-excerpts.ts";
import { classifyFile } from "#steps/resolve-scope/classify-file.ts";
import { consolidate } from "#steps/consolidate/consolidate.ts";
import { messageOf, UserError } from "#util/errors.ts";
import { ignoreFiles } from "./ignore-files.ts";
import { maskSource } from "./mask-source.ts";
import { nameRound } from "./name-round.ts";
import type { PanelMember } from "./panel.ts";
import { writeRecord } from "./write-record.ts";

/** What a round needs from its surroundings. */
export interface RoundHost {
  readonly archive: Archive;
  /** Who reviews. */
  readonly panel: readonly PanelMember[];
  /** Ids of checks that are switched off. */
  readonly off: ReadonlySet<string>;
  /** Globs of files that are not reviewed line by line. */
  readonly ignore: readonly string[];
  /** Name and version of the program, for the record. */
  readonly tool: string;
  readonly emit: (event: RoundEvent) => void;
  readonly signal: AbortSignal;
}

/** Reviews a change: the one place that says in which order a round happens. */
export async function runRound(request: ScopeRequest, host: RoundHost): Promise<Review> {
  const opened = await openChange({ ...request, signal: host.signal }, classifyFile);
  try {
    const { scope } = opened.change;
    const started = new Date();
    const journal = await startJournal(host.archive.folder, nameRound(scope, started));
    const start: StartEntry = {
      type: "start",
      tool: host.tool,
      at: started.toISOString(),
      repository: request.folder,
      scope,
      panel: host.panel.map(({ reviewer }) => reviewer),
      paths: request.paths ?? [],
    };
    return await withRoundLock(journal, async () => {
      await journal.append(start);
      return continueRound({ opened, journal, start, entries: [] }, host);
    });
  } finally {
    await opened.close();
  }
}

/** Goes on with a round that was cut short: only reviewers that had not ended run again. */
export async function resumeRound(id: string, host: RoundHost): Promise<Review> {
  const { journal, entries } = await readJournal(host.archive.folder, id);
  const start = entries.find((entry) => entry.type === "start");
  if (start === undefined) {
    throw new UserError({
      what: `cannot resume ${id}`,
      why: "its journal does not say what was reviewed",
      fix: "start the review again",
    });
  }
  const { repository, scope, paths } = start;
  const opened = await openChange(
    { folder: repository, target: `${scope.base}..${scope.head}`, paths, signal: host.signal },
    classifyFile,
  );
  try {
    const same = { ...opened, change: { ...opened.change, scope } };
    return await withRoundLock(journal, () => continueRound({ opened: same, journal, start, entries }, host));
  } finally {
    await opened.close();
  }
}

type StartEntry = Extract<JournalEntry, { readonly type: "start" }>;

interface RoundState {
  readonly opened: OpenedChange;
  readonly journal: Journal;
  readonly start: StartEntry;
  readonly entries: readonly JournalEntry[];
}

async function continueRound({ opened, journal, start, entries }: RoundState, host: RoundHost): Promise<Review> {
  const { base, head, history } = opened;
  const change = ignoreFiles(opened.change, host.ignore);
  announce(change.scope, host);
  const cache = await openFactsCache(join(host.archive.folder, "cache", "facts"));
  const index = buildChangeIndex({ change, base, head, log: () => history.log(), cache, signal: host.signal });
  const members = start.panel.map((reviewer) => memberFor(reviewer, host.panel));
  const results = await Promise.all(members.map((member) => reviewOnce(member, { index, journal, entries, host })));
  host.signal.throwIfAborted();
  const findings = results.flatMap((result) => result.findings);
  const source = maskSource(sourceFromIndex(index));
  const grounded = await groundFindings(findings, source);
  const clusters = consolidate(findings);
  const excerpts = await takeExcerpts(source, clusters);
  const review = writeRecord({
    id: journal.id,
    tool: host.tool,
    startedAt: start.at,
    scope: change.scope,
    panel: members,
    runs: results.map(({ run }) => run),
    findings,
    groundings: grounded.map(({ grounding }) => grounding),
    clusters,
    excerpts,
  });
  const folder = await host.archive.write(review, []);
  // What could not be read today must not be remembered as empty.
  if (opened.isWhole) await cache.save();
  host.emit({ type: "round:end", id: review.id, folder });
  return review;
}

interface ReviewerResult {
  readonly run: ReviewerRun;
  readonly findings: readonly Finding[];
}

interface Occasion {
  readonly index: ChangeIndex;
  readonly journal: Journal;
  readonly entries: readonly JournalEntry[];
  readonly host: RoundHost;
}

/** A reviewer that has ended is not asked again; what it said is on disk. */
async function reviewOnce(member: PanelMember, { index, journal, entries, host }: Occasion): Promise<ReviewerResult> {
  const { id, name } = member.reviewer;
  const known = entries.find((entry) => entry.type === "reviewer" && entry.run.reviewer === id);
  if (known?.type === "reviewer") return known;
  host.emit({ type: "reviewer:start", name });
  const started = performance.now();
  const { run, findings } = await runMember(member, index, host);
  const timed = { ...run, durationSeconds: Math.round(performance.now() - started) / 1000 };
  await journal.append({ type: "reviewer", run: timed, findings });
  host.emit({ type: "reviewer:end", name, run: timed, findings: findings.length });
  return { run: timed, findings };
}

/** The only catch on the review path: what one reviewer throws must not cost the others their findings. */
async function runMember(member: PanelMember, index: ChangeIndex, { off, signal }: RoundHost): Promise<ReviewerResult> {
  const { id: reviewer } = member.reviewer;
  try {
    const { text, findings } = await member.review({ index, off, signal });
    return { run: { reviewer, pass: 1, outcome: "completed", text, textStatus: "verbatim" }, findings };
  } catch (error) {
    // The user stopped the round; that is not the reviewer's failure.
    if (signal.aborted) throw error;
    const message = messageOf(error);
    return { run: { reviewer, pass: 1, outcome: "failed", message, textStatus: "absent" }, findings: [] };
  }
}

function announce({ covers = "", files }: Scope, { emit }: RoundHost): void {
  const sum = (side: "added" | "removed"): number =>
    files.reduce((total, { lines }) => total + (lines?.[side] ?? 0), 0);
  emit({ type: "scope", covers, files: files.length, added: sum("added"), removed: sum("removed") });
}

/** Who was on the panel when the round began stays on it. One that cannot be called again has failed, which the report says. */
function memberFor(reviewer: Reviewer, panel: readonly PanelMember[]): PanelMember {
  const known = panel.find((member) => member.reviewer.id === reviewer.id);
  if (known !== undefined) return known;
  return {
    reviewer,
    review: () => Promise.reject(new Error("not there when the round was resumed: name its file again")),
  };
}
