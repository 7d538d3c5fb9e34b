import type { ScannedLine } from "#grammar/lines.ts";
import type { Assessment, Observation } from "#model/assessment.ts";
import type { Finding } from "#model/finding.ts";
import type { ReviewerId } from "#model/ids.ts";
import type { FileClaim } from "#model/panel/receipt.ts";
import type { Unplaced } from "#model/panel/reviewer.ts";
import type { FixVerdict } from "#model/history/lineage.ts";
import { isDecoration, joinPassage, trimRules } from "./passage.ts";
import { splitItems } from "./loose/split-items.ts";
import { splitAnswers } from "./first-answer.ts";
import { findingsLeftOut, passagesLeftOut } from "./read-second-answer.ts";
import { reportsNothing } from "./reports-nothing.ts";
import { readCoverage } from "./read-coverage.ts";
import { isSevere } from "./claims-problem.ts";
import { findContradiction } from "./contradiction/contradicts.ts";
import {
  isAdviceTitle,
  isClosingTitle,
  linesBelowUnknownName,
  type UnplacedPassage,
  mayHoldFinding,
} from "./may-hold-finding.ts";
import { type Author, readFindings, type StrayLines } from "./read-findings.ts";
import { readFixVerdicts } from "./read-fix-verdicts.ts";
import { readObservations } from "./read-observations.ts";
import { holdsFindings, type ReviewPart, splitReview } from "./split-review.ts";

/** A parsed review. Nothing is lost: text without a place is in `unplaced`. */
export interface ReadReview {
  readonly summary?: string;
  readonly findings: readonly Finding[];
  readonly observations: readonly Observation[];
  readonly assessments: readonly Assessment[];
  /** Its coverage summary, file by file. */
  readonly claims: readonly FileClaim[];
  /** Its verdicts on the fixes of earlier findings; absent if it has no such section. */
  readonly fixVerdicts?: readonly FixVerdict[];
  readonly unplaced: readonly Unplaced[];
}

/** The author of the text. */
export interface ReadContext {
  readonly reviewer: ReviewerId;
  readonly pass?: number;
  /** The reviewer was stopped or failed, so the text may end in the middle of a word. */
  readonly isPartial?: boolean;
  /** A published report: sections that reviews do not have are its own, and are read elsewhere. */
  readonly isReport?: boolean;
}

/** Reads a reviewer's answer. Accepts any text and never throws. */
export function readReview(text: string, context: ReadContext): ReadReview {
  const { second, first, from } = splitAnswers(text);
  const read = readAnswer(second, context);
  if (first === undefined) return read;
  const before = readAnswer(first, context);
  const findings = findingsLeftOut(before.findings, read.findings).map((finding) => movedBy(finding, from));
  const open = passagesLeftOut(before.unplaced, { text: second, findings: read.findings });
  const settled = before.unplaced.filter((passage) => !open.includes(passage)).map(settle);
  return {
    ...read,
    findings: [...read.findings, ...findings],
    unplaced: [
      ...read.unplaced,
      ...[...open, ...settled].map((passage) => ({ ...passage, line: passage.line + from })),
    ],
  };
}

/** A passage that the second answer repeats is understood. */
function settle({ reviewer, pass, line, text, why }: Unplaced): Unplaced {
  return { reviewer, pass, line, text, why };
}

function movedBy(finding: Finding, lines: number): Finding {
  const { start, end } = finding.lines;
  return { ...finding, lines: { start: start + lines, end: end + lines } };
}

