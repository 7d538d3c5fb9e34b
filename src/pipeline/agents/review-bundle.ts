import { openPrinted, type Printed } from "#adapters/store/raw-output.ts";
import type { Bundle, BundleFile } from "#model/agent/bundle.ts";
import type { AgentEvent, ToolEvent } from "#model/agent/agent-event.ts";
import type { Reading } from "#model/panel/receipt.ts";
import type { Incident, Isolation, Reviewer, Usage } from "#model/panel/reviewer.ts";
import { isSameModel } from "#reviewers/same-model.ts";
import type { BundleSettings } from "#steps/build-context/bundle-input.ts";
import { FIRST_ANSWER, promptFor, promptForForm } from "#steps/build-context/prompt-for.ts";
import { joinAnswers } from "#steps/read-review/first-answer.ts";
import { isReview } from "#steps/read-review/is-review.ts";
import { readReview } from "#steps/read-review/read-review.ts";
import { indexHunks } from "#steps/take-receipt/hunk-index.ts";
import { createReadingTracker, type ReadingTracker } from "#steps/take-receipt/reading-tracker.ts";
import { createMasker, maskSecrets } from "#util/secrets/mask-secrets.ts";
import type { Assignment, PanelReview, RunFacts } from "../panel.ts";
import type { AgentHost } from "./agent-host.ts";
import { askAgain, type AttemptsResult, type Attempt } from "./ask-again.ts";
import { describeProgress } from "./describe-progress.ts";
import type { Transcript } from "./transcript.ts";

/** What a reviewer with tools is given to do, and who hears of it. */
export interface AgentTask {
  /** The round's folder; its name marks the desk. */
  readonly folder: string;
  readonly signal: AbortSignal;
  readonly files: readonly BundleFile[];
  readonly prompt: string;
  /** Takes all that is printed. */
  readonly printed: Printed;
  /** Begins to watch what its tools open, given the names of its desk. */
  readonly watch: (desks: readonly string[]) => (event: ToolEvent) => void;
  readonly onText: (text: string) => void;
  readonly onEvent: (event: AgentEvent) => void;
  readonly onNote: (note: string) => void;
}

/** One try, with all that the reviewer told of itself. */
export interface AgentAttempt extends Attempt {
  readonly transcript: Transcript;
  readonly isolation?: Isolation;
  readonly incidents: readonly Incident[];
}

/** A reviewer with tools, as far as a review by it needs to know. */
export interface BundleReviewer {
  readonly reviewer: Reviewer;
  /** The model that it is asked for. */
  readonly model: string | undefined;
  readonly product: string | undefined;
  readonly version: string | undefined;
  readonly isObservable: boolean;
  readonly settings: BundleSettings;
  readonly host: AgentHost;
  /** Values that must not stand in anything that is kept. */
  readonly secrets: readonly string[];
  attempt(errand: AgentTask): Promise<AgentAttempt>;
}

/** Lets a reviewer with tools review one bundle: watched, tried again where that may help, everything kept. */
export async function reviewBundle(assignment: Assignment, who: BundleReviewer): Promise<PanelReview> {
  const { reviewer, host, isObservable } = who;
  const secrets = [...who.secrets, ...assignment.secrets];
  const { output, progress, signal, pass, folder, index } = assignment;
  const set = await host.bundles(assignment, who.settings);
  const bundle = set.bundles[pass - 1] ?? set.bundles[0]!;
  const hunks = indexHunks(index.change);
  let watched: ReadingTracker | undefined;
  const words = createMasker(secrets);
  const printed = openPrinted(folder, pass === 1 ? reviewer.id : `${reviewer.id}-p${pass}`, secrets);
  const say = describeProgress({ progress, filesOpened: () => watched?.filesOpened ?? 0 });
  const errand: Omit<AgentTask, "watch" | "files" | "prompt"> = {
    folder,
    signal,
    printed,
    onText(text) {
      say.text(text);
      void output.write(words.write(text));
    },
    onEvent: say.event,
    onNote: say.note,
  };
  let unformed: FormedTry | undefined;
  const attempt = async (): Promise<FormedTry> => {
    // One for each try: what a try has read that crashed, the next one has not, and it may say "None." Who is only asked for the
    // form has read what it read.
    const tracker = unformed?.tracker ?? createReadingTracker(hunks, reviewer.id);
    watched = tracker;
    const watch: AgentTask["watch"] = (folders) => tracker.watch({ folders, places: bundle.places });
    const tried = { ...(await who.attempt({ ...errand, ...workFor(bundle, unformed), watch })), tracker };
    if (unformed !== undefined) return demandReview(tried);
    const asked = demandForm(tried, reviewer.id);
    if (asked.isUnformed === true) unformed = asked;
    return asked;
  };
  const asked = await askAgain(attempt, {
    longestWait: host.longestWait,
    signal,
    onNote: say.note,
  }).finally(async () => {
    // Also when there was no desk to be had: what was said before is on disk.
    await output.write(words.end());
    await printed.close();
  });
  const last = withFirstAnswer(asked);
  const text = maskSecrets(last.text, secrets);
  const { summary, ...read } = readReview(text, { reviewer: reviewer.id, pass });
  const notGiven = pass === 1 ? set.notGiven.map(({ path, why }) => ({ path, why })) : [];
  return {
    text,
    summary,
    ...read,
    reading: { isObservable, ...readBy(last.tracker), notGiven },
    run: masked(
      factsOf(who, printed.isCut() ? withIncident({ ...asked, last }, CUT_PRINTED) : { ...asked, last }),
      secrets,
    ),
  };
}

