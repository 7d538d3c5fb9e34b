import { COMPUTED_MARK, DERIVED_TITLES, NOTHING } from "#grammar/report/own-parts.ts";
import { wrapCode } from "#grammar/spans.ts";
import { formatTable } from "#grammar/tables.ts";
import type { ReportArm, ReportPatch, ReportTrial } from "#model/panel/report-trial.ts";
import type { Report } from "#model/report.ts";
import { oneLine, sentence, truncate } from "#util/words.ts";
import { roughDuration } from "../words.ts";

/** What we ran of each finding: its repros with the code that they ran on, side by side, and its patch. */
export function renderRuns({ kept, routed, dropped }: Report): string[] {
  const shown = [...kept, ...routed, ...dropped].filter(
    ({ trials, patch }) => trials.length > 0 || patch !== undefined,
  );
  if (shown.length === 0) return [];
  const lines = shown.flatMap(({ id, trials, patch }) => [
    ...trials.map((trial) => `- ${id}, repro: ${describeTrial(trial)}`),
    ...(patch === undefined ? [] : [`- ${id}, ${describePatch(patch)}`]),
  ]);
  const rows = shown.flatMap(({ id, trials }) => trials.flatMap(({ arms }) => arms.map((arm) => armRow(id, arm))));
  const table =
    rows.length === 0 ? [] : [formatTable(["Finding", "Run on", "Commit", "Ended", "Took", "Printed"], rows)];
  return [`## ${DERIVED_TITLES.runs}`, COMPUTED_MARK, lines.join("\n"), ...table];
}

function describeTrial({ words, why, origin, command, versions }: ReportTrial): string {
  const how = command === "" ? "" : ` Ran ${wrapCode(command)}${versions === "" ? "" : ` with ${versions}`}.`;
  const from = origin === undefined ? "" : ` Class: ${sentence(oneLine(origin))}`;
  return `${words}. ${sentence(oneLine(why))}${how}${from}`;
}

function describePatch({ words, why, isOffered, command }: ReportPatch): string {
  return `${words}. ${sentence(oneLine(why))}${isOffered ? ` ${wrapCode(command)}` : ""}`;
}

const MAX_PRINTED = 120;

function armRow(id: string, { on, commit, ended, seconds, output }: ReportArm): string[] {
  const printed = truncate(oneLine(output).trim(), MAX_PRINTED);
  return [
    id,
    on,
    commit === undefined ? NOTHING : wrapCode(commit),
    ended,
    roughDuration(seconds),
    printed === "" ? NOTHING : wrapCode(printed),
  ];
}
