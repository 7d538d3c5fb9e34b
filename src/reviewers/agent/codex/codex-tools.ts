import type { ToolEvent } from "#model/agent/agent-event.ts";
import { type Fields, fieldsOf, textOf } from "../json-line.ts";
import { readCodexCommand } from "./codex-command.ts";

/** The tool call in an item of Codex's stream; undefined for other items. */
export function readCodexTool(item: Fields, isOver: boolean): ToolEvent | undefined {
  const id = textOf(item["id"]);
  const type = textOf(item["type"]);
  if (id === undefined || type === undefined) return undefined;
  const output = textOf(item["aggregated_output"]);
  const state = isOver ? stateOf(item, output) : "begun";
  switch (type) {
    case "command_execution": {
      const { line, action, paths } = readCodexCommand(textOf(item["command"]) ?? "");
      const shown = isOver ? (output ?? "") : undefined;
      return {
        type: "tool",
        id,
        name: "exec_command",
        action,
        state,
        paths,
        detail: line,
        command: line,
        output: shown,
      };
    }
    case "file_change":
      return { type: "tool", id, name: "apply_patch", action: "write", state, paths: changedPaths(item["changes"]) };
    case "web_search":
      return { type: "tool", id, name: type, action: "fetch", state, paths: [], detail: textOf(item["query"]) };
    case "mcp_tool_call":
    case "collab_tool_call":
      return { type: "tool", id, name: textOf(item["tool"]) ?? type, action: "other", state, paths: [] };
    default:
      return undefined;
  }
}

/** A refused call, which Codex reports only on standard error. */
export function readRejection(line: string, count: number): ToolEvent | undefined {
  const [, what] = /\b(patch rejected|exec_command failed|command rejected): ?/.exec(line.slice(0, 2000)) ?? [];
  if (what === undefined) return undefined;
  const [name, action] =
    what === "patch rejected" ? (["apply_patch", "write"] as const) : (["exec_command", "run"] as const);
  // The line does not name the file.
  const detail = what === "patch rejected" ? "a file" : line.slice(line.indexOf(what) + what.length + 1, 500).trim();
  return { type: "tool", id: `rejected-${count}`, name, action, state: "denied", paths: [], detail };
}

function stateOf(item: Fields, output: string | undefined): ToolEvent["state"] {
  switch (item["status"]) {
    case "completed":
      return "done";
    case "declined":
      return "denied";
    default:
      return /Read-only file system/.test(output ?? "") ? "denied" : "failed";
  }
}

function changedPaths(changes: unknown): string[] {
  return Array.isArray(changes)
    ? changes.map((one) => textOf(fieldsOf(one)["path"])).filter((path) => path !== undefined)
    : [];
}
