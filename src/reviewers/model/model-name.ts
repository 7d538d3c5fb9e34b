/** A service that hosts models. */
export interface ModelProvider {
  /** The part before the slash: `anthropic`. */
  readonly id: string;
  readonly name: string;
  readonly protocol: "anthropic" | "openai" | "google" | "openai-compatible";
  /** The default address. Absent: the configuration must set one. */
  readonly baseUrl?: string;
  /** Environment variables for the key, the first choice first. */
  readonly variables: readonly string[];
  /** Whether it answers without a key. */
  readonly isOpen: boolean;
}

/** The known providers. Add a line here. */
export const MODEL_PROVIDERS: readonly ModelProvider[] = [
  {
    id: "anthropic",
    name: "Anthropic",
    protocol: "anthropic",
    baseUrl: "https://api.anthropic.com/v1",
    variables: ["ANTHROPIC_API_KEY"],
    isOpen: false,
  },
  {
    id: "openai",
    name: "OpenAI",
    protocol: "openai",
    baseUrl: "https://api.openai.com/v1",
    variables: ["OPENAI_API_KEY"],
    isOpen: false,
  },
  {
    id: "google",
    name: "Google",
    protocol: "google",
    baseUrl: "https://generativelanguage.googleapis.com/v1beta",
    variables: ["GEMINI_API_KEY", "GOOGLE_GENERATIVE_AI_API_KEY"],
    isOpen: false,
  },
  {
    id: "openai-compatible",
    name: "OpenAI-compatible",
    protocol: "openai-compatible",
    variables: ["OPENAI_COMPATIBLE_API_KEY"],
    isOpen: true,
  },
  { id: "local", name: "Local", protocol: "openai-compatible", variables: [], isOpen: true },
];

/** The parsed name of a model. */
export interface ModelName {
  readonly provider: ModelProvider;
  /** The provider's name for the model; may contain slashes. */
  readonly model: string;
  /** The vendor's line of models: two models of one family count as one voice. */
  readonly family: string;
}

/** Reads `anthropic/claude-…`. Undefined for an unknown provider or an empty model. */
export function readModelName(text: string): ModelName | undefined {
  const slash = text.indexOf("/");
  const provider = MODEL_PROVIDERS.find(({ id }) => id === text.slice(0, slash));
  const model = text.slice(slash + 1).trim();
  if (slash < 1 || provider === undefined || model === "") return undefined;
  // A compatible server may host models of any vendor, whose names begin with the family.
  const line = /^[a-z]+/i.exec(model.slice(model.lastIndexOf("/") + 1))?.[0].toLowerCase();
  return { provider, model, family: provider.protocol === "openai-compatible" ? (line ?? provider.id) : provider.id };
}
