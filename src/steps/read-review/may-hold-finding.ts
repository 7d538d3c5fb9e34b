import { readFindingLine } from "#grammar/finding-line.ts";
import type { ScannedLine } from "#grammar/lines.ts";
import { locationsInProse } from "#grammar/locations.ts";
import { readHeading } from "#grammar/section-heading.ts";
import { readSeverityField, readSeverityTag, severityInTitle, wordsOfTitle } from "#grammar/severity-words.ts";
import { labelOf } from "./loose/loose-item.ts";
import { isAnnouncement } from "./loose/split-items.ts";
import { isDecoration } from "./passage.ts";
import { saysNothing } from "./says-nothing.ts";

/** A passage that has no place in a review. */
export interface LooseEnd {
  /** Where it stands: outside of the review, between its findings, below an unknown heading. */
  readonly where: "before" | "among" | "unknown" | "closing" | "other" | "draft";
  readonly lines: readonly ScannedLine[];
  /** True where the review has sections for its findings. */
  readonly hasSections: boolean;
  /** True where a finding was read from the review. */
  readonly hasFindings: boolean;
}

/**
 * Whether a finding may be in what could not be placed. If so, the review was not understood, and the round is incomplete.
 *
 * - A draft holds none: it is written again. A passage that only says that there is nothing holds none either.
 * - Where there is no section for findings, and below a heading that is not known, any other passage may.
 * - Among findings it may, unless it only announces them.
 * - A closing word (verdict, conclusion, scope …) repeats what was found. It may where nothing was, and it names a place or
 *   a severity.
 * - What stands before the review is talk on the way there, and its header. It may where a line of it has the form of a finding,
 *   or it has a heading of its own that is no title of a review. So may lines among coverage and verdicts on fixes.
 */
export function mayHoldFinding({ where, lines, hasSections, hasFindings }: LooseEnd): boolean {
  const said = lines.filter((line) => !isDecoration(line) && !saysNothing(line.text));
  if (said.length === 0 || where === "draft") return false;
  if (where === "unknown") return true;
  if (where === "closing") return !hasFindings && said.some(({ text }) => namesProblem(text));
  if (!hasSections && where === "before") return !(hasFindings && said.every(({ text }) => isTalk(text)));
  if (where === "among") return !isAnnouncement(said.map(({ text }) => text).join("\n"));
  return said.some(hasForm) || (where === "before" && isBelowHeading(said));
}

const CLOSING =
  /^(?:(?:overall|final|general|my|the|review|code|quick|risk) )*(?:verdict|conclusions?|assessment|recommendations?|summary|rating|score|decision|scope|method|methodology|approach|process|context|background|overview|introduction|next steps?|action items|files? (?:reviewed|changed|examined|read)|what (?:i|was|went|is|works) .*|positives?|positive (?:aspects|notes|observations|feedback)|praise|good (?:points|practices)|highlights|tools? used|commands? run|references?|sources?|metadata|notes?|process notes|changes?(?: overview| summary)?|about .*|legend|disclaimer|questions?)$/;

/** True of headings below which a review is closed or described, and nothing new is raised. */
export function isClosingTitle(title: string): boolean {
  return title.length <= 100 && CLOSING.test(wordsOfTitle(title).join(" "));
}

function namesProblem(text: string): boolean {
  return (
    locationsInProse(text).length > 0 || /\b(?:critical|blocker|blocking|severe|important|major|must fix)\b/i.test(text)
  );
}

/** Without a place and a severity, text beside findings is talk. */
function isTalk(text: string): boolean {
  return !namesProblem(text) && !hasFormOf(text);
}

function hasForm({ text, inFence }: ScannedLine): boolean {
  return !inFence && hasFormOf(text);
}

function hasFormOf(text: string): boolean {
  const words = text
    .slice(0, 400)
    .trim()
    .replace(/^(?:[-*+•]|\d{1,3}[.)])\s+/, "");
  if (labelOf(words) !== undefined || readFindingLine(text) !== undefined) return true;
  // `Critical: 0` counts, and `Risk: low` rates the whole.
  const tag = readSeverityTag(words);
  return (
    tag !== undefined && readSeverityField(words) === undefined && !saysNothing(tag.rest) && /\p{L}{3}/u.test(tag.rest)
  );
}

/** Text below a heading of its own; the title of the review may have its header and a first word below it. */
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

const TITLE = /\b(?:review|pull request|merge request|PR|change|changes|commit|branch|report|analysis|feedback)\b|#\d/i;

const ASKS =
  /\b(?:request(?:s|ed|ing)? changes|changes (?:are )?(?:requested|required|needed)|do not merge|don't merge|(?:must|should|can) ?not be merged|not (?:yet )?(?:ready|safe|fit) (?:to merge|for merg\w*|to be merged)|needs? (?:changes|fixes|work|rework)|(?:must|needs? to|has to|have to) be fixed|blocks? (?:the |this )?merge|(?:critical|important|blocking) (?:issues?|findings?|problems?) (?:must|stand|remain|was|were found|need))/i;
const DENIES = /\b(?:no|none|nothing|neither|never|without|zero|any)\b/i;

/** True of a line that asks for something to be changed before the merge. */
export function asksForChanges(text: string): boolean {
  const match = ASKS.exec(text.slice(0, 4000));
  if (match === null) return false;
  const sentence = text.slice(text.lastIndexOf(".", match.index) + 1, match.index);
  return !DENIES.test(sentence);
}
