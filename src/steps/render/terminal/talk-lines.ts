import { countFeedback, type FeedbackCount } from "#model/pull/count-feedback.ts";
import { describePullState } from "#model/pull/pull-state.ts";
import type { Report } from "#model/report.ts";
import { plural } from "#util/words.ts";

/** That a pull request is a draft, closed or merged, where it is. */
export function pullStateLines({ review: { conversation } }: Report): string[] {
  const state = conversation === undefined ? undefined : describePullState(conversation);
  return state === undefined ? [] : [`The pull request is ${state}`];
}

/** What a pull request tells beside the change, in a line each: feedback that is open, checks that do not pass. */
export function conversationLines({ review: { conversation } }: Report): string[] {
  if (conversation === undefined) return [];
  const { checks } = conversation;
  const failed = checks.filter(({ state }) => FAILED.includes(state));
  const names = failed.map(({ name, workflow }) => (workflow === undefined ? name : `${workflow} / ${name}`));
  return [
    ...feedbackLines(countFeedback(conversation)),
    ...(failed.length === 0 ? [] : [`CI: ${failed.length} of ${checks.length} checks failed: ${names.join(", ")}`]),
  ];
}

function feedbackLines({ open, notActedOn, unsure }: FeedbackCount): string[] {
  const parts = [
    ...(open === 0 ? [] : [`${open} open, ${notActedOn} not acted on`]),
    ...(unsure === 0 ? [] : [`${plural(unsure, "thread")}, open or resolved is not known`]),
  ];
  return parts.length === 0 ? [] : [`Feedback: ${parts.join("; ")}`];
}

const FAILED: readonly string[] = ["failure", "timed-out", "action-required"];
