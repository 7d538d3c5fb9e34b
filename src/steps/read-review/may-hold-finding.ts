import type { ScannedLine } from "#grammar/lines.ts";
import { locationsInProse } from "#grammar/locations.ts";
import { BOLD_LEVEL, readHeading } from "#grammar/section-heading.ts";
import { severityInTitle, wordsOfTitle } from "#grammar/severity-words.ts";
import { hasForm, hasFormOf } from "./claims-problem.ts";
import { isProgressNote } from "./is-progress-note.ts";
import { isAnnouncement } from "./loose/split-items.ts";
import { isDecoration } from "./passage.ts";
import { approves, reportsAllIsWell, turnsToProblem } from "./reports-nothing.ts";

/** A passage without a place in a review. */
export interface UnplacedPassage {
  /** Its position: outside of the review, between its findings, below an unknown heading. */
  readonly where: "before" | "among" | "unknown" | "closing" | "advice" | "other";
  readonly lines: readonly ScannedLine[];
  /** Whether the review has sections for its findings. */
  readonly hasSections: boolean;
  /** Whether any finding was read from the review. */
  readonly hasFindings: boolean;
}

/**
 * Whether an unplaced passage may contain a finding. If so, the review was not understood, and the round is incomplete.
 *
 * - No: a passage that only states that there is nothing, or that all is well.
 * - Yes: any other passage below an unknown heading, or in a review without sections for findings.
 * - Yes: a passage among findings, unless it only announces them.
 * - A closing passage (verdict, conclusion, scope …) repeats findings: yes only if no finding was read and it names a
 *   place or a severity. The same for advice, whatever it names.
 * - Text before the review is talk and the review's header: yes only if a line has the form of a finding, or if it has a
 *   heading of its own that is not the title of a review. The same for lines among coverage and verdicts on fixes.
 */
export function mayHoldFinding({ where, lines, hasSections, hasFindings }: UnplacedPassage): boolean {
  const said = lines.filter(
    (line) => !isDecoration(line) && !reportsAllIsWell(line.text) && !isProgressNote(line.text),
  );
  if (said.length === 0) return false;
  if (where === "unknown") return true;
  if (where === "closing")
    return !hasFindings && said.some(({ text }) => namesProblem(text) && (turnsToProblem(text) || !approves(text)));
  if (where === "advice") return !hasFindings && !said.every(({ text }) => approves(text) && !turnsToProblem(text));
  if (!hasSections && where === "before")
    return !said.every(({ text }) => isOwnTitle(text) || (hasFindings && isIncidental(text)));
  if (where === "among") return !isAnnouncement(said.map(({ text }) => text).join("\n"));
  if (where === "other") return said.some((line) => hasForm(line) || citesLines(line));
  return said.some(hasForm) || isBelowHeading(said);
}

const CLOSING =
  /^(?:(?:overall|final|general|my|the|review|code|quick|risk) )*(?:verdict|conclusions?|assessment|recommendation|summary|rating|score|decision|scope|method|methodology|approach|process|context|background|overview|introduction|files? (?:reviewed|changed|examined|read)|what (?!.*\b(?:wrong|broken|missing|bad|fix|fails?)\b)(?:i|was|went|is|works) .*|positives?|positive (?:aspects|notes|observations|feedback)|praise|good (?:points|practices)|highlights|tools? used|commands? run|references?|sources?|metadata|notes?|process notes|changes?(?: overview| summary)?|about .*|legend|disclaimer|questions?)$/;

/** Whether the section below this heading closes or describes a review and raises nothing new. */
export function isClosingTitle(title: string): boolean {
  return title.length <= 100 && CLOSING.test(wordsOfTitle(title).join(" "));
}

/** Whether the section below this heading lists things to do. */
export function isAdviceTitle(title: string): boolean {
  return (
    title.length <= 100 &&
    /^(?:\w+ )?(?:recommendations|next steps?|action items|to ?dos?)$/.test(wordsOfTitle(title).join(" "))
  );
}

function namesProblem(text: string): boolean {
  return (
    locationsInProse(text).length > 0 || /\b(?:critical|blocker|blocking|severe|important|major|must fix)\b/i.test(text)
  );
}

/** A file may be named in passing; a line number shows that the text is about the code. */
function citesLines({ text, inFence }: ScannedLine): boolean {
  return !inFence && locationsInProse(text).some(({ start }) => start !== undefined);
}

/** Text beside findings without a place or a severity is talk. */
function isIncidental(text: string): boolean {
  return !namesProblem(text) && !hasFormOf(text);
}

/** Text below a heading of its own; the title of the review may be followed by its header and an introduction. */
function isBelowHeading(lines: readonly ScannedLine[]): boolean {
  let isBelow = false;
  for (const { text, inFence } of lines) {
    const heading = inFence ? undefined : readHeading(text);
    if (heading === undefined || !/^\s{0,3}#/.test(text)) {
      if (isBelow) return true;
    } else
      isBelow =
        !TITLE.test(heading.title) && !isClosingTitle(heading.title) && severityInTitle(heading.title) === undefined;
  }
  return false;
}

/** `# Code Review`: the title of the whole review. */
function isOwnTitle(text: string): boolean {
  const title = /^\s{0,3}#/.test(text) ? readHeading(text)?.title : undefined;
  return title !== undefined && (TITLE.test(title) || isClosingTitle(title));
}

const TITLE = /\b(?:review|pull request|merge request|PR|change|changes|commit|branch|report|analysis|feedback)\b|#\d/i;

/** The lines below a bold line that names no part of a review; none if they report that all is well. */
export function linesBelowUnknownName(lines: readonly ScannedLine[]): readonly ScannedLine[] {
  const at = lines.findIndex(({ text, inFence }) => !inFence && isUnknownName(text));
  const below = at < 0 ? [] : lines.slice(at + 1);
  return below.every((line) => isDecoration(line) || reportsAllIsWell(line.text)) ? [] : below;
}

function isUnknownName(text: string): boolean {
  const heading = readHeading(text);
  if (heading?.name === "concerns") return true;
  if (heading === undefined || heading.level !== BOLD_LEVEL || heading.name !== undefined) return false;
  return !isClosingTitle(heading.title) && !isAdviceTitle(heading.title) && !/\breview\b|#\d/i.test(heading.title);
}
