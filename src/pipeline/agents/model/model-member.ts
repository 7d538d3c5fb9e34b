import type { ProcessEnding } from "#adapters/process/launch.ts";
import { watchClock } from "#adapters/process/watch-clock.ts";
import type { MemberSetting } from "#config/member-setting.ts";
import type { AgentSettings } from "#config/config.ts";
import type { AgentEnd, AgentEvent } from "#model/agent/agent-event.ts";
import { reviewerId } from "#model/ids.ts";
import type { Reviewer } from "#model/panel/reviewer.ts";
import type { ModelJob } from "#reviewers/model/model-job.ts";
import { type ModelName, readModelName } from "#reviewers/model/model-name.ts";
import { reviewWithModel } from "#reviewers/model/review-with-model.ts";
import { UserError } from "#util/errors.ts";
import { anySignal } from "#util/concurrency/any-signal.ts";
import type { Assignment, PanelMember } from "../../panel.ts";
import type { AgentHost } from "../agent-host.ts";
import type { AttemptEnd } from "../ask-again.ts";
import { createCommitTools } from "./commit-tools.ts";
import { type AgentAttempt, type AgentTask, reviewBundle } from "../review-bundle.ts";
import { stoppedAnswering, answerTooLong, spentAll, answerTimedOut } from "../describe-ended.ts";
import { Transcript } from "../transcript.ts";
import { lookUp } from "#util/look-up.ts";

interface Place {
  readonly host: AgentHost;
  readonly settings: AgentSettings;
  readonly id: string;
}

/** A model behind an API as a member of the panel, with our own tools. Undefined where the place names none. */
export function modelMember(seat: MemberSetting, { host, settings: limits, id }: Place): PanelMember | undefined {
  const model = readModelName(seat.use);
  if (model === undefined) return undefined;
  const reviewer = reviewerOf(seat, model, id);
  const settings = { ...host.bundleLimits, blind: seat.isBlind };
  const apiKey = keyOf(seat, model, host.env);
  if (!seat.isOptional) requireReachable(seat, model, apiKey);
  const timeoutSeconds = seat.timeoutSeconds ?? limits.timeoutSeconds;
  const job = { model, retries: RETRIES, maxWaitSeconds: MAX_WAIT };
  const asked = { apiKey, effort: seat.effort, baseUrl: seat.baseUrl };
  return {
    reviewer,
    passes: async (assignment) => (await host.bundles(assignment, settings)).bundles.length,
    review: (assignment) =>
      reviewBundle(assignment, {
        reviewer,
        model: model.model,
        product: undefined,
        version: undefined,
        isObservable: true,
        settings,
        host,
        secrets: apiKey === undefined ? [] : [apiKey],
        attempt: (errand) =>
          tryModel({ ...job, ...asked }, { errand, assignment, timeoutSeconds, host, isBlind: seat.isBlind }),
      }),
  };
}

/** Beyond these we decide whether to ask again. */
const RETRIES = 2;
const MAX_WAIT = 60;

function reviewerOf(seat: MemberSetting, { model, family, provider }: ModelName, id: string): Reviewer {
  return {
    id: reviewerId(id),
    name: seat.name ?? provider.name,
    kind: "model",
    model,
    family: seat.family ?? family,
    effort: seat.effort,
    ...(seat.isOptional ? { optional: true } : {}),
    ...(seat.isBlind ? { blind: true } : {}),
  };
}

function keyOf({ keyVariable }: MemberSetting, { provider }: ModelName, env: NodeJS.ProcessEnv): string | undefined {
  const names = keyVariable === undefined ? provider.variables : [keyVariable];
  return names.map((name) => lookUp(env, name)).find((value) => value !== undefined && value !== "");
}

/** Says before the review begins what would make every request fail. */
function requireReachable(seat: MemberSetting, { provider }: ModelName, apiKey: string | undefined): void {
  if (provider.baseUrl === undefined && seat.baseUrl === undefined) {
    throw new UserError({
      what: `nobody says where ${seat.use} is served`,
      why: `models of ${provider.id} have no address of their own`,
      fix: `write { "use": "${seat.use}", "baseUrl": "http://127.0.0.1:11434/v1" } in a panel of the configuration`,
    });
  }
  if (apiKey !== undefined || provider.isOpen) return;
  const names = seat.keyVariable === undefined ? provider.variables : [seat.keyVariable];
  throw new UserError({
    what: `there is no key for ${seat.use}`,
    why: `${names.join(" and ")} ${names.length === 1 ? "is" : "are"} not set`,
    fix: `set ${names.join(" or ")}; or make it optional in the configuration, or leave it out with --reviewers`,
  });
}

interface ModelTry {
  readonly errand: AgentTask;
  readonly assignment: Assignment;
  readonly host: AgentHost;
  readonly timeoutSeconds: number;
  readonly isBlind: boolean;
}

/** Lets a model do an errand once. It has no desk: its tools look into the commit. */
async function tryModel(job: Omit<ModelJob, "prompt" | "signal">, work: ModelTry): Promise<AgentAttempt> {
  const { errand, assignment, host, timeoutSeconds } = work;
  const { index, opened } = assignment;
  const run = {};
  const transcript = new Transcript({
    onText: errand.onText,
    onTool: errand.watch([]),
    onNote: errand.onNote,
    onUsage: ({ costUsd }) => costUsd !== undefined && host.budget.spend(run, costUsd),
  });
  const tools = createCommitTools({
    change: index.change,
    head: opened.head,
    blame: opened.blame,
    grep: opened.grep,
    bundle: errand.files,
    isBlind: work.isBlind,
  });
  const clock = watchClock({
    deadline: timeoutSeconds * 1000,
    idle: host.idleSeconds * 1000,
    signal: anySignal([errand.signal, host.budget.signal]),
  });
  const over = new AbortController();
  let ending: ProcessEnding | undefined;
  void clock.over.then((how) => {
    ending = how;
    return over.abort();
  });
  const events = reviewWithModel({ ...job, prompt: errand.prompt, signal: over.signal }, tools);
  const hear = async (event: AgentEvent): Promise<void> => {
    transcript.see(event);
    if (transcript.isTooLong) over.abort();
    errand.onEvent(event);
    await errand.printed.write("stdout", `${JSON.stringify(event)}\n`);
  };
  try {
    let next = await events.next();
    for (; next.done !== true; next = await events.next()) {
      const event = next.value;
      await clock.busy(() => hear(event));
    }
    const end = transcript.isTooLong ? answerTooLong() : judge(next.value, ending, work);
    return { end, text: transcript.text, transcript, incidents: [] };
  } finally {
    clock.stop();
  }
}

/** Who ended it weighs more than what it says itself. */
function judge(
  told: AgentEnd,
  ending: ProcessEnding | undefined,
  { errand, host, timeoutSeconds }: ModelTry,
): AttemptEnd {
  if (told.ok || ending === undefined) return told;
  if (ending.kind === "deadline") return answerTimedOut(timeoutSeconds);
  if (ending.kind === "idle") return stoppedAnswering(host.idleSeconds);
  return errand.signal.aborted ? { ok: false, kind: "stopped", message: "was stopped" } : spentAll(host.budget.limit);
}
