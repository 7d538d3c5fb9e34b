import type { ScannedLine } from "#grammar/lines.ts";
import type { Assessment, Observation } from "#model/assessment.ts";
import type { Finding } from "#model/finding.ts";
import type { ReviewerId } from "#model/ids.ts";
import type { FileClaim } from "#model/panel/receipt.ts";
import type { Unplaced } from "#model/panel/reviewer.ts";
import type { FixVerdict } from "#model/rounds/lineage.ts";
import { isDecoration, passageOf, saysNothing, trimRules } from "./passage.ts";
import { readCoverage } from "./read-coverage.ts";
import { type Author, readFindings } from "./read-findings.ts";
import { readFixVerdicts } from "./read-fix-verdicts.ts";
import { readObservations } from "./read-observations.ts";
import { holdsFindings, type Part, splitReview } from "./split-review.ts";

/** What one reviewer said, taken apart. Nothing of it is lost: what has no place is in `unplaced`. */
export interface ReadReview {
  readonly summary?: string;
  readonly findings: readonly Finding[];
  readonly observations: readonly Observation[];
  readonly assessments: readonly Assessment[];
  /** Its coverage summary, file by file. */
  readonly claims: readonly FileClaim[];
  /** What it says of the fixes of earlier findings; absent where it has no section on them. */
  readonly fixVerdicts?: readonly FixVerdict[];
  readonly unplaced: readonly Unplaced[];
}

/** Reads a reviewer's Markdown answer. Takes any text and never throws. */
export function readReview(text: string, context: { reviewer: ReviewerId; pass?: number }): ReadReview {
  const author: Author = { reviewer: context.reviewer, pass: context.pass ?? 1 };
  const parts = splitReview(text);
  const withFindings = parts.filter(holdsFindings);
  // A review without any section for findings may still list some: then all that stands outside of sections is searched.
  const searched = withFindings.length > 0 ? withFindings : parts.filter(({ name }) => name === "preamble");
  const { findings, strays } = readFindings(searched, author);
  const coverage = readCoverage(named(parts, "coverage"), author);
  const fixes = readFixVerdicts(named(parts, "fixes"), author, findings);
  const passages: Passage[] = [
    ...unplacedParts(withFindings.length > 0 ? parts : parts.filter(({ name }) => name !== "preamble")),
    ...strays.map((lines) => ({ lines, why: strayReason(withFindings.length > 0) })),
    ...coverage.strays.map((lines) => ({ lines, why: "in the coverage summary, but names no file" })),
    ...fixes.strays.map((lines) => ({ lines, why: "among the verdicts on fixes, but judges none" })),
  ];
  const summary = named(parts, "summary")
    .map(({ lines }) => passageOf(lines))
    .filter((passage) => passage !== "");
  return {
    ...(summary.length > 0 && { summary: summary.join("\n\n") }),
    findings,
    observations: readObservations(named(parts, "design"), author),
    assessments: readAssessments(parts, author),
    claims: coverage.claims,
    ...(fixes.fixVerdicts !== undefined && { fixVerdicts: fixes.fixVerdicts }),
    unplaced: passages.flatMap((passage) => unplacedOf(passage, author)).sort((a, b) => a.line - b.line),
  };
}

interface Passage {
  readonly lines: readonly ScannedLine[];
  readonly why: string;
}

function named(parts: readonly Part[], name: Part["name"]): Part[] {
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

function readAssessments(parts: readonly Part[], { reviewer, pass }: Author): Assessment[] {
  return parts.flatMap(({ name, lines }) => {
    const section = ASSESSED.find((known) => known === name);
    const text = passageOf(lines);
    return section === undefined || text === "" ? [] : [{ reviewer, pass, section, text }];
  });
}

function* unplacedParts(parts: readonly Part[]): Generator<Passage> {
  for (const { name, heading, lines } of parts) {
    if (name === "preamble") yield { lines, why: "stands before the review" };
    if (name === "header") yield { lines, why: "the review's own header" };
    if (name === "draft")
      yield { lines, why: `a draft: the review is written again below (${heading?.title ?? "untitled"})` };
    if (name === "unknown") yield { lines, why: `a section that is not known: ${heading?.title ?? "untitled"}` };
  }
}

function strayReason(hasSections: boolean): string {
  return hasSections ? "among the findings, but part of none" : "there are no sections, and this is no finding";
}

function unplacedOf({ lines, why }: Passage, { reviewer, pass }: Author): Unplaced[] {
  const kept = trimRules(lines);
  const [first] = kept;
  if (first === undefined || kept.every((line) => isDecoration(line) || saysNothing(line))) return [];
  return [{ reviewer, pass, line: first.number, text: passageOf(kept), why }];
}
