import { omitUndefined } from "#util/omit-undefined.ts";
import type { AgentJob } from "../agent-adapter.ts";
import { lookUp } from "#util/look-up.ts";

/** The configuration of a run, given as a variable: it wins over every file. */
export function opencodeConfig(job: AgentJob): object {
  return {
    autoupdate: false,
    share: "disabled",
    snapshot: false,
    permission: permissions(job),
    ...modelOf(job),
  };
}

/** Reading and searching at the desk, and nothing else. The last rule that fits holds. */
function permissions({ desk }: AgentJob): object {
  return {
    "*": "deny",
    // Plainly all: its own rule asks before files such as `.env`, and nobody is there to answer.
    read: "allow",
    grep: "allow",
    glob: "allow",
    list: "allow",
    external_directory: { "*": "deny", [`${desk}/*`]: "allow" },
  };
}

/** A vendor's own variable for its endpoint, and the path that opencode wants at the end of it. */
const ENDPOINTS: Readonly<Record<string, { readonly variable: string; readonly path: string }>> = {
  anthropic: { variable: "ANTHROPIC_BASE_URL", path: "/v1" },
  openai: { variable: "OPENAI_BASE_URL", path: "" },
  google: { variable: "GOOGLE_GEMINI_BASE_URL", path: "/v1beta" },
};

/** Vendors that it knows itself; any other name with an endpoint is a server that speaks like OpenAI's. */
const KNOWN = new Set([...Object.keys(ENDPOINTS), "openrouter", "opencode", "mistral", "groq", "xai", "deepseek"]);

function modelOf({ model, variables }: AgentJob): object {
  if (model === undefined) return {};
  const provider = model.split("/", 1)[0] ?? "";
  const name = model.slice(provider.length + 1);
  const baseURL = endpointOf(provider, variables);
  const isOwn = baseURL !== undefined && !KNOWN.has(provider);
  const key = keyFor(provider, variables, isOwn);
  const options = omitUndefined({ baseURL, apiKey: key === undefined ? undefined : `{env:${key}}` });
  return {
    model,
    // What it asks besides: the same, so that no other model ever has a part in a review.
    small_model: model,
    enabled_providers: [provider],
    provider: {
      [provider]: {
        ...(isOwn ? { npm: "@ai-sdk/openai-compatible" } : {}),
        options,
        // Models that came out after this version of it are used all the same.
        models: { [name]: {} },
      },
    },
  };
}

/** The variable that holds the key, where it does not find it by itself. */
function keyFor(provider: string, variables: AgentJob["variables"], isOwn: boolean): string | undefined {
  const isGiven = (name: string): boolean => lookUp(variables, name) !== undefined;
  if (isOwn) return isGiven("OPENCODE_API_KEY") ? "OPENCODE_API_KEY" : undefined;
  const isGeminis = provider === "google" && !isGiven("GOOGLE_GENERATIVE_AI_API_KEY") && isGiven("GEMINI_API_KEY");
  return isGeminis ? "GEMINI_API_KEY" : undefined;
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
