import type { AgentJob } from "../agent-adapter.ts";
import type { AcpSetup } from "./acp-setup.ts";

/** Agents whose command is known, with what makes them read-only and quiet. */
export const ACP_PRESETS: readonly AcpSetup[] = [
  {
    id: "gemini-acp",
    name: "Gemini",
    product: "Gemini CLI",
    family: "google",
    command: ["gemini", "--acp"],
    install: "npm install --global @google/gemini-cli",
    tested: "0.61.0",
    login: {
      variables: ["GEMINI_API_KEY"],
      companions: ["GOOGLE_GEMINI_BASE_URL"],
      files: [],
      how: "set GEMINI_API_KEY",
    },
    takesModel: true,
    tellsSummariesOnly: true,
    nameInId: /^([a-z]\w{1,40}?)(?:__|-)/,
    prepare: prepareGemini,
  },
  {
    id: "opencode-acp",
    name: "opencode",
    family: "opencode",
    command: ["opencode", "acp", "--pure"],
    install: "npm install --global opencode-ai",
    tested: "1.18.33",
    login: {
      variables: ["ANTHROPIC_API_KEY", "OPENAI_API_KEY", "GEMINI_API_KEY", "OPENROUTER_API_KEY"],
      companions: [],
      files: [".local/share/opencode/auth.json"],
      how: "run `opencode auth login`, or set the key of a provider",
    },
    tellsLastStepOnly: true,
    nameInTitle: true,
    offsetIsLine: true,
    prepare: prepareOpencode,
  },
];

/** What is known of a command's program: the preset's switches hold for whoever writes the plain command. */
export function presetFor(command: readonly string[]): AcpSetup | undefined {
  const [program = "", ...args] = command;
  const name = program.replace(/^.*[/\\]/, "").replace(/\.(?:exe|cmd)$/i, "");
  return ACP_PRESETS.find((preset) => preset.command[0] === name && args.includes(preset.command[1] ?? ""));
}

/** Its plan mode alone is not read-only, for the model may leave it: only tools that read are offered. */
function prepareGemini({ model, retries }: AgentJob): ReturnType<NonNullable<AcpSetup["prepare"]>> {
  const settings = {
    security: { auth: { selectedType: "gemini-api-key" }, folderTrust: { enabled: true } },
    privacy: { usageStatisticsEnabled: false },
    telemetry: { enabled: false },
    tools: { core: ["read_file", "grep_search", "glob", "list_directory"] },
    general: { enableAutoUpdate: false, enableAutoUpdateNotification: false, maxAttempts: Math.max(1, retries + 1) },
  };
  return {
    args: ["--skip-trust", "-e", "none", ...(model === undefined ? [] : ["-m", model])],
    env: { GEMINI_CLI_NO_RELAUNCH: "true" },
    files: [{ path: ".gemini/settings.json", text: JSON.stringify(settings) }],
  };
}

/** Its own "deny" lets the turn go on, where our refusal over the protocol would end it. */
function prepareOpencode({ desk, model }: AgentJob): ReturnType<NonNullable<AcpSetup["prepare"]>> {
  const permission = {
    "*": "deny",
    read: "allow",
    grep: "allow",
    glob: "allow",
    list: "allow",
    external_directory: { "*": "deny", [`${desk}/*`]: "allow" },
  };
  const config = {
    autoupdate: false,
    share: "disabled",
    snapshot: false,
    ...(model === undefined ? {} : { model }),
    permission,
  };
  return {
    env: {
      OPENCODE_CONFIG_CONTENT: JSON.stringify(config),
      OPENCODE_DISABLE_PROJECT_CONFIG: "1",
      OPENCODE_DISABLE_MODELS_FETCH: "1",
      OPENCODE_DISABLE_AUTOUPDATE: "1",
      OPENCODE_DISABLE_AUTOCOMPACT: "1",
      OPENCODE_DISABLE_LSP_DOWNLOAD: "1",
      OPENCODE_DISABLE_DEFAULT_PLUGINS: "1",
      OPENCODE_DISABLE_SHARE: "1",
      OPENCODE_PURE: "1",
    },
  };
}
