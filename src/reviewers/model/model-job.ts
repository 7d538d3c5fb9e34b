import type { ModelName } from "./model-name.ts";

/** One review by a model. */
export interface ModelJob {
  readonly model: ModelName;
  /** The address of the provider, if not the default one. */
  readonly baseUrl?: string;
  readonly apiKey?: string;
  /** Short, written by us, without any reviewed text. */
  readonly prompt: string;
  readonly effort?: string;
  /** The maximum number of requests. Default: 80. */
  readonly maxSteps?: number;
  /** How often a request with a temporary failure is retried. Default: 3. */
  readonly retries?: number;
  /** The longest wait before a retry; no retry if the server asks for more. Default: 300. */
  readonly maxWaitSeconds?: number;
  /** The maximum number of tokens of one answer. */
  readonly maxOutputTokens?: number;
  /** Without prices the cost is unknown. */
  readonly prices?: ModelPrices;
  readonly signal: AbortSignal;
}

/** US dollars per million tokens. */
export interface ModelPrices {
  readonly input: number;
  readonly output: number;
  /** For input from the cache. Default: `input`. */
  readonly cachedInput?: number;
}