function readAnswer(text: string, context: ReadContext): ReadReview {
  const author: Author = { reviewer: context.reviewer, pass: context.pass ?? 1 };
  const parts = splitReview(text);
  const hasSections = parts.some(holdsFindings);
  const isReport = context.isReport === true;
  const searched = new Set(parts.filter((part) => isSearched(part, { hasSections, isReport })));
  const { findings: told, strays } = readFindings([...searched], author);
  const all = [...told, ...findingsLeftOut(findingsOfDrafts(parts, author), told)];
  const findings = context.isPartial === true ? all.map((finding) => markCut(finding, text)) : all;
  const coverage = readCoverage(named(parts, "coverage"), author);
  const fixes = readFixVerdicts(named(parts, "fixes"), author, findings);
  const passages: Passage[] = [
    ...unplacedParts(parts.filter((part) => !searched.has(part))),
    ...strays.map((stray) => strayPassage(stray, hasSections)),
    ...coverage.strays.map((lines) => ({ lines, where: OTHER, why: "in the coverage summary, but names no file" })),
    ...fixes.strays.map((lines) => ({ lines, where: OTHER, why: "among the verdicts on fixes, but judges none" })),
    ...unexplained(parts, { findings, hasSections }),
  ];
  const summary = named(parts, "summary")
    .map(({ lines }) => joinPassage(lines))
    .filter((passage) => passage !== "");
  const facts = { hasSections, hasFindings: findings.length > 0, isReport };
  return {
    ...(summary.length > 0 && { summary: summary.join("\n\n") }),
    findings,
    observations: readObservations(named(parts, "design"), author),
    assessments: readAssessments(parts, author),
    claims: coverage.claims,
    fixVerdicts: fixes.fixVerdicts,
    unplaced: passages
      .flatMap((passage) => unplacedOf(passage, { ...author, ...facts }))
      .sort((one, other) => one.line - other.line),
  };
}

/** Marks a finding whose first line is where the text breaks off: its title may be half a word. */
function markCut(finding: Finding, text: string): Finding {
  const isCut = finding.lines.start === text.split("\n").length;
  return isCut ? { ...finding, title: `${finding.title}… (cut short)` } : finding;
}

function findingsOfDrafts(parts: readonly ReviewPart[], author: Author): readonly Finding[] {
  const drafts = named(parts, "draft").map((part) => ({ ...part, name: part.draftOf ?? part.name }));
  return readFindings(drafts.filter(holdsFindings), author).findings;
}

interface Passage {
  readonly lines: readonly ScannedLine[];
  readonly where: UnplacedPassage["where"] | "unexplained" | "draft";
  readonly why: string;
}

const OTHER = "other" as const;

/**
 * Findings are searched in their sections and below unknown headings. A review without sections for findings may still
 * list some, so there everything outside of sections is searched.
 */
function isSearched(part: ReviewPart, { hasSections, isReport }: { hasSections: boolean; isReport: boolean }): boolean {
  const title = part.heading?.title ?? "";
  if (part.name === "unknown") return !isReport && !isClosingTitle(title) && !isAdviceTitle(title);
  return holdsFindings(part) || (part.name === "preamble" && !hasSections);
}

function named(parts: readonly ReviewPart[], name: ReviewPart["name"]): ReviewPart[] {
  return parts.filter((part) => part.name === name);
}

const ASSESSED: readonly Assessment["section"][] = [
  "design",
  "testing",
  "documentation",
  "commits",
  "limitations",
  "unresolved",
];

function readAssessments(parts: readonly ReviewPart[], { reviewer, pass }: Author): Assessment[] {
  return parts.flatMap(({ name, lines }) => {
    const section = ASSESSED.find((known) => known === name);
    const text = joinPassage(lines);
    return section === undefined || text === "" ? [] : [{ reviewer, pass, section, text }];
  });
}

function* unplacedParts(parts: readonly ReviewPart[]): Generator<Passage> {
  for (const { name, heading, lines } of parts) {
    const title = heading?.title ?? "untitled";
    if (name === "preamble") yield { lines, where: "before", why: "precedes the review" };
    if (name === "header") yield { lines, where: "before", why: "the review's own header" };
    if (name === "draft") yield { lines, where: "draft", why: `a draft: the review is written again below (${title})` };
    const where = isAdviceTitle(title) ? "advice" : "closing";
    if (name === "unknown") yield { lines, where, why: `a section that is not known: ${title}` };
  }
}

