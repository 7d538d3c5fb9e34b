import { readEarlierNames } from "#grammar/labels/earlier-name.ts";
import { readFindingLine } from "#grammar/finding-line.ts";
import { type ScannedLine, scanFences, splitLines } from "#grammar/lines.ts";
import { BOLD_LEVEL, type Heading, readHeading, sectionNamed, type SectionName } from "#grammar/section-heading.ts";
import { isClosingTitle } from "./may-hold-finding.ts";
import { isDecoration } from "./passage.ts";
import { reportsAllIsWell } from "./reports-nothing.ts";
import { unwrap } from "./unwrap.ts";

/** A part of a review: its heading and the lines below it. */
export interface ReviewPart {
  /** `preamble`: before the first known heading. `unknown`: below an unknown heading. `draft`: repeated later. */
  readonly name: SectionName | "preamble" | "unknown" | "draft";
  /** The name of the part that a draft is replaced by. */
  readonly draftOf?: ReviewPart["name"];
  readonly heading?: Heading;
  /** The line of the heading, or the first line of the part. */
  readonly number: number;
  readonly lines: readonly ScannedLine[];
}

/** Splits a review into its parts. Every line is in exactly one of them, or is the heading of one. */
export function splitReview(text: string): ReviewPart[] {
  const lines = unwrap(splitLines(text));
  if (isJson(text)) return [{ name: "preamble", number: 1, lines: asCode(lines) }];
  const parts = partsOf(lines);
  if (parts.some(holdsFindings)) return parts;
  const inner = withoutInnerFence(lines);
  return inner === undefined ? parts : partsOf(inner);
}

function partsOf(texts: readonly string[]): ReviewPart[] {
  const parts: MutablePart[] = [{ name: "preamble", number: 1, lines: [] }];
  const lines = scan(texts);
  for (const [at, line] of lines.entries()) {
    const current = parts.at(-1);
    if (current === undefined) continue;
    const heading = line.inFence ? undefined : (readHeading(line.text) ?? underlined(line.text, lines[at + 1]?.text));
    const name = heading === undefined ? undefined : startedBy(heading, line.text, { current, parts });
    if (name === undefined || heading === undefined) current.lines.push(line);
    // A lone "Strengths" belongs to the design part that it opens.
    else if (name === "design" && heading.name !== "design") parts.push({ name, number: line.number, lines: [line] });
    else parts.push({ name, heading, number: line.number, lines: [] });
  }
  return withoutDrafts(parts);
}

/** Any heading of findings ends a fence that is never closed; in a closed fence such a line is code. */
function scan(texts: readonly string[]): ScannedLine[] {
  let lines = scanFences(texts, { endsFence });
  // An odd number means that a fence was never closed, which may shift the others.
  const isOff = lines.filter(({ fence }) => fence !== undefined).length % 2 === 1;
  let from = 0;
  for (let turn = 0; turn < MAX_OPEN_FENCES; turn += 1) {
    const opening = lines.findIndex(({ fence }, at) => at >= from && fence?.open === true);
    if (opening < 0) break;
    const end = lines.findIndex(({ fence, inFence }, at) => at > opening && (fence !== undefined || !inFence));
    from = end < 0 ? lines.length : end;
    const isClosed = lines[end]?.fence?.open === false && !isClosedByAnother(lines.slice(opening, end));
    if (isClosed && (isOfText(lines[opening]) || !isOff)) continue;
    const cut = lines.findIndex(({ text }, at) => at > opening && at < from && isFindingsHeading(text));
    if (cut < 0) continue;
    const rest = scanFences(texts.slice(cut), { endsFence });
    lines = [...lines.slice(0, cut), ...rest.map((line) => ({ ...line, number: line.number + cut }))];
    from = cut;
  }
  return lines;
}

