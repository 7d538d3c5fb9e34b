import type { FailureKind } from "#model/agent/agent-event.ts";
import { shortDuration } from "#util/words.ts";

/** How one attempt ended. */
export type AttemptEnd =
  | { readonly ok: true }
  | {
      readonly ok: false;
      /** The agent's own reasons, and ours: the clock or the user ended it, or it never ran. */
      readonly kind: FailureKind | "timeout" | "idle" | "stopped" | "not-started";
      readonly message: string;
      readonly waitSeconds?: number;
    };

/** The longest text of one reviewer in one pass, in characters. Real reviews are a tenth of it. */
export const MAX_REVIEW_LENGTH = 2 * 1024 * 1024;

/** The message for a longer review. */
export const TOO_LONG = "its review was larger than 2 MB; what came after is not read";

/** The user stopped it. */
export const WAS_STOPPED: AttemptEnd = { ok: false, kind: "stopped", message: "was stopped" };

/** It wrote more than a review may hold. */
export const ANSWER_TOO_LONG: AttemptEnd = { ok: false, kind: "limit", message: TOO_LONG };

export function answerTimedOut(seconds: number): AttemptEnd {
  return { ok: false, kind: "timeout", message: `took longer than ${shortDuration(seconds)} and was ended` };
}

export function stoppedAnswering(seconds: number): AttemptEnd {
  return { ok: false, kind: "idle", message: `was silent for ${shortDuration(seconds)} and was ended` };
}

export function budgetSpent(limit: number | undefined): AttemptEnd {
  return { ok: false, kind: "budget", message: `was ended: the budget of $${limit ?? 0} is spent` };
}
