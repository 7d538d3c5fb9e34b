import type { AgentAdapter, AgentJob, AgentPlan } from "../agent-adapter.ts";
import { pickVariables } from "../login.ts";
import { createGeminiReader } from "./gemini-reader.ts";
import { geminiAuthType, geminiExperiments, geminiSettings } from "./gemini-settings.ts";

/** Google's Gemini CLI. */
export const gemini: AgentAdapter = {
  id: "gemini",
  name: "Gemini",
  product: "Gemini CLI",
  family: "google",
  program: "gemini",
  install: "npm install -g @google/gemini-cli",
  tested: "0.61.0",
  login: {
    variables: ["GEMINI_API_KEY", "GOOGLE_API_KEY"],
    companions: [
      "GOOGLE_GEMINI_BASE_URL",
      "GOOGLE_VERTEX_BASE_URL",
      "GOOGLE_GENAI_USE_VERTEXAI",
      "GOOGLE_CLOUD_PROJECT",
      "GOOGLE_CLOUD_LOCATION",
    ],
    files: [".gemini/oauth_creds.json"],
    companionFiles: [".gemini/google_accounts.json"],
    how: "Set GEMINI_API_KEY, or run `gemini` once and sign in.",
  },
  efforts: ["low", "medium", "high"],
  isObservable: true,
  readOnlyBy: "tools that only read and search",
  readVersion: (output) => /(?<![\d.])\d{1,6}\.\d{1,6}\.\d{1,6}(?:-[\w.]{1,40})?/.exec(output)?.[0],
  needs: ({ model, effort }) =>
    effort !== undefined && model === undefined
      ? "Gemini's effort is set per model. Name a model, or leave the effort out."
      : undefined,
  plan: planGemini,
  createReader: () => createGeminiReader(),
};

function planGemini(job: AgentJob): AgentPlan {
  // With an account, Google sends experiments that also enable models, so ours must not replace them.
  const hasExperiments = geminiAuthType(job) !== "oauth-personal";
  return {
    command: job.program,
    args: [
      "--approval-mode=plan",
      "--output-format=stream-json",
      "--extensions=none",
      `--model=${job.model ?? BEST_MODEL}`,
      // An empty prompt makes it headless. The real prompt comes on standard input.
      "--prompt=",
    ],
    env: {
      ...pickVariables(gemini.login, job.variables),
      // It reads no settings, hooks or GEMINI.md from its working directory.
      GEMINI_RESTRICTED_MODE: "true",
      // A single process, so that signals reach it.
      GEMINI_CLI_NO_RELAUNCH: "true",
      NO_BROWSER: "true",
      ...(hasExperiments ? { GEMINI_EXP: `${job.home}/${EXPERIMENTS}` } : {}),
    },
    cwd: job.desk,
    stdin: withoutReferences(job.prompt),
    keepsStdin: false,
    files: [
      { path: ".gemini/settings.json", text: toText(geminiSettings(job)) },
      ...(hasExperiments ? [{ path: EXPERIMENTS, text: toText(geminiExperiments()) }] : []),
    ],
  };
}

/**
 * The alias for the best large model of the account. Without a model, Gemini lets a small model choose one before each
 * turn, and waits for minutes if that one does not answer.
 */
const BEST_MODEL = "pro";

const EXPERIMENTS = ".gemini/experiments.json";

const toText = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;

/** Gemini replaces `@name` by a file and runs a prompt that starts with a slash. A backslash and a space prevent that. */
function withoutReferences(prompt: string): string {
  const text = prompt.replace(/(?<!\\)@/g, "\\@");
  return text.startsWith("/") ? ` ${text}` : text;
}
