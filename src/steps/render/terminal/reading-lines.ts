import { formatLocation } from "#model/location.ts";
import { INCIDENT_WORDS, reviewerTitle } from "#model/panel/reviewer.ts";
import type { Report } from "#model/report.ts";
import { capLines, listSome, plural } from "#util/words.ts";

/** So many are named; the report has the rest. */
const SHOWN_PLACES = 5;
const SHOWN_INCIDENTS = 5;

/** `7 of 9 hunks read by an agent; unread: src/a.ts:10-20, …`; nothing where no agent took part. Untrusted text. */
export function describeReading({ reading }: Report): string | undefined {
  if (reading === undefined || reading.hunks === 0) return undefined;
  const { hunks, read, readers, unread } = reading;
  const by = readers === 1 ? "an agent" : `${readers} agents`;
  const said = `${read} of ${plural(hunks, "hunk")} read by ${by}`;
  if (unread.length === 0) return said;
  return `${said}; unread: ${listSome(unread.map(formatLocation), SHOWN_PLACES)}`;
}

/** A line on how each agent worked, and one for each thing that happened. Untrusted text. */
export function workLines({ retro }: Report): { readonly text: string; readonly isIncident: boolean }[] {
  return retro.flatMap(({ reviewer, work: { facts, incidents } }) => {
    if (facts.length === 0 && incidents.length === 0) return [];
    const happened = incidents.map(
      ({ kind, text, times }) => `${INCIDENT_WORDS[kind]} ${text}${times > 1 ? ` (${times} times)` : ""}`,
    );
    return [
      { text: [reviewerTitle(reviewer), ...facts].join(" · "), isIncident: false },
      ...capLines(happened, SHOWN_INCIDENTS, ", see the report").map((text) => ({ text, isIncident: true })),
    ];
  });
}
