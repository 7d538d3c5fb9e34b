import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { agentProgram } from "../../tools/agent-programs.ts";
import { asObject } from "./model-server/json.ts";
import type { ModelServer } from "./model-server/model-server.ts";
import { startModelServer } from "./model-server/model-server.ts";
import type { Scenario } from "./model-server/scenario.ts";
import type { AgentFolders, AgentStart } from "./spawn-agent.ts";
import { makeFolders, spawnAgent } from "./spawn-agent.ts";

const SOURCE = 'export const total = (parts) => parts.length; // "$@" `x` {{y}} $(z) <script> é😀\n';
const FILES = { "code/total.js": SOURCE, "code/part.js": SOURCE.replace("total", "part") };

const reading: Scenario = {
  steps: [
    {
      reasoning: "The file must be read first.",
      text: "I will read the file.",
      calls: [
        { tool: "read", path: "code/total.js" },
        { tool: "read", path: "code/part.js", lines: [1, 1] },
      ],
    },
    { text: "The total is the number of parts, not their sum." },
  ],
};
type AgentName = "claude" | "codex" | "gemini" | "opencode";
const AGENT_NAMES: readonly AgentName[] = ["claude", "codex", "gemini", "opencode"];
const scenarios = Object.fromEntries(AGENT_NAMES.map((name) => [name, reading]));

let server: ModelServer;
beforeAll(async () => {
  server = await startModelServer({ scenarios: { ...scenarios, "codex-code-mode": reading } });
});
afterAll(() => server.close());

/** Runs a program at a desk of its own and says what the model saw and what the program said. */
async function run(scenario: string, agent: AgentName, options: Partial<CommandOptions> = {}) {
  const folders = makeFolders(FILES);
  try {
    const program = agentProgram(agent).path;
    const start = COMMANDS[agent]({ base: server.url(scenario), folders, ...options });
    const { code, events, stderr } = await spawnAgent({ program, prompt: "Review the code.\n", ...start }, folders);
    const requests = server.requests(scenario).filter(({ answer }) => answer.kind !== "probe");
    return { code, said: saidIn(events), stderr, requests };
  } finally {
    folders.remove();
  }
}

describe("the scripted model server drives the real programs", () => {
  test.each(AGENT_NAMES)("%s reads a file and gives its answer", async (agent) => {
    const { code, said, stderr, requests } = await run(agent, agent);
    expect(
      requests.map(({ answer }) => [answer.kind, answer.step, answer.end]),
      stderr,
    ).toEqual([
      ["step", 0, "complete"],
      ["step", 1, "complete"],
    ]);
    // Claude Code sends the results of parallel calls in the order in which they were ready.
    const results = requests[1]?.request?.toolResults ?? [];
    expect(results).toHaveLength(2);
    for (const content of Object.values(FILES)) expect(results.join("\n")).toContain(content.trim());
    expect(requests[0]?.answer.calls?.filter((name) => name.startsWith("("))).toEqual([]);
    expect(said).toContain("The total is the number of parts, not their sum.");
    expect(code).toBe(0);
  });

  test("codex works in code mode too", async () => {
    const { code, said, stderr, requests } = await run("codex-code-mode", "codex", { model: undefined });
    expect(requests[0]?.answer.calls, stderr).toEqual(["exec", "exec"]);
    expect(requests[1]?.request?.toolResults.join("\n")).toContain(SOURCE.trim());
    expect(said).toContain("The total is the number of parts, not their sum.");
    expect(code).toBe(0);
  });
});

/** All texts in the events of a program, in order; texts that come in pieces are whole again. */
function saidIn(value: unknown): string {
  if (Array.isArray(value)) return value.map(saidIn).join("");
  return Object.entries(asObject(value))
    .map(([key, inner]) => (typeof inner !== "string" ? saidIn(inner) : TEXTS.includes(key) ? inner : ""))
    .join("");
}

const TEXTS = ["text", "content"];

interface CommandOptions {
  readonly base: string;
  readonly folders: AgentFolders;
  /** Undefined is the program's own choice. */
  readonly model?: string | undefined;
}

