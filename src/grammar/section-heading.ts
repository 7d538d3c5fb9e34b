/** The parts that reviews and reports consist of. */
export type SectionName =
  | "header"
  | "summary"
  | "findings"
  | "critical"
  | "important"
  | "suggestion"
  | "fixes"
  | "design"
  | "concerns"
  | "strengths"
  | "testing"
  | "documentation"
  | "commits"
  | "limitations"
  | "unresolved"
  | "coverage";

/** A heading, written with `#` or as a line that is wholly bold. `name` is absent where the grammar does not know it. */
export interface Heading {
  readonly title: string;
  readonly name?: SectionName;
  /** The number of `#`; bold lines rank below all of them. */
  readonly level: number;
}

/** The level of a heading that is only a bold line. */
export const BOLD_LEVEL = 10;

/** Reads a line as a heading; undefined for other lines. Accepts more than six `#`, which re-levelling has produced. */
export function readHeading(line: string): Heading | undefined {
  if (line.length < 3 || line.length > 300) return undefined;
  const hashes = /^ {0,3}(#{1,9})\s+(\S.*)$/.exec(line);
  const bold = hashes === null ? /^\s*(?:[-*+]\s+)?\*\*([^*]+)\*\*:?\s*$/.exec(line) : null;
  const title = (hashes?.[2] ?? bold?.[1])?.trim();
  if (title === undefined) return undefined;
  const name = sectionNamed(title);
  return { title, level: hashes?.[1]?.length ?? BOLD_LEVEL, ...(name !== undefined && { name }) };
}

/** The part that a title names, whatever its number, its emphasis and its case. */
export function sectionNamed(title: string): SectionName | undefined {
  const words = title
    .toLowerCase()
    .replace(/^[\s*_#]+/, "")
    .replace(/^(?:section\s+)?\d{1,2}[.):]?\s+/, "")
    .replace(/\s*\(\d+\)\s*$/, "")
    .replace(/[\s*_#:.]+$/, "");
  return NAMES.get(words);
}

const NAMES = new Map<string, SectionName>([
  ["header", "header"],
  ["executive summary", "summary"],
  ["summary", "summary"],
  ["findings", "findings"],
  ["review findings", "findings"],
  ["issues", "findings"],
  ["critical", "critical"],
  ["critical issues", "critical"],
  ["critical findings", "critical"],
  ["important", "important"],
  ["important issues", "important"],
  ["important findings", "important"],
  ["suggestion", "suggestion"],
  ["suggestions", "suggestion"],
  ["fix verdicts", "fixes"],
  ["fix verdict", "fixes"],
  ["verdicts on fixes", "fixes"],
  ["verdicts on the fixes", "fixes"],
  ["fix verification", "fixes"],
  ["design observations", "design"],
  ["design observation", "design"],
  ["design", "design"],
  ["design assessment", "design"],
  ["concerns", "concerns"],
  ["strengths", "strengths"],
  ["testing assessment", "testing"],
  ["test assessment", "testing"],
  ["testing", "testing"],
  ["documentation assessment", "documentation"],
  ["documentation", "documentation"],
  ["commit structure", "commits"],
  ["commit structure assessment", "commits"],
  ["commits", "commits"],
  ["acknowledged limitations", "limitations"],
  ["unresolved feedback", "unresolved"],
  ["coverage summary", "coverage"],
  ["file coverage", "coverage"],
  ["coverage", "coverage"],
]);