function strayPassage({ part, lines }: StrayLines, hasSections: boolean): Passage {
  if (part.name === "unknown")
    return { lines, where: "unknown", why: `a section that is not known: ${part.heading?.title ?? "untitled"}` };
  return hasSections
    ? { lines, where: "among", why: "among the findings, but part of none" }
    : { lines, where: "before", why: "there are no sections, and this is not a finding" };
}

/**
 * Signs that a review was not understood although all its text is in sections: it reports neither findings nor their
 * absence, or it claims a severe problem elsewhere while no severe finding was read.
 */
function* unexplained(
  parts: readonly ReviewPart[],
  { findings, hasSections }: Pick<ReadReview, "findings"> & { hasSections: boolean },
): Generator<Passage> {
  const filled = parts.filter(({ name, lines }) => name !== "draft" && lines.some((line) => !isDecoration(line)));
  const first = filled.find(({ name }) => name !== "preamble");
  if (first !== undefined && !hasSections && findings.length === 0 && !filled.some(deniesAll)) {
    yield { lines: first.lines, where: "unexplained", why: "no section says what was found, or that nothing was" };
    return;
  }
  const held = findings.filter(({ withdrawn }) => withdrawn !== true);
  if (held.some(({ severity }) => severity !== "suggestion")) return;
  const others = filled.filter((part) => !holdsFindings(part));
  for (const { name, lines } of others) {
    const claiming = findContradiction(lines, { name, held }) ?? severeJson(lines);
    if (claiming !== undefined)
      yield { lines: claiming, where: "unexplained", why: "says that something is wrong, but no finding says what" };
  }
  if (parts.some(({ name }) => SEVERE.has(name))) return;
  for (const { lines } of others) {
    const below = linesBelowUnknownName(lines);
    if (below.length > 0) yield { lines: below, where: "unexplained", why: "below a heading that is not known" };
  }
}

/** The first line of JSON with a critical or important rating. */
function severeJson(lines: readonly ScannedLine[]): readonly ScannedLine[] | undefined {
  if (!lines.some(({ inFence }) => inFence)) return undefined;
  const rated = splitItems(lines.filter(({ inFence }) => inFence)).find(
    ({ form, item }) => form === "json" && isSevere(item.severity),
  );
  return rated?.lines.filter(({ fence }) => fence === undefined).slice(0, 1);
}

/** Sections with severe findings, or with the statement that there are none. */
const SEVERE: ReadonlySet<ReviewPart["name"]> = new Set(["critical", "important", "findings"]);

const OF_ALL = /\b(?:issues?|findings?|problems?|bugs?|defects?|lgtm|looks good)\b/i;

/** "No issues found." is about everything; "no other issues" only about the rest. */
function deniesAll({ lines }: ReviewPart): boolean {
  return lines.some(
    ({ text, inFence }) =>
      !inFence &&
      reportsNothing(text) &&
      OF_ALL.test(text) &&
      !/\b(?:other|further|more|additional|else)\b/i.test(text),
  );
}

interface Reading extends Author {
  readonly hasSections: boolean;
  readonly hasFindings: boolean;
  readonly isReport: boolean;
}

function unplacedOf({ lines, where, why }: Passage, { reviewer, pass, isReport, ...facts }: Reading): Unplaced[] {
  const kept = trimRules(lines);
  const [first] = kept;
  if (first === undefined || kept.every((line) => isDecoration(line) || reportsNothing(line.text))) return [];
  const isOpen =
    !isReport && where !== "draft" && (where === "unexplained" || mayHoldFinding({ where, lines: kept, ...facts }));
  return [
    {
      reviewer,
      pass,
      line: first.number,
      text: joinPassage(kept),
      why,
      ...(isOpen && { mayHoldFinding: true as const }),
    },
  ];
}
