import { formatLocation } from "#model/location.ts";
import { INCIDENT_WORDS, reviewerTitle } from "#model/panel/reviewer.ts";
import { countFeedback } from "#model/pull/count-feedback.ts";
import { describePullState } from "#model/pull/pull-state.ts";
import type { Report, ReportFinding, RetroColumn } from "#model/report.ts";
import { capLines, listSome, plural, shortDuration } from "#util/words.ts";

// Plain sentences of the terminal summary. Their text is untrusted: the renderer makes it printable.

const MAX_SHOWN = 5;

/** How a reviewer ended, how long it took and what became of its findings. */
export function describeReviewer(column: RetroColumn) {
  const { run, outcome, durationSeconds, raised } = column;
  const time = durationSeconds === undefined ? "" : shortDuration(durationSeconds);
  const sum = raised === undefined ? undefined : raised.critical + raised.important + raised.suggestion;
  const findings = sum === undefined ? "findings unknown" : `${plural(sum, "finding")}${describeFate(sum, column)}`;
  if (outcome !== "failed") return { state: outcome === "completed" ? "done" : "unknown", time, text: findings };
  const why = run?.message ?? "no reason given";
  return { state: "failed", time, text: sum === undefined || sum === 0 ? why : `${findings}; ${why}` };
}

/** `, 9 kept, 4 of them raised by nobody else`; empty where all are kept and none is shared. */
function describeFate(raised: number, { keptFindings = 0, unique = 0, merged = 0 }: RetroColumn): string {
  if (raised === 0 || (raised === keptFindings && merged === 0)) return "";
  if (merged === 0) return `, ${keptFindings} kept`;
  const who = unique > 0 ? `${unique} of them raised by nobody else` : "raised by others too";
  return `, ${keptFindings} kept, ${who}`;
}

/** `7 of 9 hunks read by an agent; unread: src/a.ts:10-20, …`; empty if no agent took part. */
export function readingLines({ reading }: Report): string[] {
  if (reading === undefined || reading.hunks === 0) return [];
  const { hunks, read, readers, unread } = reading;
  const count = `${read} of ${plural(hunks, "hunk")} read by ${readers === 1 ? "an agent" : `${readers} agents`}`;
  return [unread.length === 0 ? count : `${count}; unread: ${listSome(unread.map(formatLocation), MAX_SHOWN)}`];
}

/** A line on how each agent worked, and one for each incident. */
export function workLines({ retro }: Report): { readonly text: string; readonly isIncident: boolean }[] {
  return retro.flatMap(({ reviewer, work: { facts, incidents } }) => {
    if (facts.length === 0 && incidents.length === 0) return [];
    const lines = incidents.map(
      ({ kind, text, times }) => `${INCIDENT_WORDS[kind]} ${text}${times > 1 ? ` (${times} times)` : ""}`,
    );
    return [
      { text: [reviewerTitle(reviewer), ...facts].join(" · "), isIncident: false },
      ...capLines(lines, MAX_SHOWN, ", see the report").map((text) => ({ text, isIncident: true })),
    ];
  });
}

/** Says that a pull request is a draft, closed or merged. */
export function pullStateLines({ review: { conversation } }: Report): string[] {
  const state = conversation === undefined ? undefined : describePullState(conversation);
  return state === undefined ? [] : [`The pull request is ${state}`];
}

/** What is open in the pull request besides the findings: feedback, and checks that do not pass. */
export function conversationLines({ review: { conversation } }: Report): string[] {
  if (conversation === undefined) return [];
  const { checks } = conversation;
  const failed = checks.filter(({ state }) => FAILED.includes(state));
  const names = failed.map(({ name, workflow }) => (workflow === undefined ? name : `${workflow} / ${name}`));
  const { open, notActedOn, unsure } = countFeedback(conversation);
  const feedback = [
    ...(open === 0 ? [] : [`${open} open, ${notActedOn} not acted on`]),
    ...(unsure === 0 ? [] : [`${plural(unsure, "thread")}, open or resolved is not known`]),
  ];
  return [
    ...(feedback.length === 0 ? [] : [`Feedback: ${feedback.join("; ")}`]),
    ...(failed.length === 0 ? [] : [`CI: ${failed.length} of ${checks.length} checks failed: ${names.join(", ")}`]),
  ];
}

const FAILED: readonly string[] = ["failure", "timed-out", "action-required"];

/** Where a finding comes from; empty in a first round. */
export function originLines({ comesFrom }: ReportFinding): string[] {
  if (comesFrom === undefined) return [];
  return [comesFrom.text, ...comesFrom.sides.map(({ who, says }) => `${who}: ${says}`)];
}

/** The trend, whether another round is worth it, and an estimate of unseen problems. */
export function roundLines({ history, worth, unseen }: Report): string[] {
  const estimate = unseen?.groups[0]?.estimate;
  return [
    ...(history === undefined ? [] : [`Trend: ${history.trendLine}`]),
    ...(worth === undefined ? [] : [worth.because]),
    ...(unseen === undefined || estimate === undefined ? [] : [unseen.sentence]),
  ];
}
