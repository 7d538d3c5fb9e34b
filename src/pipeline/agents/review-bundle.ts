import { openPrinted, type Printed } from "#adapters/store/raw-output.ts";
import type { Bundle, BundleFile } from "#model/agent/bundle.ts";
import type { AgentEvent, ToolEvent } from "#model/agent/agent-event.ts";
import { doubtfulFiles, type Fence, joinFences } from "#model/panel/fence.ts";
import type { Reading } from "#model/panel/receipt.ts";
import type { Incident, Reviewer, ReviewerRun, Usage } from "#model/panel/reviewer.ts";
import { isSameModel } from "#reviewers/same-model.ts";
import type { BundleSettings } from "#steps/build-context/bundle-input.ts";
import { FIRST_ANSWER, promptFor, promptForForm } from "#steps/build-context/prompt-for.ts";
import { joinAnswers } from "#steps/read-review/first-answer.ts";
import { isReview } from "#steps/read-review/is-review.ts";
import { readReview } from "#steps/read-review/read-review.ts";
import { indexHunks } from "#steps/take-receipt/hunk-index.ts";
import { createReadingTracker, type ReadingTracker } from "#steps/take-receipt/reading-tracker.ts";
import { createMasker, maskSecrets } from "#util/secrets/mask-secrets.ts";
import { type Assignment, type ReviewerResult, runOf } from "../panel.ts";
import type { AgentHost } from "./agent-host.ts";
import { type AgentAttempt, askAgain } from "./ask-again.ts";
import { AttemptLogs, type CommandRecorder } from "./command-recorder.ts";
import { describeProgress } from "./describe-progress.ts";
import type { Transcript } from "./transcript.ts";

/** What a reviewer with tools has to do, and the callbacks for its progress. */
export interface AgentTask {
  /** The round's folder. Its name is the owner of the desk. */
  readonly folder: string;
  readonly signal: AbortSignal;
  readonly files: readonly BundleFile[];
  readonly prompt: string;
  /** Keeps everything the program prints. */
  readonly printed: Printed;
  /** Starts tracking what its tools open below these folders. */
  readonly watch: (desks: readonly string[]) => (event: ToolEvent) => void;
  readonly onText: (text: string) => void;
  readonly onEvent: (event: AgentEvent) => void;
  readonly onNote: (note: string) => void;
}

/** A reviewer with tools: an agent or a model. */
export interface BundleReviewer {
  readonly reviewer: Reviewer;
  /** The model we ask for. */
  readonly model: string | undefined;
  readonly product?: string;
  readonly version?: string;
  readonly isObservable: boolean;
  readonly settings: BundleSettings;
  readonly host: AgentHost;
  /** Values to mask in everything that is kept. */
  readonly secrets: readonly string[];
  attempt(task: AgentTask): Promise<AgentAttempt>;
}

