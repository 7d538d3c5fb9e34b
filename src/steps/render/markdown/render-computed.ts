import { writtenName } from "#grammar/report/reviewer-names.ts";
import { COMPUTED_MARK, DERIVED_TITLES } from "#grammar/report/own-parts.ts";
import { formatTable } from "#grammar/tables.ts";
import { formatLocations } from "#model/location.ts";
import type { Report, ReportFinding } from "#model/report.ts";

/** What the rule over the ledger says, where the report says otherwise or nothing. */
export function renderRuleVerdict({ verdict, review }: Report): string[] {
  const isStated = review.statedVerdict !== undefined || review.origin.kind === "round";
  if (isStated && !verdict.rule.differs) return [];
  return section(DERIVED_TITLES.verdict, [`**${verdict.rule.phrase}** — ${verdict.rule.because}.`]);
}

/** What the check of quotes, places, fixes and claims showed, where it matters. */
export function renderEvidence({ kept, routed, dropped }: Report): string[] {
  const lines = [...kept, ...routed, ...dropped]
    .filter(({ evidence }) => evidence.brief.length > 0)
    .map(({ id, evidence }) => `- ${id}: ${evidence.brief.join("; ")}`.replaceAll(/[\r\n]+/g, " "));
  return lines.length === 0 ? [] : section(DERIVED_TITLES.evidence, [lines.join("\n")]);
}

/** What was looked up of each raw finding at the commit: one word a place and a quote, in the finding's order. */
export function renderPlaces({ review }: Report): string[] {
  const rows = (review.groundings ?? [])
    .filter(({ places, quotes }) => places.length > 0 || quotes.length > 0)
    .map(({ finding, places, quotes }) => [finding, statuses(places), statuses(quotes)]);
  return rows.length === 0 ? [] : section(DERIVED_TITLES.places, [formatTable(["Finding", "Places", "Quotes"], rows)]);
}

/** What each reviewer remarked on the design, so that its count can be followed; the words are cut. */
export function renderObservations({ review }: Report): string[] {
  const rows = review.observations
    .filter(({ reviewer }) => reviewer !== undefined)
    .map(({ id, kind, text }) => [id, kind, cut(text.replaceAll(/\s+/g, " ").trim())]);
  return rows.length === 0
    ? []
    : section(DERIVED_TITLES.observations, [formatTable(["Observation", "Kind", "Words"], rows)]);
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

function section(title: string, blocks: readonly string[]): string[] {
  return [`## ${title}`, COMPUTED_MARK, ...blocks];
}

function asideLine(finding: ReportFinding): string {
  const { id, title, locations, voices, because } = finding;
  const what = finding.fate === "routed" ? `routed to ${finding.routedTo}` : `dropped, ${finding.dropReason}`;
  const where = formatLocations(locations)
    .map((location) => `\`${location}\``)
    .join(", ");
  const who = voices
    .map(({ reviewer, members }) => [writtenName(reviewer), ...members.map(({ label }) => label)].join(" "))
    .join(", ");
  const parts = [`**${title}**`, ...(where === "" ? [] : [where]), ...(who === "" ? [] : [`[${who}]`])].join(" — ");
  return `- ${id} ${parts}: ${what}. ${because}`.replaceAll(/[\r\n]+/g, " ");
}

function statuses(checked: readonly { readonly status: string }[]): string {
  return checked.map(({ status }) => status).join(", ") || "—";
}

function cut(text: string): string {
  // A half of a surrogate pair at the end is no character.
  return text.length > CUT ? `${text.slice(0, CUT).replace(/[\uD800-\uDBFF]$/, "")}…` : text;
}

const CUT = 120;
