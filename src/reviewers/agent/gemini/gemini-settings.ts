import type { AgentJob } from "../agent-adapter.ts";
import { lookUp } from "#util/look-up.ts";

/** Everything that it needs to read and to search. Plan mode alone is not read-only: the model may leave it. */
const TOOLS = ["read_file", "grep_search", "glob", "list_directory"];

/** What ends a model that goes round in circles. */
const MAX_TURNS = 200;

/** The settings that it finds in its private HOME. */
export function geminiSettings(job: AgentJob): object {
  return {
    security: {
      auth: { selectedType: geminiAuthType(job) },
      // Restricted mode (see the environment) already says that the folder is not trusted; asked here it would refuse to start.
      folderTrust: { enabled: false },
    },
    tools: { core: TOOLS },
    general: {
      maxAttempts: job.retries + 1,
      enableAutoUpdate: false,
      enableAutoUpdateNotification: false,
      checkpointing: { enabled: false },
      sessionRetention: { enabled: false },
    },
    context: {
      includeDirectoryTree: false,
      memoryBoundaryMarkers: [],
      // All files of the reviewed commit are there to be read, whatever its ignore files say.
      fileFiltering: { respectGitIgnore: false, respectGeminiIgnore: false, enableFileWatcher: false },
    },
    model: {
      compressionThreshold: 0.9,
      // After 30 turns it would let other models look at the conversation, and end it when they take it for a loop.
      disableLoopDetection: true,
      maxSessionTurns: MAX_TURNS,
    },
    hooksConfig: { enabled: false },
    skills: { enabled: false },
    experimental: { enableAgents: false },
    privacy: { usageStatisticsEnabled: false },
    telemetry: { enabled: false },
    ide: { enabled: false },
    ...modelConfigs(job),
  };
}

/**
 * Values of its experiments, which a file can set. Once the results of its tools are long, older ones are replaced by
 * their first lines; these two say from how many tokens on. The settings that are documented for it have no effect.
 */
export function geminiExperiments(): object {
  const never = "1000000000";
  return {
    flags: [
      { flagId: 45_758_817, intValue: never },
      { flagId: 45_758_818, intValue: never },
    ],
  };
}

/** How it signs in. Told to it, because with an endpoint and no choice it takes one that needs no key, and gives up. */
export function geminiAuthType({ variables, loginFiles }: AgentJob): string {
  if (variables["GOOGLE_GENAI_USE_VERTEXAI"] === "true") return "vertex-ai";
  if (variables["GEMINI_API_KEY"] !== undefined) return "gemini-api-key";
  if (variables["GOOGLE_API_KEY"] !== undefined) return "vertex-ai";
  return (loginFiles ?? []).includes(".gemini/oauth_creds.json") ? "oauth-personal" : "gemini-api-key";
}

/** Effort is told in tokens to the models of the 2.5 line and in words to later ones. */
function modelConfigs({ model, effort }: AgentJob): object {
  if (effort === undefined) return {};
  const thinkingConfig = model?.startsWith("gemini-2")
    ? { thinkingBudget: lookUp(BUDGETS, effort) ?? -1 }
    : { thinkingLevel: effort.toUpperCase() };
  const match = model === undefined ? { overrideScope: "core" } : { model };
  const override = { match, modelConfig: { generateContentConfig: { thinkingConfig } } };
  return { modelConfigs: { overrides: [override] } };
}

const BUDGETS: Readonly<Record<string, number>> = { low: 1024, medium: 8192, high: 24_576 };
