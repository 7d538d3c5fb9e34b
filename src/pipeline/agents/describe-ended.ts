import { shortDuration } from "#util/words.ts";
import { TOO_LONG } from "./review-limits.ts";
import type { AttemptEnd } from "./ask-again.ts";

/** It took longer than it may. */
export function answerTimedOut(seconds: number): AttemptEnd {
  return { ok: false, kind: "timeout", message: `took longer than ${shortDuration(seconds)} and was ended` };
}

/** It was silent for longer than it may be. */
export function stoppedAnswering(seconds: number): AttemptEnd {
  return { ok: false, kind: "idle", message: `was silent for ${shortDuration(seconds)} and was ended` };
}

/** It said more than a review can be. */
export function answerTooLong(): AttemptEnd {
  return { ok: false, kind: "limit", message: TOO_LONG };
}

/** The money is spent. */
export function spentAll(limit: number | undefined): AttemptEnd {
  return { ok: false, kind: "budget", message: `was ended: the budget of $${limit ?? 0} is spent` };
}
