import { compact } from "./json.ts";
import type { ModelRequest, OfferedTool } from "./model-request.ts";
import type { Call } from "./scenario.ts";
import { codeModeScript, patchFor, shellCommand } from "./shell-command.ts";
import { pathFor } from "./working-directory.ts";

/** A tool call in the client's own terms. */
export interface ToolCall {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>> | string;
}

/** Maps an abstract call to the tools of the client that asks. */
export function toolCall(call: Call, request: ModelRequest, root: string | undefined): ToolCall {
  if (call.tool === "exact") return { name: call.name, input: call.input };
  const located =
    "path" in call && call.path !== undefined ? { ...call, path: pathFor(call.path, request, root) } : call;
  const offered = (name: string): OfferedTool | undefined => request.tools.find((tool) => tool.name === name);
  if (offered("exec")?.freeform) return { name: "exec", input: codeModeScript(located) };
  if (located.tool === "write" && offered("apply_patch")?.freeform) {
    return { name: "apply_patch", input: patchFor(located) };
  }
  if (offered("exec_command")) return { name: "exec_command", input: { cmd: shellCommand(located) } };
  const names = namesFor(located, request.tools);
  const tool = names.map(offered).find((candidate) => candidate !== undefined);
  // An attempt to use what the client does not offer goes by the name that such a tool usually has.
  const called = tool ?? { name: names[0] ?? located.tool, parameters: [], freeform: false };
  return { name: called.name, input: inputFor(located, called) };
}

/** The names that the tool for a call may have, the one of the client's own kind first. */
function namesFor(call: AbstractCall, tools: readonly OfferedTool[]): readonly string[] {
  const names = NAMES[call.tool];
  const kind = CLIENTS.findIndex((name) => tools.some((tool) => tool.name === name));
  const own = names[kind === -1 ? CLIENTS.length : kind] ?? names.at(-1);
  return own === undefined ? names : [own, ...names];
}

type AbstractCall = Exclude<Call, { readonly tool: "exact" }>;

/** The tool that tells the kind of client: Claude Code, opencode, Gemini CLI; everything else is generic. */
const CLIENTS = ["Read", "read", "grep_search"];

/** Names of the tools for an abstract call, in the order of `CLIENTS`, then generic ones as our model reviewer has. */
const NAMES: Readonly<Record<AbstractCall["tool"], readonly string[]>> = {
  read: ["Read", "read", "read_file"],
  grep: ["Grep", "grep", "grep_search", "search"],
  list: ["Glob", "glob", "list_directory", "list_files", "list"],
  shell: ["Bash", "bash", "run_shell_command", "shell"],
  write: ["Write", "write", "write_file"],
  diff: ["diff"],
  blame: ["blame"],
};

/** The arguments of a call, under the parameter names that the tool has, or is known to have where it exists. */
function inputFor(call: AbstractCall, tool: OfferedTool): Readonly<Record<string, unknown>> {
  const under = (names: readonly string[], value: unknown): Record<string, unknown> => {
    if (value === undefined) return {};
    const known = FILE_PARAMETERS[tool.name];
    const fallback = known !== undefined && names.includes(known) ? known : names[0];
    return { [names.find((name) => tool.parameters.includes(name)) ?? fallback ?? "path"]: value };
  };
  switch (call.tool) {
    case "read":
    case "blame":
      return { ...under(FILE, call.path), ...range(call.lines, tool) };
    case "grep": {
      const claude = tool.name === "Grep" ? { output_mode: "content", "-n": true } : {};
      return { ...under(["pattern", "query"], call.pattern), ...under(FOLDER, call.path), ...claude };
    }
    case "list": {
      const glob = tool.name.toLowerCase() === "glob" ? { pattern: "*" } : {};
      return { ...glob, ...under(FOLDER, call.path) };
    }
    case "shell":
      return { command: call.command, description: "Run a command" };
    case "write":
      return { ...under(FILE, call.path), content: call.content };
    case "diff":
      return under(FILE, call.path);
  }
}

const FILE = ["path", "file_path", "filePath", "file"];
const FOLDER = ["path", "dir_path", "directory", "folder"];

/** What the file is called among the parameters of well-known tools, for calls of tools that are not offered. */
const FILE_PARAMETERS: Readonly<Record<string, string>> = {
  Read: "file_path",
  Write: "file_path",
  read_file: "file_path",
  write_file: "file_path",
  read: "filePath",
  write: "filePath",
};

/** A line range under the parameter names of the tool: first and last line, or offset and count. */
function range(lines: readonly [number, number] | undefined, { parameters }: OfferedTool): Record<string, unknown> {
  if (lines === undefined) return {};
  const [first, last] = lines;
  const named = (names: readonly string[]): string | undefined => names.find((name) => parameters.includes(name));
  const start = named(["start_line", "startLine", "firstLine", "first", "from", "start", "offset"]);
  const end = named(["end_line", "endLine", "lastLine", "last", "to", "end"]);
  const count = named(["limit", "count"]);
  return compact({
    [start ?? "offset"]: first,
    ...(end !== undefined && { [end]: last }),
    ...(end === undefined && { [count ?? "limit"]: last - first + 1 }),
  });
}
