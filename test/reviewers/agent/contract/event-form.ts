import type { AgentEnd, AgentEvent, FailureKind } from "#model/agent/agent-event.ts";
import { usageSchema } from "#model/panel/reviewer.ts";

const ACTIONS = ["read", "search", "list", "run", "write", "fetch", "other"];
const STATES = ["begun", "done", "failed", "denied"];
const KINDS: readonly FailureKind[] = [
  "login",
  "overload",
  "server",
  "refusal",
  "empty",
  "limit",
  "budget",
  "garbage",
  "crash",
];

/** What is wrong with the form of an event, if anything: types do not hold at run time. */
export function faultOf(event: AgentEvent): string | undefined {
  switch (event.type) {
    case "text":
    case "thought":
      return isText(event.text) && event.text !== "" ? undefined : `${event.type} without text`;
    case "oddity":
    case "send":
      return isText(event.text) ? undefined : `${event.type} without text`;
    case "text:end":
    case "text:void":
    case "close":
      return undefined;
    case "begin":
      return isTextOrAbsent(event.model) && isTextOrAbsent(event.version) ? undefined : "begin with odd fields";
    case "model":
      return isText(event.model) && event.model !== "" ? undefined : "model without a name";
    case "usage":
      return usageSchema.safeParse(event.usage).success
        ? undefined
        : `usage ${JSON.stringify(event.usage).slice(0, 200)}`;
    case "retry":
      return isText(event.reason) && isCountOrAbsent(event.waitSeconds) ? undefined : "retry with odd fields";
    case "tool":
      return faultOfTool(event);
    default:
      return `an unknown event ${JSON.stringify(event satisfies never).slice(0, 200)}`;
  }
}

/** What is wrong with the form of an end. */
export function faultOfEnd(end: AgentEnd): string | undefined {
  if (end.ok) return undefined;
  if (!KINDS.includes(end.kind)) return `an unknown kind ${String(end.kind)}`;
  if (!isText(end.message) || end.message.trim() === "") return "a failure without a message";
  if (end.message.length > 2000) return `a message of ${end.message.length} characters`;
  return isCountOrAbsent(end.waitSeconds) ? undefined : `waitSeconds ${end.waitSeconds}`;
}

function faultOfTool(event: Extract<AgentEvent, { type: "tool" }>): string | undefined {
  if (!isText(event.id) || event.id === "" || !isText(event.name)) return "a tool without id or name";
  if (!ACTIONS.includes(event.action)) return `an unknown action ${event.action}`;
  if (!STATES.includes(event.state)) return `an unknown state ${event.state}`;
  if (!Array.isArray(event.paths) || !event.paths.every(isText)) return "paths that are not text";
  if (!isTextOrAbsent(event.detail) || !isTextOrAbsent(event.output)) return "a tool with odd text";
  if (event.lines === undefined) return undefined;
  const { start, end } = event.lines;
  return Number.isSafeInteger(start) && Number.isSafeInteger(end) && start >= 1 && end >= start
    ? undefined
    : `lines ${start} to ${end}`;
}

const isText = (value: unknown): boolean => typeof value === "string";
const isTextOrAbsent = (value: unknown): boolean => value === undefined || typeof value === "string";
const isCountOrAbsent = (value: unknown): boolean =>
  value === undefined || (typeof value === "number" && Number.isFinite(value) && value >= 0);
