import { scanLines } from "#grammar/lines.ts";
import { rungWords } from "#model/panel/evidence-ladder.ts";
import type { Excerpt } from "#model/grounding.ts";
import { formatLocations } from "#model/location.ts";
import type { ReportFinding, Voice } from "#model/report.ts";
import type { ReportArm, ReportTrial } from "#model/panel/report-trial.ts";
import { reviewerTitle } from "#model/panel/reviewer.ts";
import { auditWords } from "#model/panel/run-claim.ts";
import type { Review } from "#model/review.ts";
import type { EarlierRow } from "#model/history/report-history.ts";
import type { Severity } from "#model/severity.ts";
import { displayWidth, painter } from "#util/terminal.ts";
import { printable, printableLine } from "#util/printable.ts";
import { formatMember } from "../describe-members.ts";
import { INDENT, joinBlocks, SEVERITY_STYLES, type TerminalPage, wrap } from "./layout.ts";

/** One finding in full: its place, reviewers, evidence, text and code, and what became of it. */
export function renderFinding(
  finding: ReportFinding,
  options: { readonly width: number; readonly color: boolean },
): string {
  const page: TerminalPage = { width: Math.max(30, options.width), paint: painter(options.color) };
  const blocks = [
    heading(finding, page),
    facts(finding, page),
    prose(finding.body, page),
    ...finding.excerpts.map((excerpt) => code(excerpt, page)),
    ...finding.trials.map((trial) => trialLines(trial, page)),
    patchLines(finding, page),
  ];
  return joinBlocks(blocks);
}

/** An earlier finding in a later review: its status, why, where, and by which commits. */
export function renderEarlierFinding(
  { finding, status, decision, verdicts }: EarlierRow,
  { reviewers }: Pick<Review, "reviewers">,
  options: { readonly width: number; readonly color: boolean },
): string {
  const page: TerminalPage = { width: Math.max(30, options.width), paint: painter(options.color) };
  const { ref, title, severity, text, locations = [], commits = [], raisedAgain = [] } = finding;
  const nameOf = (id: string): string => {
    const reviewer = reviewers.find((one) => one.id === id);
    return reviewer === undefined ? id : reviewerTitle(reviewer);
  };
  const rows: [string, string][] = [
    ["now", `${status}. ${text}`],
    ["severity", severity ?? ""],
    ["where", formatLocations(locations).join(", ")],
    ...commits.map(({ id, subject }): [string, string] => ["commit", `${id.slice(0, 7)} ${subject}`]),
    ["again as", raisedAgain.join(", ")],
    ["decided", [finding.decision, decision?.reason].filter((part) => part !== undefined).join(": ")],
    ...verdicts.map((verdict): [string, string] => ["on the fix", `${nameOf(verdict.reviewer)} ${verdict.text}`]),
  ];
  return joinBlocks([heading({ id: ref, title, severity }, page), factLines(rows, page)]);
}

function heading(
  { id, title, severity }: { readonly id: string; readonly title: string; readonly severity: Severity | undefined },
  { width, paint }: TerminalPage,
): string[] {
  const start = `${id}  `;
  const lines = wrap(printable(oneLine(title)), width - displayWidth(start), Infinity);
  return lines.map((line, at) =>
    at === 0
      ? paint([...(severity === undefined ? [] : SEVERITY_STYLES[severity]), "bold"], safe(id)) +
        `  ${paint(["bold"], line)}`
      : " ".repeat(displayWidth(start)) + paint(["bold"], line),
  );
}

function facts(finding: ReportFinding, page: TerminalPage): string[] {
  const rows: [string, string][] = [
    ["severity", severityWords(finding)],
    ["where", [...formatLocations(finding.locations), ...finding.places].join(", ")],
    ["raised by", finding.voices.map(voiceWords).join(", ")],
    ...finding.voices.flatMap(ownTitles).map((text, at): [string, string] => [at === 0 ? "merged" : "", text]),
    ["not by", finding.silent.join(", ")],
    ["evidence", `${rungWords(finding.evidence)}: ${finding.evidence.text}`],
    ["unproven", finding.evidence.unproven ?? ""],
    ...finding.runClaims.map((claim): [string, string] => [
      "a run",
      `${auditWords(claim)}: ${claim.words} (${claim.why})`,
    ]),
    ["origin", finding.comesFrom?.text ?? ""],
    ...(finding.comesFrom?.sides ?? []).map(({ who, says }): [string, string] => ["", `${who}: ${says}`]),
    ["", finding.comesFrom?.because ?? ""],
    ["", finding.comesFrom?.recognised ?? ""],
    ["verified", finding.evidence.verified?.text ?? ""],
    ["silenced", finding.silenced === undefined ? "" : `by this change, ${finding.silenced}`],
    ...finding.evidence.remarks.map(({ text }): [string, string] => ["checked", text]),
    ["patch", finding.patch === undefined ? "" : `${finding.patch.words}: ${finding.patch.why}`],
    ["contested", finding.contested?.why ?? ""],
    ...(finding.contested?.sides ?? []).map(({ says, reviewers }): [string, string] => [
      "",
      `${reviewers.length === 0 ? "checked" : reviewers.join(", ")}: ${says}`,
    ]),
    ["outcome", outcomeWords(finding)],
    ["", finding.fate === "kept" ? "" : finding.because],
    ...finding.overrules.map((text): [string, string] => ["", `without the decision: ${text}`]),
    ...finding.decisions.map(({ action, reason }): [string, string] => [
      "decided",
      reason === undefined ? action : `${action}: ${reason}`,
    ]),
  ];
  return factLines(rows, page);
}

