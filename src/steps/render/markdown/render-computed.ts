import { writtenName } from "#grammar/report/reviewer-names.ts";
import { rungWords } from "#model/panel/evidence-ladder.ts";
import { COMPUTED_MARK, DERIVED_TITLES } from "#grammar/report/own-parts.ts";
import { wrapCode } from "#grammar/spans.ts";
import { formatTable } from "#grammar/tables.ts";
import type { ReviewerId } from "#model/ids.ts";
import { formatLocations } from "#model/location.ts";
import type { Report, ReportFinding } from "#model/report.ts";
import { auditWords } from "#model/panel/run-claim.ts";
import type { Review } from "#model/review.ts";
import { sentence } from "#util/words.ts";
import { describeMembers } from "../describe-members.ts";

/** The verdict by rule, unless the report states the same one. */
export function renderRuleVerdict({ verdict, source }: Report): string[] {
  if (source.statesVerdict && !verdict.rule.differs) return [];
  return section(DERIVED_TITLES.verdict, [`**${verdict.rule.phrase}** — ${verdict.rule.because}.`]);
}

/** The rung of each finding, and what the check of its quotes, places, fixes and claims showed. */
export function renderEvidence({ kept, routed, dropped, review, unproven }: Report): string[] {
  const lines = [...kept, ...routed, ...dropped].flatMap(({ id, evidence, fate }) => {
    const rung = rungWords(evidence);
    const isMentioned = evidence.brief.some((text) => text.startsWith(rung));
    const isShown = fate === "kept" && review.groundings !== undefined && !isMentioned;
    const open = evidence.unproven === undefined ? [] : [`unproven: ${evidence.unproven}`];
    const words = [...(isShown ? [rung] : []), ...evidence.brief, ...open].join("; ");
    return words === "" ? [] : [`- ${id}: ${words}`];
  });
  if (unproven === undefined) return listSection(DERIVED_TITLES.evidence, lines);
  return section(DERIVED_TITLES.evidence, [sentence(unproven), lines.map(flatten).join("\n")]);
}

/** What each reviewer says that it ran or read, and whether the log of its tools shows it. */
export function renderRunClaims({ review, retro }: Report): string[] {
  const lines = (review.runClaims ?? []).map((claim) => {
    const { reviewer, finding, kind, words, why } = claim;
    const what = kind === "output" ? "an output that begins" : "a statement:";
    return `- ${finding ?? reviewer}: ${auditWords(claim)}: ${what} ${wrapCode(flatten(words))} (${why})`;
  });
  const unopened = retro.flatMap((column) =>
    column.unopened.map(({ reviewer, path, claim }) => `- ${reviewer}: never opened: ${wrapCode(path)} (${claim})`),
  );
  return listSection(DERIVED_TITLES.runClaims, [...lines, ...unopened]);
}

/** The members of findings that were merged, each with its reviewer, and its own title where that is not the one shown. */
export function renderMerged({ kept, routed, dropped }: Report): string[] {
  const lines = [...kept, ...routed, ...dropped].flatMap((finding) => {
    const members = describeMembers(finding);
    return members.length === 0 ? [] : [`- ${finding.id}`, ...members.map((member) => `  - ${member}`)];
  });
  return listSection(DERIVED_TITLES.merged, lines);
}

/** Findings that the panel disagrees on or the code contradicts, with both sides. */
export function renderContested({ kept, review }: Report): string[] {
  const nameOf = reviewerNames(review);
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
  return listSection(DERIVED_TITLES.contested, lines);
}

/** Moved and dropped findings, with the reason. */
export function renderMovedAndDropped({ routed, dropped }: Report): string[] {
  return listSection(DERIVED_TITLES.aside, [...routed, ...dropped].map(fateLine));
}

/** What each reviewer claims about each file. */
export function renderCoverage({ coverage, review }: Report): string[] {
  if (coverage.files.length === 0) return [];
  const claimants = review.reviewers.filter(({ id }) => coverage.claimants.includes(id));
  const rows = coverage.files.map(({ path, claims, clusters, missedBy }) => [
    `\`${path}\``,
    ...claimants.map(({ id }) => claims.find(({ reviewer }) => reviewer === id)?.claim ?? "—"),
    clusters.join(", ") || "—",
    missedBy.join(", ") || "—",
  ]);
  const head = ["File", ...claimants.map(writtenName), "Findings", "Called clean by, although others have a finding"];
  return section(DERIVED_TITLES.coverage, [formatTable(head, rows)]);
}

/** What the source lacks. */
export function renderGaps({ review }: Report): string[] {
  return listSection(
    DERIVED_TITLES.gaps,
    review.gaps.map((gap) => `- ${gap}`),
  );
}

/** A computed section. The reader skips it. */
export function section(title: string, blocks: readonly string[]): string[] {
  return [`## ${title}`, COMPUTED_MARK, ...blocks];
}

/** The same with a list, each item on one line; no section without items. */
export function listSection(title: string, items: readonly string[]): string[] {
  return items.length === 0 ? [] : section(title, [items.map(flatten).join("\n")]);
}

/** Finds the name under which the Markdown lists a reviewer; its id if it is not on the panel. */
export function reviewerNames({ reviewers }: Review): (id: ReviewerId) => string {
  const names = new Map(reviewers.map((reviewer) => [reviewer.id, writtenName(reviewer)]));
  return (id) => names.get(id) ?? id;
}

/** The text on one line, blanks as they are. */
export const flatten = (text: string): string => text.replaceAll(/[\r\n]+/g, " ");

function fateLine(finding: ReportFinding): string {
  const { id, title, locations, voices, because, overrules } = finding;
  const what = finding.fate === "routed" ? `moved to ${finding.routedTo}` : `dropped, ${finding.dropReason}`;
  const where = formatLocations(locations)
    .map((location) => `\`${location}\``)
    .join(", ");
  const who = voices
    .map(({ reviewer, members }) => [writtenName(reviewer), ...members.map(({ finding: id }) => id)].join(" "))
    .join(", ");
  const parts = [`**${title}**`, ...(where === "" ? [] : [where]), ...(who === "" ? [] : [`[${who}]`])].join(" — ");
  const before = overrules.map((text) => ` Without the decision: ${text}.`).join("");
  return `- ${id} ${parts}: ${what}. ${because}${before}`;
}
