import type { AgentJob } from "../agent-adapter.ts";
import { lookUp } from "#util/look-up.ts";

/** The configuration of a run. It is passed in a variable, which overrides every file. */
export function opencodeConfig(job: AgentJob): object {
  return {
    autoupdate: false,
    share: "disabled",
    snapshot: false,
    permission: permissions(job),
    ...modelOf(job),
  };
}

/** Allows only reading and searching at the desk. The last matching rule counts. */
function permissions({ desk }: AgentJob): object {
  return {
    "*": "deny",
    // Without exceptions: the default asks before it reads files such as `.env`, and nobody answers.
    read: "allow",
    grep: "allow",
    glob: "allow",
    list: "allow",
    external_directory: { "*": "deny", [`${desk}/*`]: "allow" },
  };
}

/** A vendor's variable for its endpoint, and the path that opencode expects at its end. */
const ENDPOINTS: Readonly<Record<string, { readonly variable: string; readonly path: string }>> = {
  anthropic: { variable: "ANTHROPIC_BASE_URL", path: "/v1" },
  openai: { variable: "OPENAI_BASE_URL", path: "" },
  google: { variable: "GOOGLE_GEMINI_BASE_URL", path: "/v1beta" },
};

/** Vendors that opencode knows. Any other name with an endpoint is an OpenAI-compatible server. */
const KNOWN = new Set([...Object.keys(ENDPOINTS), "openrouter", "opencode", "mistral", "groq", "xai", "deepseek"]);

function modelOf({ model, variables }: AgentJob): object {
  if (model === undefined) return {};
  const provider = model.split("/", 1)[0] ?? "";
  const name = model.slice(provider.length + 1);
  const baseURL = endpointOf(provider, variables);
  const isOwn = baseURL !== undefined && !KNOWN.has(provider);
  const key = keyFor(provider, variables, isOwn);
  const options = { baseURL, apiKey: key === undefined ? undefined : `{env:${key}}` };
  return {
    model,
    // The same model for side tasks, so that no other model takes part in a review.
    small_model: model,
    enabled_providers: [provider],
    provider: {
      [provider]: {
        ...(isOwn ? { npm: "@ai-sdk/openai-compatible" } : {}),
        options,
        // Allows models that are newer than this version of opencode.
        models: { [name]: {} },
      },
    },
  };
}

/** The variable with the key, if opencode does not find it itself. */
function keyFor(provider: string, variables: AgentJob["variables"], isOwn: boolean): string | undefined {
  const isGiven = (name: string): boolean => lookUp(variables, name) !== undefined;
  if (isOwn) return isGiven("OPENCODE_API_KEY") ? "OPENCODE_API_KEY" : undefined;
  const usesGeminiKey = provider === "google" && !isGiven("GOOGLE_GENERATIVE_AI_API_KEY") && isGiven("GEMINI_API_KEY");
  return usesGeminiKey ? "GEMINI_API_KEY" : undefined;
}

function endpointOf(provider: string, variables: AgentJob["variables"]): string | undefined {
  const own = variables["OPENCODE_BASE_URL"];
  if (own !== undefined) return own;
  const endpoint = lookUp(ENDPOINTS, provider);
  const given = endpoint === undefined ? undefined : lookUp(variables, endpoint.variable);
  if (endpoint === undefined || given === undefined) return undefined;
  const url = given.replace(/\/$/, "");
  return url.endsWith(endpoint.path) ? url : `${url}${endpoint.path}`;
}
