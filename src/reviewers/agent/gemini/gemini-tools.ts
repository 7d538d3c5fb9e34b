import type { ToolAction, ToolEvent } from "#model/agent/agent-event.ts";
import { countOf, type Fields, fieldsOf, firstText, textOf } from "../json-line.ts";
import { lookUp } from "#util/look-up.ts";

/** A call, kept until its result arrives. */
export type GeminiCall = Pick<ToolEvent, "id" | "name" | "action" | "paths" | "lines" | "detail">;

const ACTIONS: Readonly<Record<string, ToolAction>> = {
  read_file: "read",
  read_many_files: "read",
  grep_search: "search",
  search_file_content: "search",
  glob: "list",
  list_directory: "list",
  run_shell_command: "run",
  write_file: "write",
  replace: "write",
  web_fetch: "fetch",
  google_web_search: "fetch",
};

/** Errors for calls that were not allowed. */
const DENIALS = new Set(["tool_not_registered", "policy_violation", "path_not_in_workspace", "permission_denied"]);

/** Reads a `tool_use` line. */
export function readGeminiCall(fields: Fields): GeminiCall | undefined {
  const id = textOf(fields["tool_id"]);
  const name = textOf(fields["tool_name"]);
  if (id === undefined || name === undefined) return undefined;
  const parameters = fieldsOf(fields["parameters"]);
  return {
    id,
    name,
    action: lookUp(ACTIONS, name) ?? "other",
    paths: requestedPaths(parameters),
    lines: requestedLines(parameters),
    detail: firstText(parameters, ["pattern", "command", "query", "prompt", "url"]),
  };
}

/** Reads a `tool_result` line. It does not hold the text of a read, only the lines if they are not the whole file. */
export function readGeminiResult(fields: Fields, call: GeminiCall): ToolEvent {
  const error = fieldsOf(fields["error"]);
  if (fields["status"] !== "success") {
    const output = textOf(error["message"]) ?? textOf(fields["output"]);
    return { type: "tool", ...call, state: isDenial(error) ? "denied" : "failed", output };
  }
  const output = textOf(fields["output"]) ?? "";
  // A skipped file was not shown: Gemini takes it for binary, or the picture is too large.
  if (call.action === "read" && output.startsWith("Skipped "))
    return { type: "tool", ...call, state: "failed", output };
  return { type: "tool", ...call, state: "done", lines: shownLines(output) };
}

/** Whether a read truncated long lines. */
export function isGeminiShortened(fields: Fields): boolean {
  return textOf(fields["output"])?.endsWith("(some lines were shortened)") ?? false;
}

function isDenial(error: Fields): boolean {
  const isOutside = textOf(error["message"])?.startsWith("Path not in workspace") ?? false;
  return isOutside || DENIALS.has(textOf(error["type"]) ?? "");
}

function requestedPaths(parameters: Fields): string[] {
  const one = firstText(parameters, ["file_path", "absolute_path", "dir_path", "path"]);
  if (one !== undefined) return [one];
  const many = parameters["include"] ?? parameters["paths"];
  return Array.isArray(many) ? many.filter((path) => typeof path === "string") : [];
}

/** `start_line` and `end_line` from 1; in older versions `offset` from 0 and `limit`. */
function requestedLines(parameters: Fields): GeminiCall["lines"] {
  const offset = countOf(parameters["offset"]);
  const limit = countOf(parameters["limit"]);
  const start = countOf(parameters["start_line"]) ?? (offset === undefined ? 1 : offset + 1);
  const end = countOf(parameters["end_line"]) ?? (limit === undefined ? undefined : start + limit - 1);
  return end !== undefined && start >= 1 && end >= start ? { start, end } : undefined;
}

/** `Read lines 1-2000 of 9980 from review/patches/0001.patch`. */
function shownLines(output: string): GeminiCall["lines"] {
  const [, first, last] = /^Read lines (\d{1,9})-(\d{1,9}) of \d/.exec(output) ?? [];
  const [start, end] = [Number(first), Number(last)];
  return start >= 1 && end >= start ? { start, end } : undefined;
}
