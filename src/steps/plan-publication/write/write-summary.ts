import { formatMarker } from "#grammar/marker.ts";
import { isCommenter, outcomeOf, type Reviewer, reviewerTitle } from "#model/panel/reviewer.ts";
import { describePanel } from "#model/describe-counts.ts";
import type { ReportFinding, Report } from "#model/report.ts";
import { headMark } from "../our-posts.ts";
import { headPlaces } from "../place-finding.ts";
import type { Refused, ThreadPlan } from "../plan-threads.ts";
import type { PublicationInput } from "../publication-input.ts";
import { sourceCommentOf } from "../from-comments.ts";
import { codeSpan } from "../text/escape-text.ts";
import { fitList, writeList } from "../text/fit-list.ts";
import { safeLine } from "../text/safe-inline.ts";
import { decidedSince } from "../without-decided.ts";
import { linkToCode, linkToCommit, linkToPost } from "./code-address.ts";
import { oneLine, plural, sentence, truncate } from "#util/words.ts";
import { countWords, severityWord } from "./words.ts";
import { findingText, notesOn } from "./write-comment.ts";
import { EARLIER, publishedBefore, describeOpenEarlier, writeEarlier } from "./write-earlier.ts";
import { writeOpenItems } from "./write-open-items.ts";

export interface SummarySource {
  readonly input: PublicationInput;
  readonly plan: ThreadPlan;
  readonly refused: Refused;
}

/** The one comment that is kept up to date: verdict, all findings, status of earlier ones, reviewers. */
export function writeSummary(source: SummarySource): string {
  const parts = [
    `${formatMarker(markerOf(source))}\n## Deep Review: ${verdictOf(source.input)}`,
    writeOverview(source.input),
    ...writeOpenItems(source.input),
    ...writeFindings(source),
    ...writeEarlier(source.input, source.plan),
    ...writeLeft(source),
    ...writePanel(source.input),
    writeFooter(source.input),
  ];
  return parts.filter((part) => part !== "").join("\n\n");
}

/** Its sections together stay below 65,536 characters. */
const MAX_COUNT = { findings: 24_000, details: 20_000, left: 3000, panel: 3000, each: 6000 } as const;

function markerOf({ input, refused }: SummarySource): Parameters<typeof formatMarker>[0] {
  const { report, pull } = input;
  const comments = report.kept.map(({ id }) => id).filter((id) => refused.comments.has(id));
  const resolves = pull.threads.map(({ id }) => id).filter((id) => refused.resolves.has(id));
  const more = {
    head: headMark(report.review),
    refused: comments.join(","),
    unresolved: resolves.join(","),
    [EARLIER]: publishedBefore(input).join(","),
  };
  return { kind: "summary", review: report.review.id, more };
}

/** The verdict on one line, also for the title of the check. */
export function verdictOf({ report, pull }: PublicationInput): string {
  return safeLine(report.verdict.phrase, { host: pull.address.host, most: 120 });
}

/** What was reviewed and the result, in a few lines. */
export function writeOverview(input: PublicationInput): string {
  const { report, pull, decided } = input;
  const { review, counts } = report;
  const { host } = pull.address;
  const { head, files } = review.scope;
  const at = head === undefined ? "" : ` at ${linkToCommit(pull, head)}`;
  const listed = files.filter((file) => file.listed !== undefined).length;
  const unread = files.filter((file) => file.unread !== undefined).length;
  const counted = [
    `${plural(files.length - listed - unread, "changed file")} looked at`,
    ...(listed > 0 ? [`${listed} skipped`] : []),
    ...(unread > 0 ? [`${unread} not readable`] : []),
  ].join(", ");
  const since = decidedSince({ report, decided });
  const earlier = describeOpenEarlier(input);
  const nothing = since.length > 0 ? "Nothing remains" : earlier === "" ? "Nothing found" : "Nothing new found";
  const found = counts.kept.all > 0 ? `**${countWords(counts)}**` : nothing;
  const lines = [
    `${found}${at}${earlier === "" ? "" : `; of earlier findings ${earlier}`}. ${counted}; ${describePanel(counts)}.`,
    safeLine(sentence(describeVerdictReason(report)), { host, most: 600 }),
    safeLine(describeDecidedSince(since), { host, most: 600 }),
    report.unproven === undefined ? "" : safeLine(sentence(report.unproven), { host, most: 600 }),
    report.gates === undefined ? "" : safeLine(sentence(`gates: ${report.gates.sentence}`), { host, most: 600 }),
    report.probe === undefined ? "" : safeLine(sentence(`probe: ${report.probe.sentence}`), { host, most: 600 }),
    ...movedNote(input),
  ];
  return lines.filter((line) => line !== "").join("\n\n");
}

