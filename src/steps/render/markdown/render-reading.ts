import { DERIVED_TITLES } from "#grammar/report/own-parts.ts";
import { writtenName } from "#grammar/report/reviewer-names.ts";
import { wrapCode } from "#grammar/spans.ts";
import { formatTable } from "#grammar/tables.ts";
import { formatLocation } from "#model/location.ts";
import { INCIDENT_WORDS } from "#model/panel/reviewer.ts";
import type { HunkState, Report } from "#model/report.ts";
import { oneLine, plural, truncate } from "#util/words.ts";
import { roughDuration } from "../words.ts";
import { listSection, section } from "./render-computed.ts";

/** How each reviewer worked, and its incidents. */
export function renderWork({ retro }: Report): string[] {
  const lines = retro.flatMap(({ reviewer, work: { facts, incidents } }) =>
    facts.length === 0 && incidents.length === 0
      ? []
      : [
          `- ${writtenName(reviewer)}: ${facts.join("; ")}`,
          ...incidents.map(
            ({ kind, text, times }) => `  - ${INCIDENT_WORDS[kind]} ${text}${times > 1 ? ` (${times} times)` : ""}`,
          ),
        ],
  );
  return listSection(DERIVED_TITLES.work, lines);
}

/** The repository's own commands, and what became of each. */
export function renderGates({ gates }: Report): string[] {
  if (gates === undefined) return [];
  const rows = gates.rows.map(({ name, command, state, seconds, why }) => [
    name,
    wrapCode(truncate(oneLine(command), MAX_COMMAND)),
    state,
    seconds === undefined ? "—" : roughDuration(seconds),
    oneLine(why),
  ]);
  return section(DERIVED_TITLES.gates, [formatTable(["Gate", "Command", "State", "Took", "Why"], rows)]);
}

const MAX_COMMAND = 300;

const WORDS: Readonly<Record<HunkState, string>> = {
  read: "read",
  unread: "not read",
  lost: "read, did not end",
  "not-given": "not given",
  unproven: "unproven",
};

/** Which agent provably read which hunks, and which hunks are unread. */
export function renderReading({ reading }: Report): string[] {
  if (reading === undefined) return [];
  const { agents, files, whole, hunks, read, readers } = reading;
  const by = readers === 1 ? "an agent" : `at least ${readers} agents`;
  const rows = files.flatMap(({ rows: own }) =>
    own.map((row) => [
      `\`${formatLocation(row.place)}\``,
      String(row.hunks),
      ...row.states.map((state) => WORDS[state]),
      row.isUnread ? "unread" : "—",
    ]),
  );
  if (whole.files > 0) {
    const what = `${files.length > 0 ? "other files" : "files"}: ${whole.files}`;
    rows.push([what, String(whole.hunks), ...whole.states.map((state) => WORDS[state]), "—"]);
  }
  const head = ["Place", "Hunks", ...agents.map(writtenName), "Gate"];
  return section(DERIVED_TITLES.reading, [
    `${read} of ${plural(hunks, "hunk")} read by ${by}, proven from what their tools showed them.`,
    ...(rows.length === 0 ? [] : [formatTable(head, rows)]),
  ]);
}

/** What the check at the commit showed for each place and quote of a raw finding, in the finding's order. */
export function renderPlaces({ review }: Report): string[] {
  const rows = (review.groundings ?? [])
    .filter(({ places, quotes }) => places.length > 0 || quotes.length > 0)
    .map(({ finding, places, quotes }) => [finding, statuses(places), statuses(quotes)]);
  return rows.length === 0 ? [] : section(DERIVED_TITLES.places, [formatTable(["Finding", "Places", "Quotes"], rows)]);
}

/** Each reviewer's remarks on the design, truncated, so that their number can be recounted. */
export function renderObservations({ review }: Report): string[] {
  const rows = review.observations
    .filter(({ reviewer }) => reviewer !== undefined)
    .map(({ id, kind, text }) => [id, kind, truncate(oneLine(text), MAX_REMARK)]);
  return rows.length === 0
    ? []
    : section(DERIVED_TITLES.observations, [formatTable(["Observation", "Kind", "Words"], rows)]);
}

function statuses(checked: readonly { readonly status: string }[]): string {
  return checked.map(({ status }) => status).join(", ") || "—";
}

const MAX_REMARK = 120;
