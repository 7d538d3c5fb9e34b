import { DERIVED_TITLES } from "#grammar/report/own-parts.ts";
import { writtenName } from "#grammar/report/reviewer-names.ts";
import { formatTable } from "#grammar/tables.ts";
import { formatLocation } from "#model/location.ts";
import { INCIDENT_WORDS } from "#model/panel/reviewer.ts";
import type { HunkState, Report } from "#model/report.ts";
import { plural } from "#util/words.ts";
import { section } from "./render-computed.ts";

/** With what each reviewer worked, what it used, and what happened. */
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
  const safe = lines.map((line) => line.replaceAll(/[\r\n]+/g, " "));
  return safe.length === 0 ? [] : section(DERIVED_TITLES.work, [safe.join("\n")]);
}

const WORDS: Readonly<Record<HunkState, string>> = {
  read: "read",
  unread: "not read",
  lost: "read, did not end",
  "not-given": "not given",
  unproven: "unproven",
};

/** Who of the agents provably read which hunks, and which are unread. */
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
