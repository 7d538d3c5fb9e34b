import type { ToolAction, ToolEvent } from "#model/agent/agent-event.ts";
import { countOf, type Fields, fieldsOf, textOf } from "../json-line.ts";
import { lookUp } from "#util/look-up.ts";

/** A tool call that begins. */
export function readClaudeCall(block: Fields): ToolEvent | undefined {
  const id = textOf(block["id"]);
  const name = textOf(block["name"]);
  if (id === undefined || name === undefined) return undefined;
  const input = fieldsOf(block["input"]);
  const path = textOf(input["file_path"]) ?? textOf(input["notebook_path"]) ?? textOf(input["path"]);
  return {
    type: "tool",
    id,
    name,
    action: lookUp(ACTIONS, name) ?? "other",
    state: "begun",
    paths: path === undefined ? [] : [path],
    lines: askedLines(input),
    detail: textOf(input["pattern"]) ?? textOf(input["command"]) ?? textOf(input["url"]),
  };
}

/** The same call when it has ended, from the result block and the message around it. */
export function readClaudeResult(call: ToolEvent, block: Fields, around: Fields): ToolEvent {
  const output = resultText(block["content"]);
  const isDenied = DENIED.test(output.slice(0, 500)) || wasRejected(around["tool_result_meta"], call.id);
  const state = block["is_error"] !== true ? "done" : isDenied ? "denied" : "failed";
  const shown = state === "done" ? shownLines(fieldsOf(fieldsOf(around["tool_use_result"])["file"])) : undefined;
  return { ...call, state, lines: shown ?? call.lines, output };
}

const ACTIONS: Readonly<Record<string, ToolAction>> = {
  Read: "read",
  NotebookRead: "read",
  Grep: "search",
  Glob: "list",
  LS: "list",
  Bash: "run",
  PowerShell: "run",
  Write: "write",
  Edit: "write",
  MultiEdit: "write",
  NotebookEdit: "write",
  WebFetch: "fetch",
  WebSearch: "fetch",
};

/** The errors for a tool that it does not have, or for a file outside its working directory. */
const DENIED = /No such tool available|Permission to use \w{1,50}|requested permissions|is outside /;

/** Newer versions report the permission decision beside the result. */
function wasRejected(meta: unknown, id: string): boolean {
  if (!Array.isArray(meta)) return false;
  const own = meta.map(fieldsOf).find((one) => one["id"] === id) ?? {};
  return fieldsOf(own["permission_decision"])["decision"] === "reject";
}

/** How many lines Read returns by default. */
const DEFAULT_LIMIT = 2000;

function askedLines(input: Fields): ToolEvent["lines"] {
  const offset = countOf(input["offset"]);
  const limit = countOf(input["limit"]);
  if (offset === undefined && limit === undefined) return undefined;
  const start = Math.max(1, offset ?? 1);
  const end = start + Math.max(1, limit ?? DEFAULT_LIMIT) - 1;
  return Number.isSafeInteger(end) ? { start, end } : undefined;
}

/** The lines that were shown; undefined if that is the whole file. */
function shownLines(file: Fields): ToolEvent["lines"] {
  const start = countOf(file["startLine"]);
  const count = countOf(file["numLines"]);
  if (start === undefined || count === undefined || start < 1 || count < 1) return undefined;
  const isWhole = start === 1 && count === countOf(file["totalLines"]);
  const end = start + count - 1;
  return isWhole || !Number.isSafeInteger(end) ? undefined : { start, end };
}

function resultText(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content.map((part) => textOf(fieldsOf(part)["text"]) ?? "").join("\n");
}
