import { readEarlierNames } from "#grammar/earlier-name.ts";
import { readFindingLine } from "#grammar/finding-line.ts";
import { type ScannedLine, scanFences, splitLines } from "#grammar/lines.ts";
import { BOLD_LEVEL, type Heading, readHeading, type SectionName } from "#grammar/section-heading.ts";
import { unwrap } from "./unwrap.ts";

/** A part of a review: its heading and the lines below it. */
export interface Part {
  /** `preamble`: before the first heading that is known. `unknown`: below a heading that is not. `draft`: written again later. */
  readonly name: SectionName | "preamble" | "unknown" | "draft";
  readonly heading?: Heading;
  /** The line of the heading, or where the part begins. */
  readonly number: number;
  readonly lines: readonly ScannedLine[];
}

/** Splits a review into its parts. Every line is in exactly one of them, or is the heading of one. */
export function splitReview(text: string): Part[] {
  const parts: MutablePart[] = [{ name: "preamble", number: 1, lines: [] }];
  const lines = scanFences(unwrap(splitLines(text)), { endsFence });
  for (const line of lines) {
    const current = parts.at(-1);
    if (current === undefined) continue;
    const heading = line.inFence ? undefined : readHeading(line.text);
    const name = heading === undefined ? undefined : startedBy(heading, line.text, { current, parts });
    if (name === undefined || heading === undefined) current.lines.push(line);
    // A lone «Strengths» belongs to the design part it opens, and is read there.
    else if (name === "design" && heading.name !== "design") parts.push({ name, number: line.number, lines: [line] });
    else parts.push({ name, heading, number: line.number, lines: [] });
  }
  return withoutDrafts(parts);
}

interface MutablePart {
  name: Part["name"];
  heading?: Heading;
  number: number;
  lines: ScannedLine[];
}

const FINDINGS: readonly string[] = ["findings", "critical", "important", "suggestion"];

/** True of the parts that hold findings. */
export function holdsFindings({ name }: Pick<Part, "name">): boolean {
  return FINDINGS.includes(name);
}

/** A section heading in a fence means that the fence was never closed; unless the fence quotes Markdown or a diff. */
function endsFence(line: string, info: string): boolean {
  if (/^(?:markdown|md|diff|patch)\b/i.test(info) || /^\s/.test(line)) return false;
  const heading = readHeading(line);
  return heading?.name !== undefined && (heading.level < BOLD_LEVEL || /\s/.test(heading.title));
}

/** The name of the part that a heading begins; undefined where it belongs to the text of the part it stands in. */
function startedBy(
  heading: Heading,
  line: string,
  { current, parts }: { current: MutablePart; parts: readonly MutablePart[] },
): Part["name"] | undefined {
  const { name, level } = heading;
  if (name === undefined) {
    if (level === BOLD_LEVEL || current.name === "preamble" || readFindingLine(line) !== undefined) return undefined;
    // `## R2.I3: closes` below `## Fix Verdicts` judges a fix.
    if (current.name === "fixes" && readEarlierNames(line) !== undefined) return undefined;
    return level <= (current.heading?.level ?? 0) ? "unknown" : undefined;
  }
  if (name === "concerns" || name === "strengths") {
    return current.name === "design" || level === BOLD_LEVEL || holdsFindings(current) ? undefined : "design";
  }
  // `#### Suggestions` below `### Testing Assessment` is a heading of that assessment, if the real one has been.
  const deeper = level > (current.heading?.level ?? 0);
  const isSub = deeper && current.name !== "preamble" && current.name !== "summary" && !holdsFindings(current);
  if (isSub && (holdsFindings({ name }) || name === "summary") && parts.some((part) => part.name === name))
    return undefined;
  // `**Important**` inside a finding's text is emphasis; as a section's name it would follow a blank and a heading.
  if (level === BOLD_LEVEL && !/\s|s$/i.test(heading.title) && current.lines.some(({ inFence }) => inFence))
    return undefined;
  return name;
}

/**
 * An agent may print a draft and then the review again. What is written again after a second summary with findings
 * is the review; what stands before it from the first summary on is a draft.
 */
function withoutDrafts(parts: MutablePart[]): Part[] {
  const summaries = [...parts.keys()].filter((index) => parts[index]?.name === "summary");
  const first = summaries[0] ?? 0;
  const last = summaries.findLast((start) => parts.slice(start).some(holdsFindings)) ?? first;
  if (!parts.slice(first, last).some(holdsFindings)) return parts;
  return parts.map((part, index) => (index >= first && index < last ? { ...part, name: "draft" } : part));
}
