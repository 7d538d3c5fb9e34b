import type { ListedReviewer } from "#grammar/report/reviewer-names.ts";
import type { ReviewerId } from "#model/ids.ts";
import type { ReviewerRun } from "#model/panel/reviewer.ts";
import type { Panel } from "./panel.ts";
import type { Appendix } from "./read-appendix.ts";
import type { ReadCluster } from "./read-clusters.ts";
import { type RawText, readRawText } from "./read-raw-text.ts";
import type { ReadRetro } from "./read-retro.ts";

/** One run for each raw review in the appendix, and one for each reviewer that has none there. */
export function readRuns(source: {
  readonly panel: Panel;
  readonly appendix: Appendix;
  readonly retro: ReadRetro;
  readonly listed: readonly ListedReviewer[];
  readonly clusters: readonly ReadCluster[];
}): ReviewerRun[] {
  const { panel, appendix, retro } = source;
  return panel.reviewers.flatMap(({ id }) => {
    const passes = new Map<number, RawText>();
    for (const entry of appendix.entries) {
      if (panel.find(entry.title) !== id || passes.has(entry.pass)) continue;
      const raw = readRawText(entry.lines, entry.status);
      // A heading with nothing below it says no more than no heading.
      if (raw.text !== undefined || raw.message !== undefined) passes.set(entry.pass, raw);
    }
    if (!passes.has(1)) passes.set(1, absentText(id, source));
    return [...passes]
      .sort(([one], [other]) => one - other)
      .map(([pass, raw]): ReviewerRun => {
        const duration = pass === 1 ? retro.durations.get(id) : undefined;
        const calls = pass === 1 ? retro.toolCalls.get(id) : undefined;
        return {
          reviewer: id,
          pass,
          outcome: raw.outcome,
          ...(raw.message === undefined ? {} : { message: raw.message }),
          ...(duration === undefined ? {} : { durationSeconds: duration }),
          ...(calls === undefined ? {} : { toolCalls: calls }),
          ...(raw.text === undefined ? {} : { text: raw.text }),
          textStatus: raw.textStatus,
        };
      });
  });
}

/** What is known of a run whose raw review is not in the report. */
function absentText(id: ReviewerId, source: Parameters<typeof readRuns>[0]): RawText {
  const listed = source.listed.find(({ title }) => source.panel.find(title) === id);
  const isFailure =
    listed?.struck === true ||
    source.retro.failed.has(id) ||
    /fail|429|capacity|time ?out|killed/i.test(listed?.note ?? "");
  const message = listed?.note === undefined ? {} : { message: listed.note };
  if (isFailure) return { outcome: "failed", textStatus: "absent", ...message };
  const isCredited = source.clusters.some(({ credits }) => credits.some(({ reviewer }) => reviewer === id));
  const isTimed = source.retro.durations.has(id);
  return { outcome: isCredited || isTimed ? "completed" : "unknown", textStatus: "absent", ...message };
}
