import type { ToolAction, ToolEvent } from "#model/agent/agent-event.ts";
import { omitUndefined } from "#util/omit-undefined.ts";
import { countOf, type Fields, fieldsOf, firstText, textOf } from "../json-line.ts";
import { lookUp } from "#util/look-up.ts";

/** What a call is about, kept from its beginning to its end. */
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

/** Ends that mean: it was not let, not: it went wrong. */
const DENIALS = new Set(["tool_not_registered", "policy_violation", "path_not_in_workspace", "permission_denied"]);

/** A `tool_use` line: what the model asks for. */
export function readCall(fields: Fields): GeminiCall | undefined {
  const id = textOf(fields["tool_id"]);
  const name = textOf(fields["tool_name"]);
  if (id === undefined || name === undefined) return undefined;
  const parameters = fieldsOf(fields["parameters"]);
  const lines = askedLines(parameters);
  const detail = firstText(parameters, ["pattern", "command", "query", "prompt", "url"]);
  return omitUndefined({
    id,
    name,
    action: lookUp(ACTIONS, name) ?? "other",
    paths: askedPaths(parameters),
    lines,
    detail,
  });
}

/** A `tool_result` line: how the call went. What a read showed is not told, only which lines, where it was not all of them. */
export function readGeminiResult(fields: Fields, call: GeminiCall): ToolEvent {
  const { lines: _asked, ...rest } = call;
  const error = fieldsOf(fields["error"]);
  if (fields["status"] !== "success") {
    const output = textOf(error["message"]) ?? textOf(fields["output"]);
    const state = isDenial(error) ? "denied" : "failed";
    return { type: "tool", ...call, state, output };
  }
  const told = textOf(fields["output"]) ?? "";
  // A success that shows nothing: the file is taken for a binary one, or is too large a picture.
  if (call.action === "read" && told.startsWith("Skipped "))
    return { type: "tool", ...call, state: "failed", output: told };
  const lines = shownLines(told);
  return { type: "tool", ...rest, state: "done", lines };
}

/** Whether a read left out the ends of long lines. */
export function isGeminiShortened(fields: Fields): boolean {
  return textOf(fields["output"])?.endsWith("(some lines were shortened)") ?? false;
}

function isDenial(error: Fields): boolean {
  const isOutside = textOf(error["message"])?.startsWith("Path not in workspace") ?? false;
  return isOutside || DENIALS.has(textOf(error["type"]) ?? "");
}

function askedPaths(parameters: Fields): string[] {
  const one = firstText(parameters, ["file_path", "absolute_path", "dir_path", "path"]);
  if (one !== undefined) return [one];
  const many = parameters["include"] ?? parameters["paths"];
  return Array.isArray(many) ? many.filter((path) => typeof path === "string") : [];
}

/** Today `start_line` and `end_line`, from 1; formerly `offset` from 0 and `limit`. */
function askedLines(parameters: Fields): GeminiCall["lines"] {
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
