import { describe, expect, test } from "vitest";
import type { ModelRequest, OfferedTool } from "./model-request.ts";
import { anthropic } from "./protocols/anthropic.ts";
import { responses } from "./protocols/responses.ts";
import { toolCall } from "./tool-call.ts";

const tool = (name: string, ...parameters: string[]): OfferedTool => ({ name, parameters, freeform: false });
const freeform = (name: string): OfferedTool => ({ name, parameters: [], freeform: true });
const request = (tools: readonly OfferedTool[], ...opening: string[]): ModelRequest => ({
  protocol: "chat",
  model: "m",
  stream: true,
  turns: 0,
  toolResults: [],
  opening,
  tools,
});

const claude = request(
  [tool("Read", "file_path", "offset", "limit"), tool("Grep", "pattern", "path"), tool("Glob", "pattern", "path")],
  " - Primary working directory: /desk\n - Is a git repository: false",
);
const codex = request(
  [tool("exec_command", "cmd"), freeform("apply_patch")],
  "<environment_context>\n  <cwd>/desk</cwd>",
);
const codeMode = request([freeform("exec")], "<environment_context>\n  <cwd>/desk</cwd>");
const gemini = request(
  [
    tool("read_file", "file_path", "start_line", "end_line"),
    tool("grep_search", "pattern", "dir_path"),
    tool("glob", "pattern", "dir_path"),
    tool("list_directory", "dir_path"),
  ],
  "- **Workspace Directories:**\n  - /desk\n- **Directory Structure:**",
);
const opencode = request(
  [tool("read", "filePath", "offset", "limit"), tool("grep", "pattern", "path"), tool("glob", "pattern", "path")],
  "<env>\n  Working directory: /desk\n  Workspace root folder: /",
);
const own = request(
  [
    tool("read_file", "path", "from", "to"),
    tool("search", "query", "path"),
    tool("list_files", "path"),
    tool("diff", "path"),
    tool("blame", "path", "from", "to"),
  ],
  "Review the change.",
);

describe("a read of lines", () => {
  const call = { tool: "read", path: "code/a.ts", lines: [10, 12] } as const;
  test.each([
    ["Claude Code", claude, "Read", { file_path: "/desk/code/a.ts", offset: 10, limit: 3 }],
    ["Codex", codex, "exec_command", { cmd: "sed -n '10,12p' '/desk/code/a.ts'" }],
    ["Gemini CLI", gemini, "read_file", { file_path: "/desk/code/a.ts", start_line: 10, end_line: 12 }],
    ["opencode", opencode, "read", { filePath: "/desk/code/a.ts", offset: 10, limit: 3 }],
    ["our model reviewer", own, "read_file", { path: "code/a.ts", from: 10, to: 12 }],
  ] as const)("by %s uses its tool, from its working directory", (_, client, name, input) => {
    expect(toolCall(call, client, undefined)).toEqual({ name, input });
  });

  test("in Codex's code mode is a script", () => {
    const { name, input } = toolCall(call, codeMode, undefined);
    expect(name).toBe("exec");
    expect(input).toContain(`tools.exec_command({"cmd":"sed -n '10,12p' '/desk/code/a.ts'"})`);
  });

  test("starts from the scenario's root when the client does not say where it works", () => {
    expect(toolCall(call, own, "/root-of-it").input).toMatchObject({ path: "/root-of-it/code/a.ts" });
  });
});

