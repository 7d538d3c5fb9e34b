import type { AgentEvent, ToolEvent } from "#model/agent/agent-event.ts";
import type { AgentAdapter, AgentExit, AgentJob, AgentPlan } from "#reviewers/agent/agent-adapter.ts";
import type { Clause } from "./contract/clauses.ts";

/**
 * An agent that does not exist, with the faults that are asked for: each breaks the clause it is named after. Without
 * faults it keeps the contract, so that what the suite says of it is due to the fault.
 */
export function createBadAdapter(faults: readonly Clause[]): AgentAdapter {
  const has = (fault: Clause): boolean => faults.includes(fault);
  return {
    id: "parrot",
    name: has("card") ? " " : "Parrot",
    product: "Parrot",
    family: "parrots",
    program: "parrot",
    install: "npm install -g parrot",
    tested: "1.2.3",
    login: {
      variables: ["PARROT_KEY"],
      companions: ["PARROT_URL"],
      files: [".parrot/key"],
      how: "Run parrot login.",
    },
    efforts: ["low", "high"],
    isObservable: true,
    takesBudget: true,
    readVersion: (output) => (has("version") ? output : /^parrot (\d{1,9}\.\d{1,9}\.\d{1,9})$/.exec(output)?.[1]),
    plan: (job) => planOf(job, has),
    createReader: (job) => createReader(job, has),
  };
}

type Has = (fault: Clause) => boolean;
let plans = 0;

function planOf(job: AgentJob, has: Has): AgentPlan {
  const { desk, prompt, model, effort, retries, budgetUsd, variables } = job;
  const { PARROT_KEY: key, PARROT_URL: url } = variables;
  const args = [
    ...(has("guard") ? [] : ["--only", "read"]),
    ...(has("forbidden") ? ["--yes-to-all"] : []),
    ...(has("secret") ? ["--key", key ?? ""] : []),
    ...(model !== undefined || has("model-switch") ? ["--model", model ?? "weaker"] : []),
    ...(effort !== undefined && !has("effort-switch") ? ["--effort", effort] : []),
    ...(has("retries-switch") ? [] : ["--retries", String(retries)]),
    ...(budgetUsd !== undefined && !has("budget-switch") ? ["--budget", String(budgetUsd)] : []),
    ...(has("pure-plan") ? [`--run=${(plans += 1)}`] : []),
  ];
  return {
    command: job.program,
    args,
    env: {
      PARROT_QUIET: "1",
      ...(key === undefined ? {} : { PARROT_KEY: key }),
      ...(url === undefined ? {} : { PARROT_URL: url }),
      ...(has("environment") ? { NODE_OPTIONS: "--inspect" } : {}),
    },
    cwd: has("cwd") ? `${desk}/code` : desk,
    stdin: has("prompt") ? prompt.trim() : prompt,
    keepsStdin: false,
    files: [{ path: has("files") ? "../.profile" : ".parrot/settings.json", text: '{"write":false}' }],
  };
}

/** One line of the parrot's output. */
interface Line {
  readonly begin?: string;
  readonly say?: string;
  readonly call?: Omit<ToolEvent, "type" | "id"> & { readonly id: string };
  readonly tokens?: number;
  readonly stop?: string;
  readonly wait?: number;
}

const ENDS = ["login", "overload", "server", "refusal", "empty"] as const;
let lastText = "";

function createReader(job: AgentJob, has: Has): ReturnType<AgentAdapter["createReader"]> {
  let stop: Line | undefined;
  const heard: string[] = [];
  return {
    line(text) {
      const line = parseLine(text, has);
      if (line === undefined) return has("noise") ? [{ type: "text", text: `${text}\n` }] : [];
      if (line.stop !== undefined) stop = line;
      if (line.say !== undefined) heard.push(line.say);
      return eventsOf(line, { job, has, heard });
    },
    end(exit) {
      return endOf(stop, exit, { has, heard });
    },
  };
}

