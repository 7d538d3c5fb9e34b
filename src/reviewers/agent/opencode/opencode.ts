import type { AgentAdapter, AgentJob, AgentPlan } from "../agent-adapter.ts";
import { pickVariables } from "../pick-variables.ts";
import { opencodeConfig } from "./opencode-config.ts";
import { createOpencodeReader } from "./opencode-reader.ts";

/** opencode: one program for the models of many vendors. Which one it is must be said. */
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
      : "opencode has no model of its own. Say which one, as provider/model: anthropic/claude-opus-4-7.",
  plan: planOpencode,
  createReader: () => createOpencodeReader(),
};

/** `openrouter/anthropic/claude-opus-4-7` is a model of Anthropic's, whoever passes it on. */
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
      // Else it asks a model for one.
      "--title=review",
      // Only its log tells that it tries again.
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
 * Where it is started: from anywhere else it runs plugins and tools out of every `.opencode` between there and the
 * root, whatever it is told, and hands the model every AGENTS.md between there and a file that is read.
 */
const CONFIG_FOLDER = ".config/opencode";

/** What makes paths from the desk understandable to a program that was started elsewhere, and its search complete. */
function placeOf({ desk }: AgentJob): string {
  return [
    `Your working directory is ${desk}, whatever else is said. Paths that you are given are below it. Pass absolute paths to your tools.`,
    'Always pass include "*" to grep, or a narrower one: without it, files that are named in ignore files are left out.',
    "",
  ].join("\n");
}

/** Nothing is taken over from where it works, nothing is fetched, nothing is sent to anyone but the model. */
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
  // With it, a prompt that is too long makes it ask again without end.
  OPENCODE_DISABLE_AUTOCOMPACT: "1",
};
