import { writtenName } from "#grammar/report/reviewer-names.ts";
import { COMPUTED_MARK, DERIVED_TITLES } from "#grammar/report/own-parts.ts";
import { formatTable } from "#grammar/tables.ts";
import type { ReviewerId } from "#model/ids.ts";
import { formatLocations } from "#model/location.ts";
import { type Report, type ReportFinding, rungWords } from "#model/report.ts";

/** What the rule over the ledger says, where the report says otherwise or nothing. */
export function renderRuleVerdict({ verdict, source }: Report): string[] {
  if (source.statesVerdict && !verdict.rule.differs) return [];
  return section(DERIVED_TITLES.verdict, [`**${verdict.rule.phrase}** — ${verdict.rule.because}.`]);
}

/** The rung of each finding where findings were checked, and what the check of quotes, places, fixes and claims showed. */
export function renderEvidence({ kept, routed, dropped, review }: Report): string[] {
  const lines = [...kept, ...routed, ...dropped].flatMap(({ id, evidence, fate }) => {
    const rung = rungWords(evidence);
    const isSaid = evidence.brief.some((text) => text.startsWith(rung));
    const isShown = fate === "kept" && review.groundings !== undefined && !isSaid;
    const words = [...(isShown ? [rung] : []), ...evidence.brief].join("; ");
    return words === "" ? [] : [`- ${id}: ${words}`.replaceAll(/[\r\n]+/g, " ")];
  });
  return lines.length === 0 ? [] : section(DERIVED_TITLES.evidence, [lines.join("\n")]);
}

/** What the panel does not agree on, or the code contradicts, with both sides. */
export function renderContested({ kept, review }: Report): string[] {
  const nameOf = (id: ReviewerId): string => {
    const reviewer = review.reviewers.find((one) => one.id === id);
    return reviewer === undefined ? id : writtenName(reviewer);
  };
  const lines = kept.flatMap(({ id, contested }) =>
    contested === undefined
      ? []
      : [
          `- ${id}: ${contested.why}`,
          ...contested.sides.map(
            ({ says, reviewers }) =>
              `  - ${reviewers.length === 0 ? "checked" : reviewers.map(nameOf).join(", ")}: ${says}`,
          ),
        ],
  );
  const safe = lines.map((line) => line.replaceAll(/[\r\n]+/g, " "));
  return safe.length === 0 ? [] : section(DERIVED_TITLES.contested, [safe.join("\n")]);
}

/** What was raised and is not among the findings, with the reason. */
export function renderAside({ routed, dropped }: Report): string[] {
  const lines = [...routed, ...dropped].map(asideLine);
  return lines.length === 0 ? [] : section(DERIVED_TITLES.aside, [lines.join("\n")]);
}

/** Who said what of which file. */
export function renderCoverage({ coverage, review }: Report): string[] {
  if (coverage.files.length === 0) return [];
  const claimants = review.reviewers.filter(({ id }) => coverage.claimants.includes(id));
  const rows = coverage.files.map(({ path, claims, clusters, missedBy }) => [
    `\`${path}\``,
    ...claimants.map(({ id }) => claims.find(({ reviewer }) => reviewer === id)?.claim ?? "—"),
    clusters.join(", ") || "—",
    missedBy.join(", ") || "—",
  ]);
  const head = [
    "File",
    ...claimants.map(writtenName),
    "Findings",
    "Called clean by, although a finding of others stands",
  ];
  return section(DERIVED_TITLES.coverage, [formatTable(head, rows)]);
}

/** What the source lacks. */
export function renderGaps({ review }: Report): string[] {
  return review.gaps.length === 0
    ? []
    : section(DERIVED_TITLES.gaps, [review.gaps.map((gap) => `- ${gap}`).join("\n")]);
}

/** A section that is computed anew each time and passed over when read. */
export function section(title: string, blocks: readonly string[]): string[] {
  return [`## ${title}`, COMPUTED_MARK, ...blocks];
}

function asideLine(finding: ReportFinding): string {
  const { id, title, locations, voices, because, overrules } = finding;
  const what = finding.fate === "routed" ? `routed to ${finding.routedTo}` : `dropped, ${finding.dropReason}`;
  const where = formatLocations(locations)
    .map((location) => `\`${location}\``)
    .join(", ");
  const who = voices
    .map(({ reviewer, members }) => [writtenName(reviewer), ...members.map(({ label }) => label)].join(" "))
    .join(", ");
  const parts = [`**${title}**`, ...(where === "" ? [] : [where]), ...(who === "" ? [] : [`[${who}]`])].join(" — ");
  const before = overrules.map((text) => ` Overrules ${text}.`).join("");
  return `- ${id} ${parts}: ${what}. ${because}${before}`.replaceAll(/[\r\n]+/g, " ");
}
