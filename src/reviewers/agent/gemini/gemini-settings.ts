import type { AgentJob } from "../agent-adapter.ts";
import { lookUp } from "#util/look-up.ts";

/** The tools for reading and searching. Plan mode alone is not read-only because the model may leave it. */
const TOOLS = ["read_file", "grep_search", "glob", "list_directory"];

/** Stops a model that loops. */
const MAX_TURNS = 200;

/** The settings in its private HOME. */
export function geminiSettings(job: AgentJob): object {
  return {
    security: {
      auth: { selectedType: geminiAuthType(job) },
      // Restricted mode (see the environment) already makes the folder untrusted. Enabled here, Gemini refuses to start.
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
      // All files of the reviewed commit must be readable, whatever its ignore files list.
      fileFiltering: { respectGitIgnore: false, respectGeminiIgnore: false, enableFileWatcher: false },
    },
    model: {
      compressionThreshold: 0.9,
      // After 30 turns it would let other models judge whether the conversation is a loop, and end it.
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
 * Values for its experiments, which a file can set. Gemini replaces older tool results by their first lines once they
 * exceed the token counts of these two flags. The documented settings for it have no effect.
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

/** How it signs in. Without it, Gemini picks a way that needs no key if an endpoint is set, and then gives up. */
export function geminiAuthType({ variables, loginFiles }: AgentJob): string {
  if (variables["GOOGLE_GENAI_USE_VERTEXAI"] === "true") return "vertex-ai";
  if (variables["GEMINI_API_KEY"] !== undefined) return "gemini-api-key";
  if (variables["GOOGLE_API_KEY"] !== undefined) return "vertex-ai";
  return (loginFiles ?? []).includes(".gemini/oauth_creds.json") ? "oauth-personal" : "gemini-api-key";
}

/** Effort is a number of tokens for models of the 2.5 line and a word for later ones. */
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
