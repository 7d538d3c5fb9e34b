import { readFindingLine } from "#grammar/finding-line.ts";
import type { ScannedLine } from "#grammar/lines.ts";
import { readSeverityField, readSeverityTag, severityInTitle, worseSeverity } from "#grammar/severity-words.ts";
import type { Severity } from "#model/severity.ts";
import { isAsserted, sentencesIn } from "./contradiction/clauses.ts";
import { labelOf } from "./loose/loose-item.ts";
import { asksForChanges } from "./contradiction/refuses.ts";
import { reportsNothing } from "./reports-nothing.ts";

/**
 * Whether a line outside the findings reports something severe: it asks for changes, explicitly claims a critical or
 * important problem, or has the form of such a finding.
 */
export function claimsProblem(text: string): boolean {
  return (
    asksForChanges(text) ||
    claims(text) ||
    text
      .slice(0, 4000)
      .split(/(?<=[.!?])\s+/)
      .some(hasSevereForm)
  );
}

const NOUNS =
  "bugs?|issues?|problems?|flaws?|holes?|vulnerabilit(?:y|ies)|defects?|errors?|regressions?|findings?|mistakes?";
const CLAIMS = new RegExp(
  String.raw`(?<![\p{L}\p{N}-])(?:an?|one|two|three|several|another|\d{1,2}|is|are|introduces|has|contains|causes)\s(?:very |rather |potentially )?(?:critical|severe|serious|blocking|fatal|important|high[ -](?:severity|risk)|merge[ -]blocking)\s(?:[\p{L}-]{1,20}\s){0,2}(?:${NOUNS})\b|\b(?:is|are) (?:a |merge |release )?(?:critical|blocking|blockers?|showstoppers?)(?=\s*(?:[.:;,!—–]|$))|\bCVSS\b[^.]{0,20}\b(?:[7-9]\.\d|10)\b`,
  "giu",
);
function claims(text: string): boolean {
  return sentencesIn(text).some((sentence) =>
    [...sentence.matchAll(CLAIMS)].some((found) => isAsserted(sentence, found.index)),
  );
}

export function hasForm({ text, inFence }: ScannedLine): boolean {
  return !inFence && hasFormOf(text);
}

export function hasFormOf(text: string): boolean {
  return labelOf(wordsOf(text)) !== undefined || readFindingLine(text) !== undefined || tagOf(text) !== undefined;
}

export function hasSevereForm(text: string): boolean {
  const label = labelOf(wordsOf(text));
  const named = label === undefined ? undefined : worseSeverity(label.marker.severity, severityInTitle(label.rest));
  return isSevere(worseSeverity(tagOf(text)?.severity, named));
}

/** Whether it must be addressed before the merge. */
export function isSevere(severity: Severity | undefined): boolean {
  return severity === "critical" || severity === "important";
}

function wordsOf(text: string): string {
  return text
    .slice(0, 400)
    .trim()
    .replace(/^(?:(?:[-*+•>]|#{1,9}|\d{1,3}[.)])\s+)+/, "");
}

/** The severity that a line begins with, except for counts (`Critical: 0`) and overall ratings (`Risk: low`). */
function tagOf(text: string) {
  const words = wordsOf(text);
  const tag = readSeverityTag(words);
  if (tag === undefined || readSeverityField(words) !== undefined || reportsNothing(tag.rest)) return undefined;
  return /\p{L}{3}|\p{Script=Han}/u.test(tag.rest) ? tag : undefined;
}
