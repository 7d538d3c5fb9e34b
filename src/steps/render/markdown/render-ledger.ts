import { LEDGER_COLUMNS, RULING_COLUMNS, LEDGER_TITLE, PANEL_COLUMNS, PANEL_TITLE } from "#grammar/report/own-parts.ts";
import { encodeCell, formatTable } from "#grammar/tables.ts";
import type { Member, Ruling, RuledCluster } from "#model/cluster.ts";
import type { Finding } from "#model/finding.ts";
import type { Report } from "#model/report.ts";

/**
 * The ledger as tables that are read back: every raw finding once, and again for each further cluster that it feeds
 * (share `secondary`); then the ruling on each cluster.
 */
export function renderLedger({ review }: Report): string[] {
  if (review.clusters.length === 0) return [];
  const places = new Map<string, { cluster: RuledCluster; member: Member }[]>();
  for (const cluster of review.clusters) {
    for (const member of cluster.members) {
      places.set(member.finding, [...(places.get(member.finding) ?? []), { cluster, member }]);
    }
  }
  const rows = review.findings.flatMap((finding) =>
    (places.get(finding.id) ?? [])
      .toSorted((one, other) => Number(one.member.share === "secondary") - Number(other.member.share === "secondary"))
      .map(({ cluster, member }) => ledgerRow(finding, cluster, member)),
  );
  return [
    `## ${LEDGER_TITLE}`,
    "Every raw finding and where it went; a row with share `secondary` names a further cluster that it feeds.",
    ...(rows.length === 0 ? [] : [formatTable(LEDGER_COLUMNS, rows)]),
    formatTable(RULING_COLUMNS, review.clusters.map(rulingRow)),
  ];
}

function ledgerRow(finding: Finding, { id, ruling }: RuledCluster, member: Member): string[] {
  const became = member.share === "duplicate" ? "dropped: duplicate-within-reviewer" : outcomeOf(ruling);
  return [
    finding.id,
    finding.severity,
    became,
    id,
    member.share,
    String(member.confidence),
    encodeCell(member.because),
  ];
}

function outcomeOf(ruling: Ruling): string {
  if (ruling.kind === "keep") return ruling.severity;
  return ruling.kind === "route" ? `routed: ${ruling.to}` : `dropped: ${ruling.reason}`;
}

function rulingRow({ id, ruling, members, credits }: RuledCluster): string[] {
  const credited = credits.map(({ reviewer, note }) =>
    note === undefined ? reviewer : `${reviewer} (${encodeCell(note)})`,
  );
  return [
    id,
    formatRuling(ruling),
    list(members.map(({ finding }) => finding)),
    list(credited),
    encodeCell(ruling.because),
  ];
}

/** `keep as important`, `route to design`, `drop as refuted`. */
function formatRuling(ruling: Ruling): string {
  if (ruling.kind === "keep") return `keep as ${ruling.severity}`;
  return ruling.kind === "route" ? `route to ${ruling.to}` : `drop as ${ruling.reason}`;
}

const list = (parts: readonly string[]): string => (parts.length === 0 ? "—" : parts.join("; "));

/** The panel, as a table that is read back. */
export function renderPanel({ review }: Report): string[] {
  if (review.reviewers.length === 0) return [];
  const rows = review.reviewers.map(({ id, name, model = "", kind, family, effort = "" }) =>
    [id, name, model, kind, family, effort].map(encodeCell),
  );
  return [`## ${PANEL_TITLE}`, formatTable(PANEL_COLUMNS, rows)];
}
