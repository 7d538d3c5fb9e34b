import type { LanguageModelUsage } from "ai";
import type { Usage } from "#model/panel/reviewer.ts";
import { omitUndefined } from "#util/omit-undefined.ts";
import type { ModelPrices } from "./model-job.ts";

/** The usage so far plus one step. A figure that one step does not report is unknown for the whole. */
export function addUsage(sum: Usage | undefined, step: LanguageModelUsage, prices?: ModelPrices): Usage {
  const add = (name: keyof Usage, count: number | undefined): number | undefined => {
    if (count === undefined || !Number.isSafeInteger(count) || count < 0) return undefined;
    if (sum === undefined) return count;
    const before = sum[name];
    return before === undefined ? undefined : before + count;
  };
  const usage = {
    inputTokens: add("inputTokens", step.inputTokens),
    cachedTokens: add("cachedTokens", step.inputTokenDetails?.cacheReadTokens),
    outputTokens: add("outputTokens", step.outputTokens),
    reasoningTokens: add("reasoningTokens", step.outputTokenDetails?.reasoningTokens),
  };
  return omitUndefined({ ...usage, costUsd: costOf(usage, prices) });
}

function costOf({ inputTokens, cachedTokens = 0, outputTokens }: Usage, prices?: ModelPrices): number | undefined {
  if (prices === undefined || inputTokens === undefined || outputTokens === undefined) return undefined;
  const { input, output, cachedInput = input } = prices;
  const fresh = Math.max(0, inputTokens - cachedTokens);
  return (fresh * input + cachedTokens * cachedInput + outputTokens * output) / 1_000_000;
}
