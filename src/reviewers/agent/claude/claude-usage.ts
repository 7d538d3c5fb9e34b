import type { Usage } from "#model/panel/reviewer.ts";
import { omitUndefined } from "#util/omit-undefined.ts";
import { countOf, type Fields, fieldsOf } from "../json-line.ts";

/** Usage as Anthropic's API reports it: `input_tokens` does not include cached tokens there. */
export function readClaudeUsage(usage: Fields): Usage {
  const input = countOf(usage["input_tokens"]);
  const cached = countOf(usage["cache_read_input_tokens"]);
  const stored = countOf(usage["cache_creation_input_tokens"]);
  return omitUndefined({
    inputTokens: input === undefined ? undefined : whole(input + (cached ?? 0) + (stored ?? 0)),
    cachedTokens: cached,
    outputTokens: countOf(usage["output_tokens"]),
  });
}

/** Adds up the answers of a run while it goes on. The last line of the run has the final figures. */
export class RunningUsage {
  #before: Usage = {};
  #current: Usage = {};

  /** A new answer has begun. */
  begin(usage: Usage): Usage {
    this.#before = sum(this.#before, this.#current);
    this.#current = usage;
    return sum(this.#before, this.#current);
  }

  /** The total usage of the current answer so far. */
  update(usage: Usage): Usage {
    this.#current = { ...this.#current, ...omitUndefined(usage) };
    return sum(this.#before, this.#current);
  }

  /** The run is over. A final figure lower than the running one is wrong and is ignored. */
  finish(result: Fields): Usage {
    const running = sum(this.#before, this.#current);
    const final = readFinalUsage(result);
    const cost = result["total_cost_usd"];
    const more = (name: keyof Counts): number | undefined =>
      running[name] === undefined ? final[name] : Math.max(running[name], final[name] ?? 0);
    const usage = {
      inputTokens: more("inputTokens"),
      cachedTokens: more("cachedTokens"),
      outputTokens: more("outputTokens"),
    };
    const isCost = typeof cost === "number" && Number.isFinite(cost) && cost >= 0;
    return omitUndefined({ ...usage, costUsd: isCost && (cost > 0 || usage.inputTokens === 0) ? cost : undefined });
  }
}

type Counts = Pick<Usage, "inputTokens" | "cachedTokens" | "outputTokens">;

/** The figures of the last line by model, which include side calls. The totals of older versions may be 0. */
function readFinalUsage(result: Fields): Usage {
  const models = Object.values(fieldsOf(result["modelUsage"])).map((entry): Usage => {
    const { inputTokens, cacheReadInputTokens, cacheCreationInputTokens, outputTokens } = fieldsOf(entry);
    return readClaudeUsage({
      input_tokens: inputTokens,
      cache_read_input_tokens: cacheReadInputTokens,
      cache_creation_input_tokens: cacheCreationInputTokens,
      output_tokens: outputTokens,
    });
  });
  return models.length === 0 ? readClaudeUsage(fieldsOf(result["usage"])) : models.reduce(sum);
}

function sum(one: Usage, other: Usage): Usage {
  const add = (name: keyof Counts): number | undefined =>
    one[name] === undefined && other[name] === undefined ? undefined : whole((one[name] ?? 0) + (other[name] ?? 0));
  return omitUndefined({
    inputTokens: add("inputTokens"),
    cachedTokens: add("cachedTokens"),
    outputTokens: add("outputTokens"),
  });
}

/** A sum that overflows because of a damaged stream is unknown. */
function whole(number: number): number | undefined {
  return Number.isSafeInteger(number) ? number : undefined;
}
