import type { ReviewerRun } from "#model/panel/reviewer.ts";
import { plural } from "#util/words.ts";
import type { SarifReview } from "./read-sarif.ts";

/** How the run of a tool went: whether it did its work, what of it was not understood, and what is left out. */
export function describeTool(review: SarifReview): Pick<ReviewerRun, "outcome" | "message" | "incidents"> {
  const { tool, leftOut, leftOutBecause, notUnderstood, failure } = review;
  const left = `${plural(leftOut, "result is", "results are")} left out: ${leftOutBecause.join(", ")}`;
  const message = [failure, notUnderstood, ...(leftOut === 0 ? [] : [left])].filter((part) => part !== undefined);
  return {
    outcome: failure === undefined ? "completed" : "failed",
    ...(message.length === 0 ? {} : { message: message.join("; ") }),
    ...(notUnderstood === undefined ? {} : { incidents: [{ kind: "unlooked", text: `${tool}: ${notUnderstood}` }] }),
  };
}
