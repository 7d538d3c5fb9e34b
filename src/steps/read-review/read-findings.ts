import { type BodyParts, readBodyParts } from "#grammar/body-parts.ts";
import { type FindingLine, readFindingLine } from "#grammar/finding-line.ts";
import { closeFences, type ScannedLine } from "#grammar/lines.ts";
import { locationsInProse } from "#grammar/locations.ts";
import { severityInTitle, worseSeverity } from "#grammar/severity-words.ts";
import type { Finding } from "#model/finding.ts";
import { findingId, type ReviewerId } from "#model/ids.ts";
import type { Location } from "#model/location.ts";
import { type Severity, severityLetter } from "#model/severity.ts";
import type { LooseItem } from "./loose/loose-item.ts";
import { type FoundItem, splitItems } from "./loose/split-items.ts";
import { isDecoration, joinPassage, trimRules } from "./passage.ts";
import { isProgressNote } from "./is-progress-note.ts";
import { reportsAllIsWell, reportsNothing, reportsNothingYet } from "./reports-nothing.ts";
import type { ReviewPart } from "./split-review.ts";
import { isWithdrawn } from "./withdrawn.ts";

/** The findings of some parts, and the lines there that belong to none. */
export interface FindingsRead {
  readonly findings: readonly Finding[];
  /** At most one passage per part. */
  readonly strays: readonly StrayLines[];
}

/** Lines of a part that belong to no finding. */
export interface StrayLines {
  readonly part: ReviewPart;
  readonly lines: readonly ScannedLine[];
}

/** Who wrote the review, and in which pass. */
export interface Author {
  readonly reviewer: ReviewerId;
  readonly pass: number;
}

/**
 * Reads the findings of the parts that contain them, in order. Below a severity heading nothing is dropped: text in
 * any form is a finding, unless it states that there is nothing.
 */
export function readFindings(parts: readonly ReviewPart[], author: Author): FindingsRead {
  const drafts: Draft[] = [];
  const strays: StrayLines[] = [];
  const lettered = parts.some(({ lines }) => lines.some((line) => candidate(line)?.marker.letter !== undefined));
  const numbers: Numbering = { lettered, last: 0 };
  for (const part of parts) {
    const stray: ScannedLine[] = [];
    const own: Draft[] = [];
    numbers.inPart = 0;
    numbers.loose = false;
    let blank = true;
    for (const line of part.lines) {
      const open = own.at(-1);
      const begun = beginning(line, { part, numbers, blank: blank && open === undefined });
      if (begun !== undefined) own.push(begun);
      else if (open === undefined) stray.push(line);
      else open.lines.push(line);
      blank &&= isDecoration(line) || reportsNothing(line.text);
    }
    const loose = readLoose(stray, { part, hasOthers: own.length > 0 });
    drafts.push(...loose.drafts, ...own.filter((draft) => !isEmptyNone(draft)));
    if (loose.strays.length > 0) strays.push({ part, lines: loose.strays });
  }
  return { findings: toFindings(drafts, author), strays };
}

/** A problem without a severity must be looked at before the merge. */
const UNRATED: Severity = "important";

/** The items before the first finding of the usual form, and the lines that are not items. */
function readLoose(lines: readonly ScannedLine[], { part, hasOthers }: { part: ReviewPart; hasOthers: boolean }) {
  const found = splitItems(lines);
  const drafts: Draft[] = [];
  const strays: ScannedLine[] = [];
  const hasItems = hasOthers || found.some(({ form }) => form !== "intro");
  const isRemark = (text: string): boolean => reportsNothingYet(text) || (isDenied(part) && isRemarkOnNothing(text));
  for (const { item, form, lines: own } of found) {
    const severity = looseSeverity(part, { item, form });
    if (severity === undefined || (form === "intro" && hasItems) || isRemark(joinPassage(own)))
      for (const line of own) strays.push(line);
    else drafts.push({ head: item.head, severity, number: item.number, lines: own.slice(1), loose: item });
  }
  return { drafts, strays };
}

/**
 * Below a severity heading everything is a finding; elsewhere only items that state a severity, or are listed among
 * findings.
 */
function looseSeverity(part: ReviewPart, { item, form }: Pick<FoundItem, "item" | "form">): Severity | undefined {
  const section = severityOf(part);
  if (isMildAndDenied(part)) return item.severity ?? UNRATED;
  if (section !== undefined || item.severity !== undefined) return worseSeverity(section, item.severity);
  if (form === "json") return UNRATED;
  const isListed = form !== "intro" && (form !== "prose" || item.head.locations.length > 0);
  return part.name === "findings" && isListed ? UNRATED : undefined;
}

/** Below "Suggestions", "None." ends the section: its heading does not rate what follows. */
function isMildAndDenied(part: ReviewPart): boolean {
  return part.name === "suggestion" && isDenied(part);
}

/** "None." may be followed by an explanation and a closing phrase. */
function isRemarkOnNothing(text: string): boolean {
  return reportsAllIsWell(text) || isProgressNote(text);
}

function isDenied({ lines }: ReviewPart): boolean {
  const first = lines.find((line) => !isDecoration(line));
  return first !== undefined && !first.inFence && reportsNothing(first.text);
}

/** `1. **None**` is not a finding. */
function isEmptyNone({ head, lines }: Draft): boolean {
  return reportsNothing(head.title) && lines.every((line) => isDecoration(line) || reportsNothing(line.text));
}