function eventsOf(line: Line, { job, has, heard }: { job: AgentJob; has: Has; heard: string[] }): AgentEvent[] {
  const events: AgentEvent[] = [];
  if (line.begin !== undefined) {
    events.push({ type: "begin", ...(has("model") ? { model: job.model ?? line.begin } : { model: line.begin }) });
  }
  if (line.say !== undefined && !(has("text") && heard.length === 1)) {
    const text = has("events") ? heard.join("").repeat(200) : line.say;
    const told = has("repeatable") ? `${lastText}${text}` : text;
    if (has("repeatable")) lastText += "again ";
    if (has("salvage") && heard.length === 2) events.push({ type: "text:void" });
    events.push({ type: "text", text: told }, { type: "text:end" });
  }
  if (line.call !== undefined) events.push(...callsOf(line.call, has));
  if (line.tokens !== undefined) {
    events.push({ type: "usage", usage: { inputTokens: has("usage") ? 0 : line.tokens } });
  }
  if (has("send")) events.push({ type: "send", text: "Polly wants a cracker." });
  return events;
}

function callsOf(call: NonNullable<Line["call"]>, has: Has): AgentEvent[] {
  const { output, ...shown } = call;
  const paths = has("tools") || has("observable") ? [] : call.paths;
  const told: ToolEvent = {
    type: "tool",
    ...shown,
    paths,
    ...(has("observable") ? {} : output === undefined ? {} : { output }),
  };
  const id = has("tool-pairs") ? `${call.id}-begun` : call.id;
  return [{ ...told, id, state: "begun" }, told];
}

function endOf(
  stop: Line | undefined,
  exit: AgentExit,
  { has, heard }: { has: Has; heard: string[] },
): ReturnType<ReturnType<AgentAdapter["createReader"]>["end"]> {
  if (has("outcome") && exit.code === 1) return { ok: false, kind: "crash", message: "It did not work." };
  if (has("cut") && stop === undefined && exit.code === 0) return { ok: true };
  const kind = ENDS.find((one) => one === stop?.stop);
  const waitSeconds = has("wait") ? undefined : stop?.wait;
  if (kind !== undefined) {
    return { ok: false, kind, message: `It says ${kind}.`, waitSeconds };
  }
  if (stop?.stop !== "well" || ((exit.code !== 0 || exit.signal !== null) && !has("exit"))) {
    return { ok: false, kind: "crash", message: `It ended with ${exit.signal ?? exit.code}.` };
  }
  return heard.join("") === "" ? { ok: false, kind: "empty", message: "It said nothing." } : { ok: true };
}

function parseLine(text: string, has: Has): Line | undefined {
  if (has("throws")) return JSON.parse(text) as Line;
  try {
    const { parrot } = JSON.parse(text) as { parrot?: unknown };
    return isLine(parrot) ? parrot : undefined;
  } catch {
    return undefined;
  }
}

/** A spoilt line is none: the parrot's protocol has no halves. */
function isLine(value: unknown): value is Line {
  if (typeof value !== "object" || value === null) return false;
  const { begin, say, call, tokens, stop, wait } = value as Record<string, unknown>;
  const isText = (one: unknown): boolean => one === undefined || (typeof one === "string" && one !== "");
  const isCount = (one: unknown): boolean => one === undefined || (Number.isSafeInteger(one) && (one as number) >= 0);
  return isText(begin) && isText(say) && isText(stop) && isCount(tokens) && isCount(wait) && isCall(call);
}

function isCall(value: unknown): boolean {
  if (value === undefined) return true;
  if (typeof value !== "object" || value === null) return false;
  const { id, name, action, state, paths, lines, output } = value as Record<string, unknown>;
  if (![id, name, output].every((one) => typeof one === "string" && one !== "")) return false;
  if (action !== "read" || !["done", "denied"].includes(String(state)) || lines !== undefined) return false;
  return Array.isArray(paths) && paths.every((path) => typeof path === "string");
}
