import type { RetroColumn } from "#model/report.ts";
import { plural, shortDuration } from "#util/words.ts";

/** What the line about a reviewer says. `said` may hold its own words: untrusted. */
export interface ReviewerState {
  readonly state: "done" | "failed" | "unknown";
  readonly time: string;
  readonly said: string;
}

/** How a reviewer ended, how long it took and what became of its findings. */
export function stateOf(column: RetroColumn): ReviewerState {
  const { run, outcome, durationSeconds, raised } = column;
  const time = durationSeconds === undefined ? "" : shortDuration(durationSeconds);
  const sum = raised === undefined ? undefined : raised.critical + raised.important + raised.suggestion;
  const said = sum === undefined ? "findings unknown" : `${plural(sum, "finding")}${fateOf(sum, column)}`;
  if (outcome !== "failed") return { state: outcome === "completed" ? "done" : "unknown", time, said };
  const why = run?.message ?? "no reason given";
  return { state: "failed", time, said: sum === undefined || sum === 0 ? why : `${said}; ${why}` };
}

/** `, 9 kept, 4 of them raised by nobody else`; nothing where all are kept and nobody shares one. */
function fateOf(raised: number, { keptFindings = 0, unique = 0, merged = 0 }: RetroColumn): string {
  if (raised === 0 || (raised === keptFindings && merged === 0)) return "";
  if (merged === 0) return `, ${keptFindings} kept`;
  const who = unique > 0 ? `${unique} of them raised by nobody else` : "raised by others too";
  return `, ${keptFindings} kept, ${who}`;
}
