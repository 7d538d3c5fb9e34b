import type { Report } from "#model/report.ts";

/** What a pull request tells beside the change, in a line each: feedback that is open, checks that do not pass. */
export function sayTalk({ review: { conversation } }: Report): string[] {
  if (conversation === undefined) return [];
  const { feedback, checks } = conversation;
  const ignored = feedback.filter(({ state }) => state !== "acted-on").length;
  const failed = checks.filter(({ state }) => FAILED.includes(state));
  const names = failed.map(({ name, workflow }) => (workflow === undefined ? name : `${workflow} / ${name}`));
  return [
    ...(feedback.length === 0 ? [] : [`Feedback: ${feedback.length} open, ${ignored} not acted on`]),
    ...(failed.length === 0 ? [] : [`CI: ${failed.length} of ${checks.length} checks failed: ${names.join(", ")}`]),
  ];
}

const FAILED: readonly string[] = ["failure", "timed-out", "action-required"];
