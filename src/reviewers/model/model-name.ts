/** A service that answers for models. */
export interface ModelProvider {
  /** What stands before the slash: `anthropic`. */
  readonly id: string;
  readonly name: string;
  /** The protocol that it speaks. */
  readonly protocol: "anthropic" | "openai" | "google" | "openai-compatible";
  /** Where it is, unless the configuration says otherwise; absent: the configuration must say it. */
  readonly baseUrl?: string;
  /** Variables of the environment of which one holds the key. */
  readonly variables: readonly string[];
  /** Whether it answers without a key. */
  readonly isOpen: boolean;
}

/** The services that a model can be named with. Add a line here. */
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

/** A model as users write it, taken apart. */
export interface ModelName {
  readonly provider: ModelProvider;
  /** The provider's own name for it; may hold slashes. */
  readonly model: string;
  /** The vendor's line of models: two of one family are one voice. */
  readonly family: string;
}

/** Reads `anthropic/claude-…`. Undefined: no provider of that name, or no model behind it. */
export function readModelName(text: string): ModelName | undefined {
  const slash = text.indexOf("/");
  const provider = MODEL_PROVIDERS.find(({ id }) => id === text.slice(0, slash));
  const model = text.slice(slash + 1).trim();
  if (slash < 1 || provider === undefined || model === "") return undefined;
  // A server of one's own may have models of any vendor; their names begin with the line's.
  const line = /^[a-z]+/i.exec(model.slice(model.lastIndexOf("/") + 1))?.[0].toLowerCase();
  return { provider, model, family: provider.protocol === "openai-compatible" ? (line ?? provider.id) : provider.id };
}