interface Draft {
  readonly head: FindingLine;
  readonly severity: Severity;
  readonly number: number;
  readonly lines: ScannedLine[];
  /** Set if it was not written in the usual form. */
  readonly loose?: LooseItem;
}

interface Numbering {
  /** The review uses `C1 I1 S1`; plain numbers are lists inside its findings. */
  readonly lettered: boolean;
  /** The last plain number, over all parts and in this part. Reviews count per part or continuously. */
  last: number;
  inPart?: number;
  /** The part's first finding has only a title on its line, so the others need no more. */
  loose?: boolean;
}

function candidate(line: ScannedLine): FindingLine | undefined {
  return line.inFence || /^(?: {4}|\t)/.test(line.text) ? undefined : readFindingLine(line.text);
}

/** The finding that begins at this line, if any. Decides what the form of the line alone cannot. */
function beginning(
  line: ScannedLine,
  { part, numbers, blank }: { part: ReviewPart; numbers: Numbering; blank: boolean },
): Draft | undefined {
  const head = candidate(line);
  if (head === undefined) return undefined;
  const own = head.marker.severity ?? head.taggedSeverity;
  const section = isMildAndDenied(part) ? (own ?? UNRATED) : (severityOf(part) ?? own);
  // Some people use `S1 - Critical` as the name of a severity.
  const severity = worseSeverity(section, severityInTitle(head.title));
  if (severity === undefined) return undefined;
  const { letter, number } = head.marker;
  if (letter === undefined && number !== undefined) {
    if (numbers.lettered || /^\s/.test(line.text)) return undefined;
    const first = numbers.inPart === 0;
    const expected = number === (numbers.inPart ?? 0) + 1 || number === numbers.last + 1;
    const distinctive =
      head.locations.length + head.attributions.length > 0 ||
      head.class !== undefined ||
      head.taggedSeverity !== undefined;
    if (first && blank && !distinctive) numbers.loose = true;
    if (!expected || !(distinctive || numbers.loose === true)) return undefined;
    numbers.last = number;
    numbers.inPart = number;
  }
  return { head, severity, number: line.number, lines: [] };
}

function severityOf({ name }: ReviewPart): Severity | undefined {
  return name === "critical" || name === "important" || name === "suggestion" ? name : undefined;
}

/**
 * Labels as printed, or counted per severity. The first finding with a label that was not withdrawn keeps it; the
 * others get `~2`, `~3` in order, so that references mean the finding that still holds.
 */
function toFindings(drafts: readonly Draft[], author: Author): Finding[] {
  const counts = new Map<Severity, number>();
  const named = drafts.map((draft) => {
    const { letter, number } = draft.head.marker;
    const count = (counts.get(draft.severity) ?? 0) + (letter === undefined ? 1 : 0);
    counts.set(draft.severity, count);
    const label = letter === undefined ? `${severityLetter(draft.severity)}${count}` : `${letter}${number ?? 0}`;
    return toFinding(draft, label, author);
  });
  const keepers = new Map<string, Finding>();
  for (const finding of named) {
    const keeper = keepers.get(finding.label);
    if (keeper === undefined || (keeper.withdrawn === true && finding.withdrawn !== true))
      keepers.set(finding.label, finding);
  }
  const copies = new Map<string, number>();
  return named.map((finding) => {
    if (keepers.get(finding.label) === finding) return finding;
    const copy = (copies.get(finding.label) ?? 1) + 1;
    copies.set(finding.label, copy);
    const label = `${finding.label}~${copy}`;
    return { ...finding, id: findingId(author.reviewer, label, author.pass), label };
  });
}

/** The text of a list item is indented; shown on its own it would turn into code. */
function outdented(lines: readonly ScannedLine[]): readonly ScannedLine[] {
  const first = lines.find((line) => !isDecoration(line))?.text ?? "";
  const indent = first.length - first.trimStart().length;
  if (indent === 0) return lines;
  return lines.map((line) => {
    const own = line.text.length - line.text.trimStart().length;
    return { ...line, text: line.text.slice(Math.min(indent, own)) };
  });
}

function toFinding(draft: Draft, label: string, { reviewer, pass }: Author): Finding {
  const { head, severity, number } = draft;
  const body = draft.loose === undefined ? joinPassage(outdented(draft.lines)) : closeFences(draft.loose.body);
  const parts = readBodyParts(body);
  const tagged = head.taggedSeverity ?? parts.taggedSeverity;
  return {
    id: findingId(reviewer, label, pass),
    reviewer,
    pass,
    label,
    severity,
    ...(tagged !== undefined && tagged !== severity && { taggedSeverity: tagged }),
    ...(isWithdrawn({ title: head.title, body }) && { withdrawn: true }),
    title: head.title,
    locations: head.locations.length > 0 ? head.locations : locationsInBody(body),
    places: head.places,
    ...classOf(head, parts),
    body,
    quotes: parts.quotes,
    fix: parts.fix,
    repros: parts.repros,
    ...(parts.mutations !== undefined && { mutations: parts.mutations }),
    lines: { start: number, end: draft.loose?.end ?? trimRules(draft.lines).at(-1)?.number ?? number },
  };
}

function classOf(head: FindingLine, parts: BodyParts): Pick<Finding, "class"> {
  const named = head.class ?? parts.class;
  return named === undefined ? {} : { class: named };
}

/** If the finding line names no file, use the first line of the body that does. */
function locationsInBody(body: string): readonly Location[] {
  for (const line of body.split("\n")) {
    const found = locationsInProse(line);
    if (found.length > 0) return found;
  }
  return [];
}