/** Has a reviewer with tools review one bundle. Tracks what it reads, asks again where that may help, keeps everything. */
export async function reviewBundle(assignment: Assignment, bundleReviewer: BundleReviewer): Promise<ReviewerResult> {
  const { reviewer, host, isObservable } = bundleReviewer;
  const secrets = [...bundleReviewer.secrets, ...assignment.secrets];
  const { output, progress, signal, pass, folder, index } = assignment;
  const set = await host.bundles(assignment, bundleReviewer.settings);
  const bundle = set.bundles[pass - 1] ?? set.bundles[0]!;
  const hunks = indexHunks(index.change);
  let tracker: ReadingTracker | undefined;
  const masker = createMasker(secrets);
  const printed = openPrinted(folder, pass === 1 ? reviewer.id : `${reviewer.id}-p${pass}`, secrets);
  const reporter = describeProgress({ progress, filesOpened: () => tracker?.filesOpened ?? 0 });
  const task: Omit<AgentTask, "watch" | "files" | "prompt"> = {
    folder,
    signal,
    printed,
    onText(text) {
      reporter.text(text);
      void output.write(masker.write(text));
    },
    onEvent: reporter.event,
    onNote: reporter.note,
  };
  const trackers = new Map<Transcript, ReadingTracker>();
  const logs = new AttemptLogs((text) => maskSecrets(text, secrets));
  const attempts: AgentAttempt[] = [];
  const incidents: Incident[] = [];
  let unformed: AgentAttempt | undefined;
  const attempt = async (): Promise<AgentAttempt> => {
    // Each attempt has its own tracker, because a new attempt has not read what a crashed one read. A reviewer that only
    // has to repeat its answer in the form keeps the tracker.
    const own = (unformed && trackers.get(unformed.transcript)) ?? createReadingTracker(hunks, reviewer.id);
    tracker = own;
    const watch = watchBy({ tracker: own, recorder: logs.begin(), bundle });
    const ended = await bundleReviewer.attempt({ ...task, ...workFor(bundle, unformed), watch });
    trackers.set(ended.transcript, own);
    const checked = unformed === undefined ? requireForm(ended, reviewer.id) : requireReview(ended);
    if (isUnformed(checked)) unformed ??= checked;
    attempts.push(checked);
    return checked;
  };
  const onRetry = (incident: Incident, note: string): void => {
    incidents.push(incident);
    reporter.note(note);
  };
  const counted = await askAgain(attempt, { longestWait: host.longestWait, signal, onRetry }).finally(async () => {
    await output.write(masker.end());
    await printed.close();
  });
  if (printed.isCut()) incidents.push(CUT_PRINTED);
  const last = withFirstAnswer(counted, attempts);
  const text = maskSecrets(last.text, secrets);
  const { summary, ...read } = readReview(text, { reviewer: reviewer.id, pass, isPartial: !last.end.ok });
  const notGiven = pass === 1 ? set.notGiven.map(({ path, why }) => ({ path, why })) : [];
  const commandLog = isObservable ? logs.joined : undefined;
  const run = maskRun(describeRun(bundleReviewer, last, { attempts, incidents }), secrets);
  const reading = readBy(trackers.get(last.transcript)!, doubtfulFiles(attempts.map(({ fence }) => fence)));
  return {
    run: runOf(reviewer, pass, { text, summary, ...run, commandLog }),
    ...read,
    reading: { isObservable, ...reading, notGiven },
  };
}

interface Watchers {
  readonly tracker: ReadingTracker;
  readonly recorder: CommandRecorder;
  readonly bundle: Bundle;
}

function watchBy({ tracker, recorder, bundle }: Watchers): AgentTask["watch"] {
  return (folders) => {
    const track = tracker.watch({ folders, places: bundle.places });
    return (event) => {
      recorder.see(event);
      track(event);
    };
  };
}

/** What it was shown of files that it had changed, or may have changed, is not known to be the commit's. */
function readBy(
  tracker: ReadingTracker,
  doubtful: ReadonlyMap<string, unknown>,
): Pick<Reading, "hunks" | "partly" | "opened"> {
  return {
    hunks: tracker.readings().flatMap(({ hunk }) => (doubtful.has(hunk.path) ? [] : [hunk])),
    partly: tracker.partly().filter(({ hunk }) => !doubtful.has(hunk.path)),
    opened: tracker.opened().map(({ path, times }) => ({ path, times })),
  };
}

/** Servers like to quote the key that they refuse. */
function maskRun(run: Partial<ReviewerRun>, secrets: readonly string[]): Partial<ReviewerRun> {
  const { message, incidents, fence } = run;
  return {
    ...run,
    fence: fence === undefined ? undefined : maskFence(fence, secrets),
    message: message === undefined ? undefined : maskSecrets(message, secrets),
    incidents: incidents?.map(({ kind, text }) => ({ kind, text: maskSecrets(text, secrets) })),
  };
}

function maskFence(fence: Fence, secrets: readonly string[]): Fence {
  const entries = fence.entries.map((entry) => ({ ...entry, detail: maskSecrets(entry.detail, secrets) }));
  return { ...fence, entries };
}

/** It succeeded, but its answer, or a part of it, could not be read. */
const isUnformed = ({ end }: AgentAttempt): boolean => !end.ok && end.kind === "unformed";

/** The files and the prompt of an attempt. If the first answer lacked the form, the reviewer gets that answer back. */
function workFor(bundle: Bundle, unformed: AgentAttempt | undefined): Pick<AgentTask, "files" | "prompt"> {
  if (unformed === undefined) return { files: bundle.files, prompt: promptFor("review", bundle) };
  return {
    files: [...bundle.files, { path: FIRST_ANSWER, text: unformed.text }],
    prompt: promptForForm(bundle),
  };
}

/** An agent that succeeds has not always reviewed: it may have been cut off, or have declined politely. */
function requireReview(attempt: AgentAttempt): AgentAttempt {
  if (!attempt.end.ok || isReview(attempt.text)) return attempt;
  const message = "it ended without a review: what it said has none of the sections that were asked for";
  return { ...attempt, end: { ok: false, kind: "empty", message } };
}