/** What the try whose text is used has read. */
function readBy(tracker: ReadingTracker): Pick<Reading, "hunks" | "partly" | "opened"> {
  return {
    hunks: tracker.readings().map(({ hunk }) => hunk),
    partly: tracker.partly(),
    opened: tracker.opened().map(({ path, times }) => ({ path, times })),
  };
}

/** Servers like to quote the key that they refuse. */
function masked(facts: RunFacts, secrets: readonly string[]): RunFacts {
  const { message, incidents } = facts;
  return {
    ...facts,
    ...(message === undefined ? {} : { message: maskSecrets(message, secrets) }),
    ...(incidents === undefined
      ? {}
      : { incidents: incidents.map(({ kind, text }) => ({ kind, text: maskSecrets(text, secrets) })) }),
  };
}

/** A try, and whether it ended well with words that were not understood. */
interface FormedTry extends AgentAttempt {
  readonly tracker: ReadingTracker;
  readonly isUnformed?: true;
}

/** The files and the prompt of a try. Who has answered without the form gets its own answer, too. */
function workFor(bundle: Bundle, unformed: FormedTry | undefined): Pick<AgentTask, "files" | "prompt"> {
  if (unformed === undefined) return { files: bundle.files, prompt: promptFor("review", bundle) };
  return {
    files: [...bundle.files, { path: FIRST_ANSWER, text: unformed.text }],
    prompt: promptForForm(bundle),
  };
}

/** An agent that ends well has not always reviewed: it may have been cut off, or have declined politely. */
function demandReview(tried: FormedTry): FormedTry {
  if (!tried.end.ok || isReview(tried.text)) return tried;
  const message = "it ended without a review: what it said has none of the sections that were asked for";
  return { ...tried, end: { ok: false, kind: "empty", message } };
}

/** What was not understood is asked for once more, in the form. */
function demandForm(tried: FormedTry, reviewer: Reviewer["id"]): FormedTry {
  if (!tried.end.ok || tried.text.trim() === "") return demandReview(tried);
  const asked = demandReview(tried);
  if (!asked.end.ok) return { ...asked, isUnformed: true };
  const { unplaced } = readReview(tried.text, { reviewer });
  if (!unplaced.some(({ mayHoldFinding }) => mayHoldFinding === true)) return tried;
  const message = "a part of what it said was not understood";
  return { ...tried, end: { ok: false, kind: "empty", message }, isUnformed: true };
}

/**
 * The try that counts, with what was said in earlier ones. A later answer does not silence an earlier one: that it says "None." now, or
 * nothing at all, takes nothing back.
 */
function withFirstAnswer({ last, tries }: AttemptsResult<FormedTry>): FormedTry {
  const earlier = tries.filter(({ text, isUnformed }) => text !== last.text && (isUnformed === true || isReview(text)));
  const first = earlier.map(({ text }) => text).join("\n\n");
  const second = last.text.trim();
  const text = first === "" ? last.text : second === "" ? first : joinAnswers(first, last.text);
  // It had ended well and reviewed; only the form was missing.
  const isReviewed = tries.some((each) => each.isUnformed === true && isReview(each.text));
  const isOver = !last.end.ok && isReviewed && last.end.kind !== "stopped";
  return { ...last, text, end: isOver ? { ok: true } : last.end };
}

function factsOf(who: BundleReviewer, { last, incidents, tries }: AttemptsResult<AgentAttempt>): RunFacts {
  const { end, text, transcript, isolation } = last;
  const isEmpty = text.trim() === "";
  const stopped = !end.ok && end.kind === "stopped" ? [STOPPED] : [];
  // Of all tries: who changed the code and crashed has changed it, also when it was asked again.
  const own = tries.flatMap((one) => [...one.incidents, ...one.transcript.incidents]);
  const all = [...incidents, ...own, ...otherModel(who, transcript.model), ...stopped];
  const usage = usageOf(tries);
  const version = transcript.version ?? who.version;
  return {
    ...(end.ok
      ? { outcome: "completed" }
      : {
          outcome: "failed",
          message: end.kind === "stopped" ? STOPPED.text : end.message,
          ...(isEmpty ? {} : { isPartial: true }),
        }),
    textStatus: isEmpty ? "absent" : "verbatim",
    ...(who.product === undefined ? {} : { program: { name: who.product, version } }),
    model: transcript.model,
    usage,
    toolCalls: transcript.toolCalls,
    isolation,
    ...(all.length === 0 ? {} : { incidents: all }),
  };
}

const CUT_PRINTED: Incident = { kind: "odd", text: "its program printed more than 64 MB; the rest is not kept" };

function withIncident(asked: AttemptsResult<AgentAttempt>, incident: Incident): AttemptsResult<AgentAttempt> {
  return { ...asked, incidents: [...asked.incidents, incident] };
}

const STOPPED: Incident = { kind: "stopped", text: "stopped by the user" };

/** A model that is not the one asked for is said so. */
function otherModel({ model, reviewer }: BundleReviewer, answered: string | undefined): Incident[] {
  if (model === undefined || answered === undefined) return [];
  if (isSameModel(model, answered)) return [];
  return [{ kind: "other-model", text: `${reviewer.name} was asked for ${model} and answered as ${answered}` }];
}

/** A try that was refused at the door has used nothing; where one that worked does not tell, the whole is unknown. */
function usageOf(tries: readonly AgentAttempt[]): Usage | undefined {
  const told = tries.flatMap(({ transcript }) => transcript.usage ?? []);
  const silent = tries.filter(({ transcript }) => transcript.usage === undefined);
  const hasWorked = ({ text, transcript }: AgentAttempt): boolean =>
    text.trim() !== "" || transcript.toolCalls.total > 0;
  return silent.some(hasWorked) ? undefined : addUsages(told);
}

/** What all tries have used together; what one does not tell is unknown for all. */
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
