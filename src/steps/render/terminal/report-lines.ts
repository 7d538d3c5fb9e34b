import { formatLocation } from "#model/location.ts";
import { INCIDENT_WORDS, reviewerTitle } from "#model/panel/reviewer.ts";
import { countFeedback } from "#model/pull/count-feedback.ts";
import { describePullState } from "#model/pull/pull-state.ts";
import type { Report, ReportFinding, RetroColumn } from "#model/report.ts";
import { worthAnotherRound } from "../words.ts";
import { capLines, listSome, plural, shortDuration, truncate } from "#util/words.ts";

// Plain sentences of the terminal summary. Their text is untrusted: the renderer makes it printable.

const MAX_SHOWN = 5;
const MAX_PASSAGE = 160;

/** A line about the panel. */
export interface PanelLine {
  readonly kind: "completed" | "failed" | "usage" | "incident";
  readonly text: string;
}

/** Who completed, then for each reviewer why it failed, what it used and its incidents; last who had no sandbox. */
export function panelLines({ retro }: Report): PanelLine[] {
  const list = (kind: PanelLine["kind"], word: string, columns: readonly RetroColumn[]): PanelLine[] => {
    const names = columns.map(({ reviewer }) => reviewerTitle(reviewer));
    return names.length === 0 ? [] : [{ kind, text: `${word}: ${names.join(", ")}` }];
  };
  const ended = (outcome: RetroColumn["outcome"]) => retro.filter((column) => column.outcome === outcome);
  return [
    ...list("completed", "Completed", ended("completed")),
    ...list("completed", "Not known whether completed", ended("unknown")),
    ...retro.flatMap(linesOf),
    ...list(
      "incident",
      "No system sandbox",
      retro.filter(({ work }) => work.hadNoSandbox),
    ),
  ];
}

function linesOf(column: RetroColumn): PanelLine[] {
  const { reviewer, outcome, work } = column;
  const name = reviewerTitle(reviewer);
  const incidents = work.incidents.map(
    ({ kind, text, times }) => `${name}: ${INCIDENT_WORDS[kind]} ${text}${times > 1 ? ` (${times} times)` : ""}`,
  );
  return [
    ...(outcome === "failed" ? [{ kind: "failed" as const, text: `Failed: ${name}${describeFailure(column)}` }] : []),
    ...(work.notable.length === 0 ? [] : [{ kind: "usage" as const, text: `${name}: ${work.notable.join(" · ")}` }]),
    ...capLines(incidents, MAX_SHOWN, ", see the report").map((text) => ({ kind: "incident" as const, text })),
  ];
}

/** ` after 24m 00s, with 2 findings: the stream ended`. */
function describeFailure({ run, durationSeconds, raised }: RetroColumn): string {
  const time = durationSeconds === undefined ? "" : ` after ${shortDuration(durationSeconds)}`;
  const sum = raised === undefined ? 0 : raised.critical + raised.important + raised.suggestion;
  const findings = sum === 0 ? "" : `, with ${plural(sum, "finding")}`;
  return `${time}${findings}: ${run?.message ?? "no reason given"}`;
}

/** What is missing, and which passages were not understood. That a reviewer failed is said with the panel. */
export function gapLines({ review: { gaps, unplaced }, retro }: Report): string[] {
  const said = retro.filter(({ outcome }) => outcome === "failed").map(({ reviewer }) => `${reviewer.id}: failed`);
  const passages = unplaced.filter(({ mayHoldFinding }) => mayHoldFinding === true);
  return [
    ...passages.map(
      ({ reviewer, line, text }) =>
        `not understood: ${reviewer ?? "the report"}, line ${line}: “${truncate(text.replace(/\s+/g, " ").trim(), MAX_PASSAGE)}”`,
    ),
    ...gaps.filter((gap) => !said.includes(gap)),
  ];
}

/** `7 of 9 hunks read by an agent; unread: src/a.ts:10-20, …`; empty if no agent took part. */
export function readingLines({ reading }: Report): string[] {
  if (reading === undefined || reading.hunks === 0) return [];
  const { hunks, read, readers, unread } = reading;
  const count = `${read} of ${plural(hunks, "hunk")} read by ${readers === 1 ? "an agent" : `${readers} agents`}`;
  return [unread.length === 0 ? count : `${count}; unread: ${listSome(unread.map(formatLocation), MAX_SHOWN)}`];
}

/** `Gates: types newly red; test, lint green`; empty if the configuration names none. */
export function gateLines({ gates }: Report): string[] {
  return gates === undefined ? [] : [`Gates: ${gates.sentence}`];
}

/** `Probe: 2 of 14 breaks noticed by no test`, or `14 of 14 breaks noticed by a test`; empty if there was none. */
export function probeLines({ probe }: Report): string[] {
  return probe === undefined ? [] : [`Probe: ${probe.sentence}`];
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
export function roundLines(report: Report): string[] {
  const { history, unseen } = report;
  const estimate = unseen?.groups[0]?.estimate;
  const worth = worthAnotherRound(report);
  return [
    ...(history === undefined ? [] : [`Trend: ${history.trendLine}`]),
    ...(worth === undefined ? [] : [worth]),
    ...(unseen === undefined || estimate === undefined ? [] : [unseen.sentence]),
  ];
}
