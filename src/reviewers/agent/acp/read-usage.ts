import type { Usage } from "#model/panel/reviewer.ts";
import { omitUndefined } from "#util/omit-undefined.ts";
import { countOf, type Fields, fieldsOf, textOf } from "../json-line.ts";
import type { AcpSetup } from "./acp-setup.ts";
import { listOf } from "./json-rpc.ts";

/** Tokens, cost and model in the answer to a prompt or in a `usage_update`, as far as they are given. */
export function readUsage(fields: Fields, setup: AcpSetup): { readonly usage: Usage; readonly model?: string } {
  const quota = fieldsOf(fieldsOf(fields["_meta"])["quota"]);
  const tokens = setup.reportsLastStepOnly === true ? {} : sumTokens(fieldsOf(fields["usage"]));
  const gemini = fieldsOf(quota["token_count"]);
  const { amount, currency } = fieldsOf(fields["cost"]);
  // Agents that know no price report zero, which means unknown.
  const costUsd = currency === "USD" && typeof amount === "number" && amount > 0 ? amount : undefined;
  const usage = omitUndefined({
    inputTokens: tokens.inputTokens ?? countOf(gemini["input_tokens"]),
    cachedTokens: tokens.cachedTokens,
    outputTokens: tokens.outputTokens ?? countOf(gemini["output_tokens"]),
    reasoningTokens: tokens.reasoningTokens,
    costUsd,
  });
  // `auto` is not a model but a way to choose one.
  const models = listOf(quota["model_usage"]).flatMap(({ model }) => textOf(model) ?? []);
  const [model, ...others] = models.filter((name) => name !== "auto");
  return model === undefined || others.length > 0 ? { usage } : { usage, model };
}

/** The protocol counts cached and reasoning tokens separately; we include them in input and output. */
function sumTokens(usage: Fields): Usage {
  const input = countOf(usage["inputTokens"]);
  const output = countOf(usage["outputTokens"]);
  const read = countOf(usage["cachedReadTokens"]);
  const written = countOf(usage["cachedWriteTokens"]);
  const thought = countOf(usage["thoughtTokens"]);
  return omitUndefined({
    inputTokens: input === undefined ? undefined : input + (read ?? 0) + (written ?? 0),
    cachedTokens: read,
    outputTokens: output === undefined ? undefined : output + (thought ?? 0),
    reasoningTokens: thought,
  });
}