function factLines(rows: readonly [string, string][], { width, paint }: TerminalPage): string[] {
  return rows
    .filter(([, text]) => text !== "")
    .flatMap(([label, text]) =>
      wrap(printable(oneLine(text)), width - LABEL_WIDTH - INDENT.length, Infinity).map(
        (line, at) => `${INDENT}${paint(["dim"], (at === 0 ? label : "").padEnd(LABEL_WIDTH))}${line}`,
      ),
    );
}

const LABEL_WIDTH = "contested  ".length;

function severityWords({ severity, class: theClass, fate }: ReportFinding): string {
  return [fate === "kept" ? severity : `claimed ${severity}`, ...(theClass === undefined ? [] : [theClass])].join(", ");
}

function voiceWords({ reviewer, members }: Voice): string {
  const own = members.map((member) => `${formatMember({ ...member, title: undefined })}, ${member.claimed}`).join("; ");
  return own === "" ? reviewerTitle(reviewer) : `${reviewerTitle(reviewer)} (${own})`;
}

/** What its findings say in other words than the title. */
function ownTitles({ members }: Voice): string[] {
  return members.filter(({ title }) => title !== undefined).map(formatMember);
}

function outcomeWords({ fate, routedTo, dropReason = "not-stated" }: ReportFinding): string {
  if (fate === "kept") return "";
  return fate === "routed" ? `moved to ${routedTo}` : `dropped: ${dropReason.replaceAll("-", " ")}`;
}

/** Wraps prose. Code in fences stays as it is: a broken line could mean something else. */
function prose(text: string, { width, paint }: TerminalPage): string[] {
  if (text.trim() === "") return [];
  return scanLines(text).flatMap(({ text: line, inFence, fence }) => {
    if (fence !== undefined) return [];
    if (inFence) return [`${INDENT}${INDENT}${paint(["dim"], safe(line))}`.trimEnd()];
    const lead = /^\s*(?:[-*] |\d+\. )?/.exec(line)?.[0] ?? "";
    const lines = wrap(printable(oneLine(line.slice(lead.length))), width - INDENT.length - lead.length, Infinity);
    return lines.map((part, at) => `${INDENT}${at === 0 ? safe(lead) : " ".repeat(lead.length)}${part}`.trimEnd());
  });
}

function code({ path, commit, start, lines, cited }: Excerpt, { paint }: TerminalPage): string[] {
  const digits = String(start + lines.length - 1).length;
  return [
    `${INDENT}${paint(["dim"], `${printable(oneLine(path))} @ ${safe(commit.slice(0, 7))}`)}`,
    ...lines.map((line, at) => {
      const number = start + at;
      const isCited = cited.some((span) => span.start <= number && number <= span.end);
      const text = `${INDENT}${isCited ? ">" : " "} ${String(number).padStart(digits)}  ${safe(line)}`.trimEnd();
      return isCited ? text : paint(["dim"], text);
    }),
  ];
}

/** What we ran: the command, and what each run printed. */
function trialLines({ words, why, origin, command, versions, arms }: ReportTrial, page: TerminalPage): string[] {
  const how = [command, versions].filter((part) => part !== "").join(", with ");
  const rows: [string, string][] = [
    ["repro", `${words}: ${why}`],
    ["", origin ?? ""],
    ["ran", how],
  ];
  return [...factLines(rows, page), ...arms.flatMap((arm) => armLines(arm, page))];
}

function armLines({ on, commit, ended, output, isCut }: ReportArm, { paint }: TerminalPage): string[] {
  const at = commit === undefined ? on : `${on} ${commit}`;
  const lines = output.trimEnd().split("\n").slice(0, MAX_OUTPUT_LINES);
  const isShort = output.trimEnd().split("\n").length <= MAX_OUTPUT_LINES && !isCut;
  return [
    `${INDENT}${paint(["bold"], safe(`${at}: ${ended}`))}`,
    ...(output.trim() === "" ? [] : lines.map((line) => `${INDENT}${INDENT}${paint(["dim"], safe(line))}`.trimEnd())),
    ...(isShort ? [] : [`${INDENT}${INDENT}…`]),
  ];
}

const MAX_OUTPUT_LINES = 20;

/** How to apply the patch, if it may be applied. */
function patchLines({ patch }: ReportFinding, page: TerminalPage): string[] {
  if (patch === undefined || !patch.isOffered) return [];
  return factLines([["apply", patch.command]], page);
}

const oneLine = (text: string): string => printableLine(text, Infinity);

const safe = (text: string): string => printable(text.replaceAll("\t", "  "));
