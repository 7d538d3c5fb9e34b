import type { ProcessEnding } from "#adapters/process/launch.ts";
import { watchClock } from "#adapters/process/watch-clock.ts";
import type { MemberSetting } from "#config/member-setting.ts";
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
import type { MemberSetup } from "../build-members.ts";
import { createCommitTools } from "./commit-tools.ts";
import { type AgentTask, reviewBundle } from "../review-bundle.ts";
import {
  type AgentAttempt,
  ANSWER_TOO_LONG,
  answerTimedOut,
  type AttemptEnd,
  budgetSpent,
  stoppedAnswering,
  WAS_STOPPED,
} from "../ask-again.ts";
import { Transcript } from "../transcript.ts";
import { lookUp } from "#util/look-up.ts";

/** A model behind an API as a member of the panel, with our own tools. Undefined if `use` does not name a model. */
export function modelMember(
  setting: MemberSetting,
  id: string,
  { host, settings: limits }: MemberSetup,
): PanelMember | undefined {
  const model = readModelName(setting.use);
  if (model === undefined) return undefined;
  const reviewer = reviewerOf(setting, model, id);
  const settings = { ...host.bundleLimits, blind: setting.isBlind };
  const apiKey = keyOf(setting, model, host.env);
  if (!setting.isOptional) requireReachable(setting, model, apiKey);
  const timeoutSeconds = setting.timeoutSeconds ?? limits.timeoutSeconds;
  const job = { model, retries: RETRIES, maxWaitSeconds: MAX_WAIT };
  const asked = { apiKey, effort: setting.effort, baseUrl: setting.baseUrl };
  return {
    reviewer,
    passes: async (assignment) => (await host.bundles(assignment, settings)).bundles.length,
    review: (assignment) =>
      reviewBundle(assignment, {
        reviewer,
        model: model.model,
        isObservable: true,
        settings,
        host,
        secrets: apiKey === undefined ? [] : [apiKey],
        attempt: (task) =>
          attemptModel({ ...job, ...asked }, { task, assignment, timeoutSeconds, host, isBlind: setting.isBlind }),
      }),
  };
}

/** What the model client may retry by itself. Beyond that we decide. */
const RETRIES = 2;
const MAX_WAIT = 60;

function reviewerOf(setting: MemberSetting, { model, family, provider }: ModelName, id: string): Reviewer {
  return {
    id: reviewerId(id),
    name: setting.name ?? provider.name,
    kind: "model",
    model,
    family: setting.family ?? family,
    effort: setting.effort,
    optional: setting.isOptional || undefined,
    blind: setting.isBlind || undefined,
  };
}

function keyOf({ keyVariable }: MemberSetting, { provider }: ModelName, env: NodeJS.ProcessEnv): string | undefined {
  const names = keyVariable === undefined ? provider.variables : [keyVariable];
  return names.map((name) => lookUp(env, name)).find((value) => value !== undefined && value !== "");
}

/** Fails before the review begins if every request would fail. */
function requireReachable(setting: MemberSetting, { provider }: ModelName, apiKey: string | undefined): void {
  if (provider.baseUrl === undefined && setting.baseUrl === undefined) {
    throw new UserError({
      what: `there is no address for ${setting.use}`,
      why: `models of ${provider.id} have no address of their own`,
      fix: `write { "use": "${setting.use}", "baseUrl": "http://127.0.0.1:11434/v1" } in a panel of the configuration`,
    });
  }
  if (apiKey !== undefined || provider.isOpen) return;
  const names = setting.keyVariable === undefined ? provider.variables : [setting.keyVariable];
  throw new UserError({
    what: `there is no key for ${setting.use}`,
    why: `${names.join(" and ")} ${names.length === 1 ? "is" : "are"} not set`,
    fix: `set ${names.join(" or ")}; or make it optional in the configuration, or leave it out with --reviewers`,
  });
}

interface ModelAttempt {
  readonly task: AgentTask;
  readonly assignment: Assignment;
  readonly host: AgentHost;
  readonly timeoutSeconds: number;
  readonly isBlind: boolean;
}

/** One attempt of a model. It has no desk: its tools read the commit. */
async function attemptModel(job: Omit<ModelJob, "prompt" | "signal">, work: ModelAttempt): Promise<AgentAttempt> {
  const { task, assignment, host, timeoutSeconds } = work;
  const { index, opened } = assignment;
  const run = {};
  const transcript = new Transcript({
    onText: task.onText,
    onTool: task.watch([]),
    onNote: task.onNote,
    onUsage: ({ costUsd }) => costUsd !== undefined && host.budget.spend(run, costUsd),
  });
  const tools = createCommitTools({
    change: index.change,
    head: opened.head,
    blame: opened.blame,
    grep: opened.grep,
    bundle: task.files,
    isBlind: work.isBlind,
  });
  const clock = watchClock({
    deadline: timeoutSeconds * 1000,
    idle: host.idleSeconds * 1000,
    signal: anySignal([task.signal, host.budget.signal]),
  });
  const over = new AbortController();
  let ending: ProcessEnding | undefined;
  void clock.over.then((how) => {
    ending = how;
    return over.abort();
  });
  const events = reviewWithModel({ ...job, prompt: task.prompt, signal: over.signal }, tools);
  const onEvent = async (event: AgentEvent): Promise<void> => {
    transcript.see(event);
    if (transcript.isTooLong) over.abort();
    task.onEvent(event);
    await task.printed.write("stdout", `${JSON.stringify(event)}\n`);
  };
  try {
    let next = await events.next();
    for (; next.done !== true; next = await events.next()) {
      const event = next.value;
      await clock.busy(() => onEvent(event));
    }
    const end = transcript.isTooLong ? ANSWER_TOO_LONG : judge(next.value, ending, work);
    return { end, text: transcript.text, transcript, incidents: [] };
  } finally {
    clock.stop();
  }
}

/** If we ended it, our reason counts, not the model's own. */
function judge(
  own: AgentEnd,
  ending: ProcessEnding | undefined,
  { task, host, timeoutSeconds }: ModelAttempt,
): AttemptEnd {
  if (own.ok || ending === undefined) return own;
  if (ending.kind === "deadline") return answerTimedOut(timeoutSeconds);
  if (ending.kind === "idle") return stoppedAnswering(host.idleSeconds);
  return task.signal.aborted ? WAS_STOPPED : budgetSpent(host.budget.limit);
}
