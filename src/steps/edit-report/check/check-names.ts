import type { Report, ReportFinding } from "#model/report.ts";
import type { Reviewer } from "#model/panel/reviewer.ts";
import { type Severity, SEVERITIES } from "#model/severity.ts";
import { verdictKindSchema, verdictPhrase } from "#model/verdict.ts";
import { clausesOf, reviewersIn, sentencesOf } from "./passage.ts";

/** An id of a finding as the report writes it. */
export const ID = /(?<![\p{L}\p{N}:_-])[CISFRX]\d{1,5}(?:~\d{1,3})?(?![\p{L}\p{N}_-])/gu;
/** An id of a raw finding or remark, or of a numbered piece of evidence. */
const RAW_ID =
  /(?<![\p{L}\p{N}:_-])(?:[a-z0-9][a-z0-9._-]{0,60}:(?:p\d{1,3}\.)?[A-Z]\d{1,5}(?:~\d{1,3})?|E\d{1,5})(?![\p{L}\p{N}_-])/gu;

export function checkIds(text: string, report: Report): string[] {
  const known = new Set<string>([
    ...report.review.clusters.map(({ id }) => id),
    ...report.review.findings.map(({ id }) => id),
    ...report.review.observations.map(({ id }) => id),
  ]);
  const named = [...text.matchAll(ID), ...text.matchAll(RAW_ID)].map(([id]) => id);
  const missing = [...new Set(named)].filter((id) => !known.has(id));
  return missing.map((id) => `it names ${id}, which does not exist`);
}

/** The text without ids, so that their numbers are not read as figures. */
export function withoutIds(text: string): string {
  return text.replaceAll(RAW_ID, " … ").replaceAll(ID, " … ");
}

/** Ids beside a wrong severity, or beside a reviewer that did not raise them. */
export function checkBesideIds(text: string, report: Report): string[] {
  const findings = new Map(
    [...report.kept, ...report.routed, ...report.dropped].map((each) => [String(each.id), each]),
  );
  const { reviewers } = report.review;
  return [
    ...clausesOf(text).flatMap((clause) => checkSeverity(clause, findings)),
    ...sentencesOf(text).flatMap((sentence) => checkRaised(sentence, findings, reviewers)),
  ];
}

type Findings = ReadonlyMap<string, ReportFinding>;

const RATED = new RegExp(`\\b(${SEVERITIES.join("|")})s?\\b`, "gi");

/** A severity word in a clause with ids must be the severity of the id nearest to it. */
function checkSeverity(clause: string, findings: Findings): string[] {
  const ids = [...clause.matchAll(ID)];
  const faults: string[] = [];
  for (const rated of clause.matchAll(RATED)) {
    const severity = rated[1]?.toLowerCase() as Severity;
    const distance = (at: number): number => Math.abs(at - rated.index);
    const nearest = ids.toSorted((a, b) => distance(a.index) - distance(b.index))[0]?.[0];
    const finding = nearest === undefined ? undefined : findings.get(nearest);
    if (finding?.fate !== "kept" || finding.severity === severity) continue;
    faults.push(`it calls ${finding.id} ${severity}, which is ${finding.severity}`);
  }
  return faults;
}

const VERB = "(?:raise[sd]?|f(?:ound|inds?)|s(?:aw|ees?)|report(?:s|ed)?|caught|spotted)";
/** "A and B raised I1", up to the next reviewer. */
const RAISES = new RegExp(
  `((?:\\u0001\\d+\\u0001[\\s,]*(?:and\\s)?(?:alone\\s|only\\s|also\\s)?)+)${VERB}\\b([^\\u0001]*)`,
  "giu",
);
/** "was raised by A and B": the subject comes before. */
const RAISED_BY = /\b(?:raised|found|seen|reported)(?:\sonly)?\sby\s((?:\u0001\d+\u0001[\s,]*(?:and\s)?)+)/giu;

function checkRaised(sentence: string, findings: Findings, reviewers: readonly Reviewer[]): string[] {
  const said = [
    ...[...sentence.matchAll(RAISES)].map(([, who = "", what = ""]) => ({ who, what })),
    ...[...sentence.matchAll(RAISED_BY)].map((match) => ({
      who: match[1] ?? "",
      what: sentence.slice(0, match.index),
    })),
  ];
  return said.flatMap(({ who, what }) =>
    [...what.matchAll(ID)].flatMap(([id]) => {
      const finding = findings.get(id);
      if (finding === undefined) return [];
      const strangers = reviewersIn(who, reviewers).filter(
        (one) => !finding.voices.some(({ reviewer }) => reviewer.id === one.id),
      );
      return strangers.map(({ name }) => `it says that ${name} raised ${id}, which it did not`);
    }),
  );
}

/** Products that are often on panels: one that is not on this panel must not be mentioned. */
const PRODUCTS =
  /(?<![\p{L}\p{N}/._-])(?:claude|codex|gemini|opencode|copilot|cursor|gpt|opus|sonnet|haiku|grok|llama|mistral|qwen|deepseek)(?![\p{L}\p{N}/_])/giu;

/** Reviewers that are not on the panel, and a verdict other than this one. */
export function checkPanelAndVerdict(text: string, report: Report, record: string): string[] {
  const known = record.toLowerCase();
  const strangers = [...new Set([...text.matchAll(PRODUCTS)].map(([name]) => name))].filter(
    (name) => !known.includes(name.toLowerCase()),
  );
  return [...strangers.map((name) => `it names ${name}, who is not on the panel`), ...checkVerdict(text, report)];
}

function checkVerdict(text: string, { verdict }: Report): string[] {
  const phrases = verdictKindSchema.options
    .map((kind) => verdictPhrase(kind).toLowerCase())
    .toSorted((a, b) => b.length - a.length);
  const faults: string[] = [];
  for (const sentence of sentencesOf(text)) {
    if (!/\bverdict\b/i.test(sentence)) continue;
    const said = sentence.toLowerCase().replaceAll("-", " ");
    const phrase = phrases.find((each) => said.includes(each));
    if (phrase !== undefined && phrase !== verdict.phrase.toLowerCase()) {
      faults.push(`it calls the verdict "${phrase}", which is "${verdict.phrase}"`);
    }
  }
  return faults;
}