const describeDecidedSince = (since: readonly string[]): string =>
  since.length === 0
    ? ""
    : `Decided against since the review and not counted, though its verdict was made with it: ${since.join(", ")}.`;

function movedNote({ report, pull }: Pick<PublicationInput, "report" | "pull">): string[] {
  const { head } = report.review.scope;
  if (head === undefined || head === pull.head.commit) return [];
  return [`The pull request has moved on to ${linkToCommit(pull, pull.head.commit)}, which is not reviewed.`];
}

function writeFindings(source: SummarySource): string[] {
  const { input, plan } = source;
  const { report } = input;
  if (report.kept.length === 0) return [];
  const whys = new Map(plan.withheld.map(({ of, why }) => [of, why]));
  const rows = report.kept.map((finding) => {
    const note = noteOn(source, finding, whys.get(finding.id));
    return `${findingRow(input, finding)}${note === undefined ? "" : ` (${note})`}`;
  });
  const only = report.kept.filter(({ id }) => whys.has(id));
  return ["### Findings", writeList(rows, MAX_COUNT.findings), ...writeDetails(input, only)];
}

/** Where a finding is discussed: its thread, the comment that raised it first, or only here. */
function noteOn({ input, plan }: SummarySource, finding: ReportFinding, why: string | undefined): string | undefined {
  const { report, pull } = input;
  if (why === undefined) return linkToPost(pull, plan.addresses.get(finding.id), "thread");
  const said = linkToPost(pull, sourceCommentOf(report.review, finding, pull), "already raised there");
  return said ?? `only here: ${safeLine(why, { host: pull.address.host, most: 300 })}`;
}

/** A finding as a line: `**Important:** title, at src/a.ts:12`. */
export function findingRow(input: PublicationInput, finding: ReportFinding): string {
  const { pull, report } = input;
  const { severity, title, silenced } = finding;
  const mark = silenced === undefined ? "" : " (**silenced by this change**)";
  const [place = finding.locations[0]] = headPlaces(report.review, finding);
  const at = place === undefined ? "" : `, at ${linkToCode(pull, report.review.scope.head ?? "", place)}`;
  return `**${severityWord(severity)}:** ${safeLine(title, { host: pull.address.host })}${at}${mark}`;
}

/** The whole text of findings that have no comment. */
function writeDetails(input: PublicationInput, findings: readonly ReportFinding[]): string[] {
  if (findings.length === 0) return [];
  const { host } = input.pull.address;
  const texts = findings.map((finding) =>
    [
      `**${severityWord(finding.severity)}:** ${safeLine(finding.title, { host })}`,
      findingText(finding, { host, most: MAX_COUNT.each }),
      notesOn(finding, host).join("\n"),
    ]
      .filter((part) => part !== "")
      .join("\n\n"),
  );
  const { fitting, left } = fitList(texts, MAX_COUNT.details);
  const more = left > 0 ? [`The text of ${left} more is in the report.`] : [];
  return [
    `<details>\n<summary>Findings without a comment of their own (${findings.length})</summary>`,
    ...fitting,
    ...more,
    "</details>",
  ];
}