/** If another fence begins inside of one, the end of the inner one is mistaken for its own. */
function isClosedByAnother([opening, ...inside]: readonly ScannedLine[]): boolean {
  const mark = /[`~]{3,}/.exec(opening?.text ?? "")?.[0] ?? "```";
  const isOpening = ({ text }: ScannedLine): boolean =>
    text.trimStart().startsWith(mark) && /^\w{1,20}$/.test(text.trim().slice(mark.length));
  return !isOfText(opening) && inside.some(isOpening);
}

/** A fence of Markdown may contain fences and headings. */
function isOfText(opening: ScannedLine | undefined): boolean {
  return /^(?:markdown|md|diff|patch|text|txt)?$/i.test(opening?.fence?.info ?? "");
}

/** Each one rescans the lines after it. */
const MAX_OPEN_FENCES = 200;

/** A heading underlined with `===` or `---`. */
function underlined(text: string, below: string | undefined): Heading | undefined {
  if (text.length > 100 || below === undefined || !/^ {0,3}(?:={2,}|-{2,})\s*$/.test(below)) return undefined;
  const name = sectionNamed(text);
  return name === undefined ? undefined : { title: text.trim(), name, level: below.includes("=") ? 1 : 2 };
}

/** An answer that is entirely JSON. */
function isJson(text: string): boolean {
  const trimmed = text.trim();
  if (!/^[[{]/.test(trimmed)) return false;
  try {
    JSON.parse(trimmed);
    return true;
  } catch {
    return false;
  }
}

function asCode(lines: readonly string[]): ScannedLine[] {
  return lines.map((text, at) => ({ text, number: at + 1, inFence: true }));
}

/** A review in a fence of its own, with words before or after it. Lines keep their numbers. */
function withoutInnerFence(lines: readonly string[]): string[] | undefined {
  const first = lines.findIndex((line) => /^\s*(?:`{3,}|~{3,})\s*(?:markdown|md|text|txt)?\s*$/i.test(line));
  const mark = /[`~]{3,}/.exec(lines[first] ?? "")?.[0];
  const last = lines.findLastIndex((line, at) => at > first && line.trim() === mark);
  const isWhole = mark !== undefined && last > first && lines.slice(first, last).some(isFindingsHeading);
  return isWhole ? lines.map((line, at) => (at === first || at === last ? "" : line)) : undefined;
}

function isFindingsHeading(line: string): boolean {
  const name = readHeading(line)?.name;
  return name !== undefined && holdsFindings({ name });
}

interface MutablePart {
  name: ReviewPart["name"];
  heading?: Heading;
  number: number;
  lines: ScannedLine[];
  /** The level of the headings that begin its findings, if these rank no lower than its own. */
  itemLevel?: number;
}

/** From the worst on; unrated findings come last. */
const FINDINGS: readonly string[] = ["critical", "important", "suggestion", "findings"];

export function holdsFindings({ name }: Pick<ReviewPart, "name">): boolean {
  return FINDINGS.includes(name);
}

/** A section heading in a fence means that the fence was never closed, unless the fence quotes Markdown or a diff. */
function endsFence(line: string, info: string): boolean {
  if (/^(?:markdown|md|diff|patch)\b/i.test(info) || /^\s/.test(line)) return false;
  const heading = readHeading(line);
  if (/^#{2,6}\p{L}/u.test(line) && isFindingsHeading(line)) return true;
  return (
    heading?.name !== undefined && heading.isPlain !== true && (heading.level < BOLD_LEVEL || /\s/.test(heading.title))
  );
}

interface Position {
  readonly current: MutablePart;
  readonly parts: readonly MutablePart[];
}

/** The name of the part that a heading begins; undefined if it belongs to the text of the current part. */
function startedBy(heading: Heading, line: string, { current, parts }: Position): ReviewPart["name"] | undefined {
  const { name, level } = heading;
  if (name === undefined) return unknownPart(heading, line, current);
  if (name === "concerns" || name === "strengths") {
    return current.name === "design" || level === BOLD_LEVEL || holdsFindings(current) ? undefined : "design";
  }
  if (heading.isPlain === true && holdsFindings(current) && !isPlainSection(name, current)) return undefined;
  // `#### Suggestions` below `### Testing Assessment` is a heading of that assessment, if the real one came before.
  const deeper = level > (current.heading?.level ?? 0);
  const isSub = deeper && current.name !== "preamble" && current.name !== "summary" && !holdsFindings(current);
  const isMild = name === "suggestion" || name === "findings" || name === "summary";
  if (isSub && isMild && parts.some((part) => part.name === name)) return undefined;
  // `**Important**` inside a finding's text is emphasis; the name of a section would follow a blank line and a
  // heading.
  const isEmphasis = level === BOLD_LEVEL && !/\s|s$/i.test(heading.title) && current.heading?.level !== BOLD_LEVEL;
  if (isEmphasis && current.lines.some(({ inFence }) => inFence) && !isWorse(name, current)) return undefined;
  return name;
}

function unknownPart({ title, level }: Heading, line: string, current: MutablePart): "unknown" | undefined {
  if (level === BOLD_LEVEL || current.name === "preamble" || readFindingLine(line) !== undefined) return undefined;
  // `## R2.I3: closes` below `## Fix Verdicts` judges a fix.
  if (current.name === "fixes" && readEarlierNames(line) !== undefined) return undefined;
  if (level > (current.heading?.level ?? 0)) return undefined;
  if (!holdsFindings(current) || isClosingTitle(title)) return "unknown";
  // `## Critical` directly followed by `## The session check is gone`: that one and its siblings are the findings.
  if (/^\W{0,3}[CIS]\d{1,3}\b/.test(title)) return undefined;
  if (current.lines.every(isDecoration)) current.itemLevel = level;
  return current.itemLevel === level ? undefined : "unknown";
}

/**
 * Among findings, a plain line is a heading if the section above it also has a plain one, is empty, or is milder: a
 * worse section must not be mistaken for the text of a finding, a milder one may.
 */
function isPlainSection(name: SectionName, current: MutablePart): boolean {
  if (current.heading?.isPlain === true || current.name === "findings") return true;
  return isWorse(name, current) || current.lines.every((line) => isDecoration(line) || reportsAllIsWell(line.text));
}

function isWorse(name: SectionName, { name: other }: MutablePart): boolean {
  return FINDINGS.includes(name) && FINDINGS.indexOf(name) < FINDINGS.indexOf(other) && name !== "findings";
}

/**
 * An agent may print a draft and then the review. What follows a second summary with findings is the review; the part
 * from the first summary up to it is a draft, if all of its sections with findings occur again.
 */
function withoutDrafts(parts: MutablePart[]): ReviewPart[] {
  const summaries = [...parts.keys()].filter((index) => parts[index]?.name === "summary");
  const first = summaries[0] ?? 0;
  const last = summaries.findLast((start) => parts.slice(start).some(holdsFindings)) ?? first;
  const early = parts.slice(first, last).filter(holdsFindings);
  const again = new Set(parts.slice(last).map(({ name }) => name));
  if (early.length === 0 || early.some(({ name }) => !again.has(name))) return parts;
  return parts.map((part, index) =>
    index >= first && index < last ? { ...part, name: "draft", draftOf: part.name } : part,
  );
}
