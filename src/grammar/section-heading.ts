import { severityInTitle, wordsOfTitle } from "./severity-words.ts";

/** The parts of reviews and reports. */
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

/** A heading. `name` is absent if the grammar does not know it. */
export interface Heading {
  readonly title: string;
  readonly name?: SectionName;
  /** The number of `#`; bold and plain lines rank below all of them. */
  readonly level: number;
  /** Neither `#` nor bold: only its words and position make it a heading. */
  readonly isPlain?: true;
}

/** The level of a heading that is only a bold or plain line. */
export const BOLD_LEVEL = 10;

const MAX_PLAIN_LENGTH = 80;

/** Reads a line as a heading; undefined for other lines. Accepts more than six `#`, which re-levelling produces. */
export function readHeading(line: string): Heading | undefined {
  if (line.length < 2 || line.length > 300) return undefined;
  const hashes = /^ {0,3}(#{1,9})\s+(\S.*)$/.exec(line);
  const bold = hashes === null ? /^\s*(?:[-*+]\s+)?\*\*([^*]+)\*\*:?\s*$/.exec(line) : null;
  const tagged =
    /^\s*(?:<details[^<>]{0,60}>\s*)?<(?:h([1-6])|summary)\b[^<>]{0,60}>(.{1,200})<\/(?:h[1-6]|summary)>\s*$/i.exec(
      line,
    );
  const title = (hashes?.[2] ?? bold?.[1] ?? withoutTags(tagged?.[2]))?.trim();
  if (title === undefined) return readForeignHeading(line) ?? readPlainHeading(line);
  const name = sectionNamed(title);
  const level = hashes?.[1]?.length ?? Number(tagged?.[1] ?? BOLD_LEVEL);
  return { title, level, name };
}

const FOREIGN = /^(?:={2,6}|h[1-6]\.|\\(?:sub){0,2}section\*?\{)\s{0,4}(\S.{0,100})$/;

/** Headings of other markup languages: `== Critical ==`, `h2. Critical`, `\section{Critical}`. Known names only. */
function readForeignHeading(line: string): Heading | undefined {
  const title = FOREIGN.exec(line.trim())?.[1]?.replace(/\s{0,4}(?:={2,6}|\})$/, "");
  const name = title === undefined ? undefined : sectionNamed(title);
  return title === undefined || name === undefined ? undefined : { title, name, level: BOLD_LEVEL };
}

/** `CRITICAL`, `Critical issues:`, `🔴 High`, `1. Must fix`, `_Critical_`, `##Critical`, `<summary>Critical</summary>`. */
function readPlainHeading(line: string): Heading | undefined {
  const text = withoutTags(line)
    .replace(/^[\s>]{0,12}/, "")
    .trim();
  if (text.length < 2 || text.length > MAX_PLAIN_LENGTH || /^[|/\\+@$%&=;·]/.test(text)) return undefined;
  // A wrapped sentence may end in such a word on a line of its own: "… which is\ncritical."
  const isHeading =
    text === text.toUpperCase() || (!/^\p{Ll}/u.test(text) && !text.endsWith(".")) || text.endsWith(":");
  const name = isHeading ? severityInTitle(text) : undefined;
  return name === undefined ? undefined : { title: text, name, level: BOLD_LEVEL, isPlain: true };
}

function withoutTags(text: string): string;
function withoutTags(text: string | undefined): string | undefined;
function withoutTags(text: string | undefined): string | undefined {
  return text?.replaceAll(/<\/?[a-z][^<>]{0,100}>/gi, " ");
}

/** The part that a title names, ignoring its number, punctuation and case. */
export function sectionNamed(title: string): SectionName | undefined {
  const words = wordsOfTitle(title);
  const named = words.slice(words[0] === "section" ? 1 : 0);
  while (named.length > 1 && /^\d{1,2}$/.test(named[0] ?? "")) named.shift();
  while (named.length > 1 && /^\d{1,4}$/.test(named.at(-1) ?? "")) named.pop();
  return NAMES.get(named.join(" ")) ?? severityInTitle(title);
}

const NAMES = new Map<string, SectionName>([
  ["header", "header"],
  ["executive summary", "summary"],
  ["summary", "summary"],
  ["findings", "findings"],
  ["review findings", "findings"],
  ["code review findings", "findings"],
  ["detailed findings", "findings"],
  ["key findings", "findings"],
  ["issues", "findings"],
  ["issues found", "findings"],
  ["key issues", "findings"],
  ["potential issues", "findings"],
  ["problems", "findings"],
  ["problems found", "findings"],
  ["bugs", "findings"],
  ["bugs found", "findings"],
  ["defects", "findings"],
  ["vulnerabilities", "findings"],
  ["security issues", "findings"],
  ["security findings", "findings"],
  ["review comments", "findings"],
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
