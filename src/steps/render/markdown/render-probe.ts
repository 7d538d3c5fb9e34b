import { DERIVED_TITLES } from "#grammar/report/own-parts.ts";
import { wrapCode } from "#grammar/spans.ts";
import { formatTable } from "#grammar/tables.ts";
import { OUTCOME_TITLES } from "#model/panel/report-runs.ts";
import type { Report } from "#model/report.ts";
import { oneLine, truncate } from "#util/words.ts";
import { roughDuration } from "../words.ts";
import { section } from "./render-computed.ts";

const MAX_TEXT = 400;
const short = (text: string): string => truncate(oneLine(text), MAX_TEXT);

/** What breaking the changed code showed about its tests. */
export function renderProbe({ probe }: Report): string[] {
  if (probe === undefined) return [];
  const { kinds, facts, survivors, left } = probe;
  const blocks = [
    formatTable(
      ["Probe", "What"],
      facts.map(({ name, text }) => [name, short(text)]),
    ),
    ...(kinds.length === 0
      ? []
      : [
          formatTable(
            ["Breaks", "Planned", ...OUTCOME_TITLES.map(([, title]) => title)],
            kinds.map(({ kind, planned, outcomes }) => [
              kind,
              String(planned),
              ...OUTCOME_TITLES.map(([outcome]) => String(outcomes[outcome])),
            ]),
          ),
        ]),
    ...(survivors.length === 0
      ? []
      : [
          formatTable(
            ["Noticed by no test", "Break", "Took"],
            survivors.map(({ place, text, seconds }) => [wrapCode(place), short(text), roughDuration(seconds)]),
          ),
        ]),
    ...(left.length === 0 ? [] : [["Not probed:", "", ...left.map((each) => `- ${short(each)}`)].join("\n")]),
  ];
  return section(DERIVED_TITLES.probe, blocks);
}