function writeLeft({ input, plan }: SummarySource): string[] {
  if (plan.left.length === 0) return [];
  const { pull } = input;
  const { host } = pull.address;
  const rows = plan.left.map(({ thread, of, why }) => {
    const own = pull.threads.find(({ id }) => id === thread);
    const link = linkToPost(pull, own?.comments[0]?.url, "thread");
    const name = titleOf(input, of) ?? (own === undefined ? of : `at ${codeSpan(own.path.slice(-160))}`);
    return `${safeLine(name, { host })}: ${safeLine(why, { host, most: 300 })}${link === undefined ? "" : ` (${link})`}`;
  });
  return ["### Threads left as they are", writeList(rows, MAX_COUNT.left)];
}

function titleOf({ report: { kept, review } }: PublicationInput, of: string): string | undefined {
  return kept.find(({ id }) => id === of)?.title ?? review.previous.find(({ ref }) => ref === of)?.title;
}

function writePanel({ report, pull }: PublicationInput): string[] {
  const { reviewers, runs } = report.review;
  if (reviewers.length === 0) return [];
  const { host } = pull.address;
  const outcomes = reviewers.map((reviewer) => {
    const own = runs.filter((run) => run.reviewer === reviewer.id);
    return { reviewer, own, outcome: outcomeOf(own) };
  });
  const ended = outcomes.filter(({ outcome }) => outcome === "completed").map(({ reviewer }) => reviewer);
  const namesOf = (some: readonly Reviewer[]): string =>
    safeLine(some.map(reviewerTitle).join(", "), { host, most: 1000 });
  const done = ended.filter((reviewer) => !isCommenter(reviewer));
  const commenters = ended.filter(isCommenter);
  const others = outcomes.filter(({ outcome }) => outcome !== "completed");
  const rows = others.map(({ reviewer, own, outcome }) => {
    const message = outcome === "failed" ? own.find((run) => run.message !== undefined)?.message : undefined;
    const why = message === undefined ? "" : ` (${message})`;
    return safeLine(`${reviewerTitle(reviewer)}: ${outcome}${why}`, { host, most: 300 });
  });
  const also = commenters.length === 0 ? "" : ` Also considered, from their comments here: ${namesOf(commenters)}.`;
  const completed = done.length === 0 ? [] : [`Reviewed by ${namesOf(done)}.${also}`];
  return [
    ...completed,
    ...(rows.length === 0 ? [] : ["### Reviewers that did not end well", writeList(rows, MAX_COUNT.panel)]),
  ];
}

function writeFooter({ report, pull }: PublicationInput): string {
  const { review, source } = report;
  return `<sub>${safeLine(`${source.signature}; review ${review.id}`, { host: pull.address.host, most: 300 })}</sub>`;
}

/**
 * The reason for the verdict, for readers who do not know the ids: one finding is named by its title, several are
 * counted. Free text stays as it is.
 */
function describeVerdictReason({ verdict, kept, review }: Report): string {
  const because = verdict.rationale ?? verdict.rule.because;
  if (because !== verdict.rule.because) return because;
  const titles = new Map<string, string>([
    ...review.previous.map(({ ref, title }) => [ref, title] as const),
    ...kept.map(({ id, title }) => [id as string, title] as const),
  ]);
  const own = new Set<string>(kept.map(({ id }) => id));
  return because
    .split("; ")
    .map((clause) => {
      const [, names = "", rest = ""] = CLAUSE.exec(clause) ?? [];
      const ids = names.split(", ");
      if (!ids.every((id) => titles.has(id))) return clause;
      const [only = ""] = ids;
      if (ids.length === 1) return `"${truncate(oneLine(titles.get(only) ?? ""), MAX_LENGTH)}" ${rest}`;
      return `${ids.length} ${own.has(only) ? "" : "earlier "}findings ${rest}`;
    })
    .join("; ");
}

/** `I1, I2 are important and stand`. */
const CLAUSE = /^([^ ]+(?:, [^ ]+)*) ((?:is|are) .+)$/;

const MAX_LENGTH = 100;