/** The least that makes each program work alone, read-only and without a word to anybody else. */
const COMMANDS: Readonly<Record<AgentName, (options: CommandOptions) => Pick<AgentStart, "args" | "env">>> = {
  claude: ({ base, folders }) => ({
    args: words(
      "-p --output-format stream-json --verbose --restricted --tools Read,Grep,Glob --permission-mode dontAsk",
      "--setting-sources= --strict-mcp-config --disable-slash-commands --no-session-persistence --model claude-opus-5-5",
    ),
    env: {
      ANTHROPIC_BASE_URL: base,
      ANTHROPIC_API_KEY: "test-key",
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      CLAUDE_CODE_TMPDIR: folders.scratch,
      DISABLE_AUTOUPDATER: "1",
      DISABLE_TELEMETRY: "1",
      DISABLE_ERROR_REPORTING: "1",
    },
  }),
  codex: ({ base, folders, ...options }) => {
    writeHomeFile(folders, ".codex/config.toml", "");
    const model = "model" in options ? options.model : "scripted-model";
    return {
      args: words(
        "exec --json --sandbox read-only --ephemeral --ignore-rules --skip-git-repo-check",
        model === undefined ? "" : `-m ${model}`,
        "-c model_provider=scripted -c model_providers.scripted.name=scripted",
        `-c model_providers.scripted.base_url=${base}/v1 -c model_providers.scripted.env_key=SCRIPTED_API_KEY`,
        "-c model_providers.scripted.wire_api=responses -c web_search=disabled -c analytics.enabled=false",
        "--disable plugins --disable apps --disable multi_agent --disable goals --disable hooks",
        "--disable image_generation --disable unbounded_connection_retries",
        "-c check_for_update_on_startup=false -c feedback.enabled=false -c project_doc_max_bytes=0",
        "-c shell_environment_policy.inherit=core -c allow_login_shell=false -",
      ),
      env: { SCRIPTED_API_KEY: "test-key", CODEX_HOME: join(folders.home, ".codex") },
    };
  },
  gemini: ({ base, folders }) => {
    const settings = {
      security: { auth: { selectedType: "gemini-api-key" }, folderTrust: { enabled: true } },
      privacy: { usageStatisticsEnabled: false },
      telemetry: { enabled: false },
      tools: { core: ["read_file", "grep_search", "glob", "list_directory"] },
      general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
    };
    writeHomeFile(folders, ".gemini/settings.json", JSON.stringify(settings));
    return {
      args: [
        ...words("--skip-trust --approval-mode plan --output-format stream-json -e none -m gemini-2.5-pro -p"),
        "",
      ],
      env: { GEMINI_API_KEY: "test-key", GOOGLE_GEMINI_BASE_URL: base, GEMINI_CLI_NO_RELAUNCH: "true" },
    };
  },
  opencode: ({ base }) => {
    const model = { name: "m1", tool_call: true, reasoning: true, limit: { context: 200_000, output: 32_000 } };
    const provider = {
      npm: "@ai-sdk/openai-compatible",
      options: { baseURL: `${base}/v1`, apiKey: "test-key" },
      models: { m1: model },
    };
    const config = {
      autoupdate: false,
      share: "disabled",
      snapshot: false,
      model: "scripted/m1",
      small_model: "scripted/m1",
      enabled_providers: ["scripted"],
      provider: { scripted: provider },
      permission: { "*": "deny", read: "allow", grep: "allow", glob: "allow", list: "allow" },
    };
    const off = "PROJECT_CONFIG MODELS_FETCH AUTOUPDATE AUTOCOMPACT LSP_DOWNLOAD DEFAULT_PLUGINS SHARE".split(" ");
    return {
      args: words("run --format json --pure --title review -m scripted/m1"),
      env: {
        OPENCODE_CONFIG_CONTENT: JSON.stringify(config),
        OPENCODE_PURE: "1",
        ...Object.fromEntries(off.map((name) => [`OPENCODE_DISABLE_${name}`, "1"])),
      },
    };
  },
};

function words(...lines: readonly string[]): string[] {
  return lines.join(" ").split(" ").filter(Boolean);
}

function writeHomeFile({ home }: AgentFolders, path: string, content: string): void {
  mkdirSync(dirname(join(home, path)), { recursive: true });
  writeFileSync(join(home, path), content);
}