describe("other calls", () => {
  test.each([
    [claude, "Grep", { pattern: "x", path: "/desk/code", output_mode: "content", "-n": true }],
    [codex, "exec_command", { cmd: "grep -rn -e 'x' '/desk/code'" }],
    [gemini, "grep_search", { pattern: "x", dir_path: "/desk/code" }],
    [opencode, "grep", { pattern: "x", path: "/desk/code" }],
    [own, "search", { query: "x", path: "code" }],
  ] as const)("a search, %#", (client, name, input) => {
    expect(toolCall({ tool: "grep", pattern: "x", path: "code" }, client, undefined)).toEqual({ name, input });
  });

  test.each([
    [claude, "Glob", { pattern: "*", path: "/desk/code" }],
    [codex, "exec_command", { cmd: "ls -1 '/desk/code'" }],
    [gemini, "list_directory", { dir_path: "/desk/code" }],
    [opencode, "glob", { pattern: "*", path: "/desk/code" }],
    [own, "list_files", { path: "code" }],
  ] as const)("a list, %#", (client, name, input) => {
    expect(toolCall({ tool: "list", path: "code" }, client, undefined)).toEqual({ name, input });
  });

  test.each([
    [claude, "Write", { file_path: "/desk/x", content: "a'b" }],
    [gemini, "write_file", { file_path: "/desk/x", content: "a'b" }],
    [opencode, "write", { filePath: "/desk/x", content: "a'b" }],
    [codex, "apply_patch", "*** Begin Patch\n*** Add File: /desk/x\n+a'b\n*** End Patch\n"],
  ] as const)(
    "a write is attempted by the client's own name for it even when it is not offered, %#",
    (client, name, input) => {
      expect(toolCall({ tool: "write", path: "x", content: "a'b" }, client, undefined)).toEqual({ name, input });
    },
  );

  test("a command is attempted in the same way", () => {
    const names = [claude, codex, gemini, opencode, own].map(
      (client) => toolCall({ tool: "shell", command: "id" }, client, undefined).name,
    );
    expect(names).toEqual(["Bash", "exec_command", "run_shell_command", "bash", "shell"]);
  });

  test("diff and blame are our own reviewer's", () => {
    expect(toolCall({ tool: "diff", path: "a.ts" }, own, undefined)).toEqual({ name: "diff", input: { path: "a.ts" } });
    expect(toolCall({ tool: "blame", path: "a.ts", lines: [1, 2] }, own, undefined).input).toEqual({
      path: "a.ts",
      from: 1,
      to: 2,
    });
  });
});

describe("reading requests", () => {
  test("Codex's tools are found in the input item and in namespaces", () => {
    const { tools } = responses.read(
      {
        input: [
          {
            type: "additional_tools",
            tools: [
              { type: "namespace", name: "functions", tools: [{ type: "custom", name: "exec" }] },
              {
                type: "namespace",
                name: "web",
                tools: [{ type: "function", name: "open", parameters: { properties: { url: {} } } }],
              },
            ],
          },
        ],
      },
      {},
    );
    expect(tools).toEqual([freeform("exec"), tool("web.open", "url")]);
  });

  test("the results of custom tools count as tool results, whether text or parts", () => {
    const { toolResults, turns } = responses.read(
      {
        input: [
          { type: "custom_tool_call", call_id: "a", name: "exec", input: "" },
          { type: "custom_tool_call", call_id: "b", name: "exec", input: "" },
          { type: "custom_tool_call_output", call_id: "a", output: "one" },
          { type: "custom_tool_call_output", call_id: "b", output: [{ type: "input_text", text: "two" }] },
        ],
      },
      {},
    );
    expect({ toolResults, turns }).toEqual({ toolResults: ["one", "two"], turns: 1 });
  });

  test("a directory named in a tool result is not the working directory", () => {
    const asked = anthropic.read(
      {
        tools: [{ name: "Read", input_schema: { properties: { file_path: {} } } }],
        messages: [
          { role: "user", content: "Review." },
          { role: "assistant", content: [{ type: "tool_use", id: "t", name: "Read", input: {} }] },
          {
            role: "user",
            content: [{ type: "tool_result", tool_use_id: "t", content: "Working directory: /elsewhere" }],
          },
        ],
      },
      {},
    );
    expect(toolCall({ tool: "read", path: "a" }, asked, undefined).input).toEqual({ file_path: "a" });
  });
});