/** Marks an answer that could not be read completely, so that the reviewer is asked for the form. */
function requireForm(attempt: AgentAttempt, reviewer: Reviewer["id"]): AgentAttempt {
  const checked = requireReview(attempt);
  if (!attempt.end.ok || attempt.text.trim() === "") return checked;
  if (!checked.end.ok) return { ...checked, end: { ...checked.end, kind: "unformed" } };
  const { unplaced } = readReview(attempt.text, { reviewer });
  if (!unplaced.some(({ mayHoldFinding }) => mayHoldFinding === true)) return attempt;
  const message = "a part of what it said was not understood";
  return { ...attempt, end: { ok: false, kind: "unformed", message } };
}

/** The attempt that counts, with the text of earlier ones. A later "None." or an empty answer withdraws nothing. */
function withFirstAnswer(last: AgentAttempt, attempts: readonly AgentAttempt[]): AgentAttempt {
  const earlier = attempts.filter((each) => each.text !== last.text && (isUnformed(each) || isReview(each.text)));
  const first = earlier.map(({ text }) => text).join("\n\n");
  const second = last.text.trim();
  const text = first === "" ? last.text : second === "" ? first : joinAnswers(first, last.text);
  // An earlier attempt did review; only the form was missing.
  const isReviewed = attempts.some((each) => isUnformed(each) && isReview(each.text));
  const isDone = !last.end.ok && isReviewed && last.end.kind !== "stopped";
  return { ...last, text, end: isDone ? { ok: true } : last.end };
}

/** How the run went, apart from the text. */
function describeRun(
  { product, version, model, reviewer }: BundleReviewer,
  { end, text, transcript, isolation }: AgentAttempt,
  { attempts, incidents }: { readonly attempts: readonly AgentAttempt[]; readonly incidents: readonly Incident[] },
): Partial<ReviewerRun> {
  const isEmpty = text.trim() === "";
  const stopped = !end.ok && end.kind === "stopped" ? [STOPPED] : [];
  // Of all attempts: an agent that changed the code and crashed has still changed it.
  const own = attempts.flatMap((one) => [...one.incidents, ...one.transcript.incidents]);
  const all = [...incidents, ...own, ...otherModel(reviewer.name, model, transcript.model), ...stopped];
  return {
    ...(end.ok
      ? { outcome: "completed" }
      : {
          outcome: "failed",
          message: end.kind === "stopped" ? STOPPED.text : end.message,
          isPartial: isEmpty ? undefined : true,
        }),
    textStatus: isEmpty ? "absent" : "verbatim",
    program: product === undefined ? undefined : { name: product, version: transcript.version ?? version },
    model: transcript.model,
    usage: usageOf(attempts),
    toolCalls: transcript.toolCalls,
    isolation,
    incidents: all.length === 0 ? undefined : all,
    // Of all attempts, too.
    fence: joinFences(attempts.map(({ fence }) => fence)),
  };
}

const CUT_PRINTED: Incident = { kind: "odd", text: "its program printed more than 64 MB; the rest is not kept" };

const STOPPED: Incident = { kind: "stopped", text: "stopped by the user" };

/** Reports that another model answered than the one we asked for. */
function otherModel(name: string, wanted: string | undefined, answered: string | undefined): Incident[] {
  if (wanted === undefined || answered === undefined || isSameModel(wanted, answered)) return [];
  return [{ kind: "other-model", text: `${name} was asked for ${wanted} and answered as ${answered}` }];
}

/** An attempt without usage that did work makes the total unknown. One that was refused at once used nothing. */
function usageOf(attempts: readonly AgentAttempt[]): Usage | undefined {
  const isUnknown = attempts.some(
    ({ text, transcript }) => transcript.usage === undefined && (text.trim() !== "" || transcript.toolCalls.total > 0),
  );
  return isUnknown ? undefined : addUsages(attempts.map(({ transcript }) => transcript.usage));
}

/** The sum of all known usages. A figure that one of them lacks is unknown for all. */
export function addUsages(usages: readonly (Usage | undefined)[]): Usage | undefined {
  const known = usages.filter((usage) => usage !== undefined);
  if (known.length === 0) return undefined;
  const keys = ["inputTokens", "cachedTokens", "outputTokens", "reasoningTokens", "costUsd"] as const;
  const sums = keys.flatMap((key) => {
    const values = known.map((usage) => usage[key]).filter((value) => value !== undefined);
    return values.length < known.length ? [] : [[key, values.reduce((sum, value) => sum + value, 0)] as const];
  });
  return Object.fromEntries(sums);
}
