import type { ArchiveView, FindingFate, TrackRecord } from "#model/archive.ts";
import { SEVERITIES, type Severity } from "#model/severity.ts";
import { html, type SafeHtml } from "../../html/escape.ts";
import { matrix } from "../../charts/matrix.ts";
import { percent, rate } from "../../words.ts";
import { type ChartFigure, reviewerLabel } from "./figure-card.ts";
import { rankByRate, rawBase } from "./rates.ts";
import { plural } from "#util/words.ts";

/** Claimed and final severities, per reviewer. */
export function severityInflation(view: ArchiveView): ChartFigure {
  const known = view.reviewers.filter(({ overall }) => overall.raised.all > 0);
  return {
    id: "inflation",
    title: "Severity: claimed and final",
    reading: readingOf(known),
    chart: html`<div class="multiples">${known.map(claimMatrix)}</div>`,
    base: `Rows: what the reviewer claimed; columns: what became of it. Shade: share of the row. Framed: left as claimed. ${rawBase(view)}`,
    table: {
      columns: ["Reviewer, claimed", "Raised", ...ENDINGS.map(({ long }) => long)],
      rows: known.flatMap(({ name, overall }) =>
        SEVERITIES.map((claimed) => ({
          name: `${name}, ${claimed}`,
          cells: [overall.raised[claimed], ...ENDINGS.map(({ ending }) => overall.endings[claimed][ending])],
        })),
      ),
    },
    wide: true,
  };
}

const ENDINGS: readonly { readonly ending: FindingFate; readonly short: string; readonly long: string }[] = [
  { ending: "critical", short: "crit.", long: "Critical" },
  { ending: "important", short: "imp.", long: "Important" },
  { ending: "suggestion", short: "sugg.", long: "Suggestion" },
  { ending: "routed", short: "moved", long: "Moved to another section" },
  { ending: "dropped", short: "dropped", long: "Dropped" },
];

function readingOf(records: readonly TrackRecord[]): string {
  const [worst] = rankByRate(
    records.map((record) => ({ record, part: record.overall.downgraded, whole: record.overall.kept })),
  );
  if (worst === undefined) return "Nothing is known about claimed severities in this archive.";
  const { name, overall } = worst.record;
  const claims = overall.raised.critical;
  const critical =
    claims > 0
      ? ` Of its ${plural(claims, "critical claim")}, ${overall.endings.critical.critical} stayed critical.`
      : "";
  const promoted = records.filter((record) => record.overall.promoted > 0);
  const up =
    promoted.length > 0
      ? ` Rated up: ${promoted.map((record) => `${record.name} ${rate(record.overall.promoted, record.overall.kept)}`).join(", ")}.`
      : "";
  const start =
    worst.part === 0
      ? "No kept finding ended milder than claimed."
      : `${name} rates too high most often: ${rate(worst.part, worst.whole)} of its kept findings ended milder than claimed.`;
  return `${start}${worst.part === 0 ? "" : critical}${up}`;
}

function claimMatrix(record: TrackRecord): SafeHtml {
  const { endings, raised } = record.overall;
  const chart = matrix({
    title: `${record.name}: claimed severity and what became of it`,
    desc: SEVERITIES.map(
      (claimed) =>
        `${claimed}: ${ENDINGS.map(({ ending, long }) => `${endings[claimed][ending]} ${long.toLowerCase()}`).join(", ")}`,
    ).join("; "),
    columns: ENDINGS.map(({ short }) => short),
    nameWidth: 66,
    cellWidth: 47,
    cellHeight: 34,
    rows: SEVERITIES.map((claimed) => ({
      name: claimed,
      tint: claimed,
      cells: ENDINGS.map(({ ending }) =>
        cellOf(claimed, ending, { number: endings[claimed][ending], row: raised[claimed] }),
      ),
    })),
  });
  return html`<div class="multiple"><h3>${reviewerLabel(record)}</h3><div class="scroll">${chart}</div></div>`;
}

function cellOf(
  claimed: Severity,
  ending: FindingFate,
  { number, row }: { readonly number: number; readonly row: number },
) {
  const part = row > 0 ? number / row : 0;
  return {
    text: String(number),
    // The lightest shade must still be visible: one of four hundred is not zero.
    strength: number === 0 ? 0 : 0.12 + part * 0.88,
    title: `claimed ${claimed}, ${ending === "routed" ? "moved to another section" : `ended ${ending}`}: ${number} of ${row}${row > 0 ? ` (${percent(part)})` : ""}`,
    framed: claimed === ending,
  };
}
