import type { ModelName } from "./model-name.ts";

/** One review by a model. */
export interface ModelJob {
  readonly model: ModelName;
  /** Where its provider is, where that is not the usual place. */
  readonly baseUrl?: string;
  readonly apiKey?: string;
  /** Short, ours, holds no reviewed text. */
  readonly prompt: string;
  readonly effort?: string;
  /** The most requests of the conversation; 80 unless said otherwise. */
  readonly maxSteps?: number;
  /** How often a request that failed for the moment is made again; 3 unless said otherwise. */
  readonly retries?: number;
  /** The longest wait before a request is made again; a server that asks for more is not waited for. 300 s. */
  readonly maxWaitSeconds?: number;
  /** The most tokens of one answer. */
  readonly maxOutputTokens?: number;
  /** Without prices the cost is unknown. */
  readonly prices?: ModelPrices;
  readonly signal: AbortSignal;
}

/** US dollars for a million tokens. */
export interface ModelPrices {
  readonly input: number;
  readonly output: number;
  /** Of input that came from the cache; the price of input without it. */
  readonly cachedInput?: number;
}
