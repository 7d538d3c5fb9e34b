import type { AgentAdapter, AgentJob, AgentPlan } from "../agent-adapter.ts";
import { pickVariables } from "../login.ts";
import { opencodeConfig } from "./opencode-config.ts";
import { createOpencodeReader } from "./opencode-reader.ts";

/** opencode: one program for the models of many vendors. The user must name the model. */
export const opencode: AgentAdapter = {
  id: "opencode",
  name: "opencode",
  product: "opencode",
  family: "opencode",
  familyOf: vendorOf,
  program: "opencode",
  install: "npm install -g opencode-ai",
  tested: "1.18.33",
  login: {
    variables: [
      "ANTHROPIC_API_KEY",
      "OPENAI_API_KEY",
      "GOOGLE_GENERATIVE_AI_API_KEY",
      "GEMINI_API_KEY",
      "OPENROUTER_API_KEY",
      "OPENCODE_API_KEY",
    ],
    companions: ["OPENCODE_BASE_URL", "ANTHROPIC_BASE_URL", "OPENAI_BASE_URL", "GOOGLE_GEMINI_BASE_URL"],
    files: [".local/share/opencode/auth.json"],
    how: "Run `opencode auth login`, or set the key of the model's vendor, such as OPENROUTER_API_KEY.",
  },
  efforts: ["minimal", "low", "medium", "high", "max"],
  isObservable: true,
  needsRipgrep: true,
  readOnlyBy: "permissions that deny all but reading and searching",
  readVersion: (output) => /(?<![\d.])\d{1,6}\.\d{1,6}\.\d{1,6}(?:-[\w.]{1,40})?/.exec(output)?.[0],
  needs: ({ model }) =>
    model !== undefined && /^[^/\s]+\/\S+$/.test(model)
      ? undefined
      : "opencode has no default model. Name one as provider/model, such as anthropic/claude-opus-4-7.",
  plan: planOpencode,
  createReader: () => createOpencodeReader(),
};

/** `openrouter/anthropic/claude-opus-4-7` is a model of Anthropic. */
function vendorOf(model: string): string {
  const names = model.split("/").slice(0, -1);
  return names.at(-1) ?? "opencode";
}

function planOpencode(job: AgentJob): AgentPlan {
  return {
    command: job.program,
    args: [
      "run",
      "--format=json",
      "--pure",
      // Without a title, it asks a model for one.
      "--title=review",
      // Only the log shows retries.
      "--print-logs",
      "--log-level=INFO",
      ...(job.model === undefined ? [] : [`--model=${job.model}`]),
      ...(job.effort === undefined ? [] : [`--variant=${job.effort}`]),
    ],
    env: {
      ...pickVariables(opencode.login, job.variables),
      OPENCODE_CONFIG_CONTENT: JSON.stringify(opencodeConfig(job)),
      ...SWITCHES,
    },
    cwd: `${job.home}/${CONFIG_FOLDER}`,
    stdin: job.prompt,
    keepsStdin: false,
    files: [{ path: `${CONFIG_FOLDER}/AGENTS.md`, text: placeOf(job) }],
  };
}

/**
 * The working directory. Anywhere else, opencode runs plugins and tools from every `.opencode` up to the root, whatever
 * its configuration, and gives the model every AGENTS.md between there and a file that it reads.
 */
const CONFIG_FOLDER = ".config/opencode";

/** Explains paths from the desk to a program that was started elsewhere, and makes its search complete. */
function placeOf({ desk }: AgentJob): string {
  return [
    `Your working directory is ${desk}, whatever else is said. Paths that you are given are below it. Pass absolute paths to your tools.`,
    'Always pass include "*" to grep, or a narrower one: without it, files that are named in ignore files are left out.',
    "",
  ].join("\n");
}

/** It loads nothing from its working directory, fetches nothing, and sends nothing to anyone but the model. */
const SWITCHES = {
  OPENCODE_DISABLE_PROJECT_CONFIG: "1",
  OPENCODE_DISABLE_CLAUDE_CODE: "1",
  OPENCODE_DISABLE_EXTERNAL_SKILLS: "1",
  OPENCODE_DISABLE_DEFAULT_PLUGINS: "1",
  OPENCODE_PURE: "1",
  OPENCODE_DISABLE_MODELS_FETCH: "1",
  OPENCODE_DISABLE_AUTOUPDATE: "1",
  OPENCODE_DISABLE_LSP_DOWNLOAD: "1",
  OPENCODE_DISABLE_SHARE: "1",
  // Autocompact makes it retry a prompt that is too long forever.
  OPENCODE_DISABLE_AUTOCOMPACT: "1",
};
