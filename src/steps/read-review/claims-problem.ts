import { readFindingLine } from "#grammar/finding-line.ts";
import type { ScannedLine } from "#grammar/lines.ts";
import { readSeverityField, readSeverityTag, severityInTitle, worseSeverity } from "#grammar/severity-words.ts";
import type { Severity } from "#model/severity.ts";
import { labelOf } from "./loose/loose-item.ts";
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

const ASKS =
  /\b(?:request(?:s|ed|ing)? changes|changes (?:are )?(?:requested|required|needed)|do not merge|don't merge|(?:must|should|can) ?not be merged|not (?:yet )?(?:ready|safe|fit) (?:to merge|for merg\w*|to be merged)|needs? (?:changes|fixes|work|rework)|(?:must|needs? to|has to|have to) be fixed|(?:must|have to|need to) fix\b|blocks? (?:the |this )?merge|(?:critical|important|blocking) (?:issues?|findings?|problems?) (?:must|stand|remain|was|were found|need))/i;
const NOUNS =
  "bugs?|issues?|problems?|flaws?|holes?|vulnerabilit(?:y|ies)|defects?|errors?|regressions?|findings?|mistakes?";
const CLAIMS = new RegExp(
  String.raw`(?<![\p{L}\p{N}-])(?:an?|one|two|three|several|another|\d{1,2}|is|are|introduces|has|contains|causes)\s(?:very |rather |potentially )?(?:critical|severe|serious|blocking|fatal|important|high[ -](?:severity|risk)|merge[ -]blocking)\s(?:[\p{L}-]{1,20}\s){0,2}(?:${NOUNS})\b|\b(?:is|are) (?:a |merge |release )?(?:critical|blocking|blockers?|showstoppers?)(?=\s*(?:[.:;,!—–]|$))|\bCVSS\b[^.]{0,20}\b(?:[7-9]\.\d|10)\b`,
  "iu",
);
const DENIES = /\b(?:no|none|nothing|neither|never|without|zero|any)\b/i;
/** The sentence describes what is settled, was there before, or is only a question. */
const SETTLES =
  /\b(?:fix(?:es|ed|ing)?|resolv\w+|address\w*|clos(?:es|ed|ing)|correct(?:s|ed)|prevent\w*|solv(?:es|ed|ing)|repair\w*|avoid\w*|eliminat\w+|previous(?:ly)?|earlier|old|was|were|had|used to|would|could|might|may|whether|if|not|isn't|aren't|let me|look\w* for|check\w* for)\b/i;
const OLD = /\b(?:existed before|pre-?existing|before this change|already there)\b/i;

/** Whether a line asks for a change before the merge. */
function asksForChanges(text: string): boolean {
  const match = ASKS.exec(text.slice(0, 4000));
  return match !== null && !DENIES.test(beforeIn(text, match.index));
}

function claims(text: string): boolean {
  const line = text.slice(0, 4000);
  const match = CLAIMS.exec(line);
  if (match === null || OLD.test(line)) return false;
  const before = beforeIn(line, match.index);
  return !DENIES.test(before) && !SETTLES.test(before);
}

/** The part of the sentence before an index. */
function beforeIn(text: string, index: number): string {
  return text.slice(Math.max(text.lastIndexOf(". ", index), text.lastIndexOf("; ", index)) + 1, index);
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
