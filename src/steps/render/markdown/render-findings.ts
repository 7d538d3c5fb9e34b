import { writtenName } from "#grammar/report/reviewer-names.ts";
import { escapeBody, escapeProse } from "#grammar/report/escape-structure.ts";
import { formatFindingLine } from "#grammar/format-finding-line.ts";
import { FINDINGS_TITLE, reportPart } from "#grammar/report/report-headings.ts";
import type { Section } from "#model/assessment.ts";
import type { Report, ReportFinding } from "#model/report.ts";
import { SEVERITIES, type Severity, severityOfLetter } from "#model/severity.ts";

/** The findings by severity, with the prose among them. */
export function renderFindings(report: Report): string[] {
  if (report.review.kind === "architecture") return renderArchitecture(report);
  const shown = [...report.kept, ...report.dropped.filter(isStruckOut)];
  return SEVERITIES.flatMap((severity) => {
    const findings = shown.filter((finding) => severityOf(finding) === severity).sort(byNumber);
    const prose = report.review.sections.filter((section) => findingsSeverity(section) === severity);
    const blocks = [...prose.map(({ text }) => escapeProse(text)), ...findings.map(renderFinding)];
    const title = prose[0]?.title ?? FINDINGS_TITLE[severity];
    return [`## ${title}`, ...(blocks.length === 0 ? ["None."] : blocks)];
  });
}

/** Whether a section of prose is printed among the findings. */
export function isAmongFindings(report: Report, section: Section): boolean {
  if (report.review.kind === "architecture")
    return reportPart(section.title).kind === "wrapper" && section.key === undefined;
  return findingsSeverity(section) !== undefined;
}

function findingsSeverity({ key, title }: Section): Severity | undefined {
  const part = key === undefined ? reportPart(title) : undefined;
  return part?.kind === "findings" ? part.severity : undefined;
}

/** Dropped, but still printed in its place: the report itself marks it invalid. */
function isStruckOut({ cluster }: ReportFinding): boolean {
  return cluster.statement !== undefined && severityOfLetter(cluster.id.charAt(0)) !== undefined;
}

const severityOf = ({ fate, severity, id }: ReportFinding): Severity =>
  fate === "kept" ? severity : (severityOfLetter(id.charAt(0)) ?? severity);

const numberOf = ({ id }: ReportFinding): number => Number.parseInt(id.slice(1), 10);

const byNumber = (one: ReportFinding, other: ReportFinding): number =>
  numberOf(one) - numberOf(other) || one.id.length - other.id.length;

function renderFinding(finding: ReportFinding): string {
  const { cluster, voices, body } = finding;
  const credited = voices.filter(({ credit }) => cluster.credits.length === 0 || credit !== undefined);
  // The report's own class, not that of a member: what is printed here is read back as the report's.
  const theClass = cluster.statement === undefined ? finding.class : cluster.statement.class;
  const line = formatFindingLine({
    label: finding.id.replace(/~\d+$/, ""),
    severity: severityOf(finding),
    title: finding.title,
    locations: finding.locations,
    places: finding.places,
    class: theClass,
    notes: finding.notes,
    credits: credited.map(({ credit }) => (credit?.note === undefined ? {} : { note: credit.note })),
    names: credited.map(({ reviewer }) => writtenName(reviewer)),
    isInvalid: finding.fate === "dropped",
  });
  return body === "" ? line : `${line}\n\n${escapeBody(body)}`;
}

function renderArchitecture(report: Report): string[] {
  const prose = report.review.sections.filter((section) => isAmongFindings(report, section));
  return [
    "## Findings",
    ...prose.map(({ text }) => escapeProse(text)),
    ...report.kept.toSorted(byNumber).map(renderProblem),
  ];
}

function renderProblem({ id, title, writtenSeverity, body }: ReportFinding): string {
  const severity = writtenSeverity === undefined ? [] : [`Severity: ${writtenSeverity}`];
  return [`### ${id.slice(1)}. ${title}`, ...severity, ...(body === "" ? [] : [escapeBody(body)])].join("\n\n");
}
