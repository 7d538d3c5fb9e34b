import type { ToolAction, ToolEvent } from "#model/agent/agent-event.ts";
import { countOf, type Fields, fieldsOf, firstText, textOf } from "../json-line.ts";
import { lookUp } from "#util/look-up.ts";

const ACTIONS: Readonly<Record<string, ToolAction>> = {
  read: "read",
  grep: "search",
  glob: "list",
  list: "list",
  bash: "run",
  edit: "write",
  write: "write",
  patch: "write",
  apply_patch: "write",
  webfetch: "fetch",
  websearch: "fetch",
};

/** The errors for tools that are not offered or not allowed. */
const DENIALS = /unavailable tool|specified a rule which prevents you|rejected permission/;

/** The call in a `tool_use` line. opencode reports a call once, when it has ended. */
export function readTool(part: Fields): ToolEvent | undefined {
  const id = textOf(part["callID"]) ?? textOf(part["id"]);
  const name = textOf(part["tool"]);
  const state = fieldsOf(part["state"]);
  if (id === undefined || name === undefined) return undefined;
  const input = fieldsOf(state["input"]);
  const path = firstText(input, ["filePath", "path"]);
  const shown = fieldsOf(fieldsOf(state["metadata"])["display"]);
  const isFolder = shown["type"] === "directory";
  return {
    type: "tool",
    id,
    name,
    action: isFolder ? "list" : (lookUp(ACTIONS, name) ?? "other"),
    paths: path === undefined ? [] : [path],
    ...stateOf(state, isFolder ? undefined : textOf(shown["text"])),
    lines: isFolder ? undefined : linesOf(shown),
    detail: firstText(input, ["pattern", "command", "url", "query"]),
  };
}

/** Whether a read truncated long lines. */
export function isOpencodeShortened({ output }: ToolEvent): boolean {
  return output?.includes("... (line truncated to ") ?? false;
}

/** The output of a read is the plain text of the file, without the line numbers and the frame that the model sees. */
function stateOf(state: Fields, text: string | undefined): Pick<ToolEvent, "state" | "output"> {
  if (state["status"] === "completed") {
    return { state: "done", output: text ?? textOf(state["output"]) };
  }
  const output = textOf(state["error"]);
  return { state: DENIALS.test(output ?? "") ? "denied" : "failed", output };
}

/** The lines that were shown; undefined if that is the whole file. */
function linesOf(shown: Fields): ToolEvent["lines"] {
  const [start, end] = [countOf(shown["lineStart"]) ?? 0, countOf(shown["lineEnd"]) ?? 0];
  const isWhole = start === 1 && shown["truncated"] === false;
  return isWhole || start < 1 || end < start ? undefined : { start, end };
}
