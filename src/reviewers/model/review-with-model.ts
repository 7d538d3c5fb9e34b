import { setTimeout as sleep } from "node:timers/promises";
import type { ModelMessage } from "ai";
import type { AgentEnd, AgentEvent } from "#model/agent/agent-event.ts";
import type { Usage } from "#model/panel/reviewer.ts";
import { NO_TEXT } from "../failure-kind.ts";
import { addUsage } from "./add-usage.ts";
import { requestFailure, type RequestFailure } from "./judge-error.ts";
import type { ModelJob } from "./model-job.ts";
import type { ReviewTools } from "./review-tools.ts";
import type { StepEnd, StepRequest } from "./sdk/run-step.ts";
import { StepEvents } from "./step-events.ts";

const MAX_STEPS = 80;
const RETRIES = 3;
const MAX_WAIT = 300;
/** Anthropic's protocol requires a limit, and the SDK's default for unknown models is too low. */
const MAX_OUTPUT = 32_000;
/** Longer than any review: the server does not stop. */
const MAX_CHARACTERS = 32 * 1024 * 1024;

/**
 * Lets a model review with our tools. Yields the events of an agent and returns the outcome:
 * `const end = yield* reviewWithModel(job, tools)`. Never throws; an abort ends it as `crash`.
 */
export async function* reviewWithModel(job: ModelJob, tools: ReviewTools): AsyncGenerator<AgentEvent, AgentEnd, void> {
  const missing = missingSetup(job);
  if (missing !== undefined) return missing;
  try {
    return yield* converse(job, tools);
  } catch (error) {
    return failureOf(error, job);
  }
}

function missingSetup({ model: { provider }, apiKey, baseUrl }: ModelJob): AgentEnd | undefined {
  if (!provider.isOpen && (apiKey ?? "") === "") {
    return { ok: false, kind: "login", message: `no key: set ${provider.variables.join(" or ")}` };
  }
  if (baseUrl === undefined && provider.baseUrl === undefined) {
    return { ok: false, kind: "crash", message: `no address: set baseUrl for ${provider.id} models` };
  }
  return undefined;
}

async function* converse(job: ModelJob, tools: ReviewTools): AsyncGenerator<AgentEvent, AgentEnd, void> {
  const [{ openModel }, { toolSet }] = await Promise.all([import("./sdk/open-model.ts"), import("./sdk/tool-set.ts")]);
  const events = new StepEvents(job.apiKey);
  const opened = await openModel(job);
  const offered = toolSet(tools, (id, answer) => events.answers.set(id, answer));
  const isAnthropic = job.model.provider.protocol === "anthropic";
  const maxOutputTokens = job.maxOutputTokens ?? (isAnthropic ? MAX_OUTPUT : undefined);
  const messages: ModelMessage[] = [{ role: "user", content: job.prompt }];
  const maxSteps = job.maxSteps ?? MAX_STEPS;
  let usage: Usage | undefined;
  let model: string | undefined;
  yield { type: "begin", tools: Object.keys(offered) };
  for (let step = 0; step < maxSteps; step += 1) {
    const request = { opened, messages, tools: offered, maxOutputTokens, signal: job.signal };
    const ended = yield* stepWithRetries(request, { events, job });
    if ("ok" in ended) return plain(ended);
    usage = addUsage(usage, ended.usage, job.prices);
    yield* events.endStep();
    if (ended.model !== undefined && ended.model !== model) yield { type: "model", model: (model = ended.model) };
    if (Object.keys(usage).length > 0) yield { type: "usage", usage };
    messages.push(...ended.messages);
    if (ended.messages.at(-1)?.role !== "tool") return endOf(ended.reason, events);
    events.answers.clear();
  }
  return { ok: false, kind: "limit", message: `it reached the maximum number of steps: ${maxSteps}` };
}

/** One step, retried after temporary failures. */
async function* stepWithRetries(
  request: StepRequest,
  { events, job }: { readonly events: StepEvents; readonly job: ModelJob },
): AsyncGenerator<AgentEvent, StepEnd | RequestFailure, void> {
  const { retries = RETRIES, maxWaitSeconds = MAX_WAIT, apiKey, signal } = job;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return yield* followStep(request, events);
    } catch (error) {
      signal.throwIfAborted();
      const failure = error instanceof EndlessAnswer ? endless() : requestFailure(error, apiKey);
      yield* events.breakStep();
      const waitSeconds = failure.waitSeconds ?? Math.min(2 ** (attempt - 1), MAX_PAUSE);
      if (!failure.isRetryable || attempt > retries || waitSeconds > maxWaitSeconds) return failure;
      const { message: reason, status } = failure;
      yield { type: "retry", reason, waitSeconds, attempt, status };
      await sleep(waitSeconds * 1000, undefined, { signal });
    }
  }
}

/** The longest pause if the server does not ask for one. */
const MAX_PAUSE = 30;

async function* followStep(request: StepRequest, events: StepEvents): AsyncGenerator<AgentEvent, StepEnd, void> {
  const { runStep } = await import("./sdk/run-step.ts");
  events.beginStep();
  const parts = runStep(request);
  try {
    for (;;) {
      const next = await parts.next();
      if (next.done !== true) {
        yield* events.add(next.value);
        if (events.characters > MAX_CHARACTERS) throw new EndlessAnswer();
      } else if (KNOWN_ENDS.has(next.value.reason)) return next.value;
      else throw new Error("the stream ended before the answer did");
    }
  } finally {
    await parts.return(undefined as never);
  }
}

/** Finish reasons of complete answers. A stream that was cut off has none. */
const KNOWN_ENDS = new Set(["stop", "tool-calls", "length", "content-filter"]);

class EndlessAnswer extends Error {}

function endless(): RequestFailure {
  const message = `it wrote more than ${MAX_CHARACTERS} characters in one answer`;
  return { ok: false, kind: "garbage", message, isRetryable: false };
}

function endOf(reason: string, { hasText, isRefused }: StepEvents): AgentEnd {
  if (reason === "content-filter" || isRefused) return { ok: false, kind: "refusal", message: "the model refused" };
  if (reason === "length") {
    return { ok: false, kind: "limit", message: "its answer reached the maximum number of tokens" };
  }
  return hasText ? { ok: true } : NO_TEXT;
}

function failureOf(error: unknown, { signal, apiKey }: ModelJob): AgentEnd {
  if (signal.aborted) return { ok: false, kind: "crash", message: "it was stopped" };
  return plain(requestFailure(error, apiKey));
}

function plain({ kind, message, waitSeconds }: RequestFailure): AgentEnd {
  return { ok: false, kind, message, waitSeconds };
}
