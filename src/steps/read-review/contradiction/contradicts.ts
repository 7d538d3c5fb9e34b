import type { ScannedLine } from "#grammar/lines.ts";
import type { Finding } from "#model/finding.ts";
import { admitsUnread } from "./admits-unread.ts";
import { claimsProblem, hasSevereForm } from "../claims-problem.ts";
import { sentencesIn } from "./clauses.ts";
import { namesDefect, namesGraveDefect, notesDefect } from "./names-defect.ts";
import { isDecoration } from "../passage.ts";
import { shareOf, wordsIn } from "../read-second-answer.ts";
import { isRefusal, isVerdictAgainst } from "./refuses.ts";
import type { ReviewPart } from "../split-review.ts";

/** Where a paragraph stands, and what the review reports: nothing, or only suggestions. */
interface Standing {
  readonly name: ReviewPart["name"];
  readonly held: readonly Finding[];
}

/** These sections report acknowledged problems or those of others, however bad. */
const ACKNOWLEDGED: ReadonlySet<ReviewPart["name"]> = new Set(["limitations", "unresolved"]);
/** Here a reviewer says what it thinks of the change as a whole. */
const OVERALL: ReadonlySet<ReviewPart["name"]> = new Set(["preamble", "header", "summary", "unknown"]);

/** More than anybody writes besides findings. What is longer is not read, and so not understood. */
const MAX_LENGTH = 100_000;

/** The first paragraph of a part outside the findings that contradicts what the review reports. */
export function findContradiction(lines: readonly ScannedLine[], standing: Standing): ScannedLine[] | undefined {
  const paragraphs = paragraphsOf(lines);
  const length = paragraphs.flat().reduce((sum, { text }) => sum + text.length, 0);
  return length > MAX_LENGTH ? paragraphs[0] : paragraphs.find((own) => contradicts(own, standing));
}

/**
 * Whether a paragraph outside the findings contradicts a review that reports nothing severe: it asks for changes, names
 * a defect that is no finding, or admits that something was not read.
 */
function contradicts(lines: readonly ScannedLine[], { name, held }: Standing): boolean {
  const text = lines.map((line) => line.text).join(" ");
  if (admitsUnread(text)) return true;
  if (ACKNOWLEDGED.has(name)) return lines.some((line) => hasSevereForm(line.text));
  if (claimsProblem(text) || lines.some((line) => hasSevereForm(line.text))) return true;
  const sentences = sentencesIn(text);
  // The other sections are for remarks, which the report shows.
  if (!OVERALL.has(name)) return sentences.some(namesGraveDefect);
  if (lines.some((line) => isRefusal(line.text)) || sentences.some(isVerdictAgainst)) return true;
  return sentences.some(
    (sentence) => (namesDefect(sentence) || notesDefect(sentence)) && !isOfSuggestion(sentence, held),
  );
}

/** Whether a text beside an empty list of findings says that there should be some, or that something was not read. */
export function contradictsNothing(text: string): boolean {
  return claimsProblem(text) || admitsUnread(text) || sentencesIn(text).some(namesDefect);
}

const ENOUGH_WORDS = 0.6;

/** Whether a suggestion says it, or the sentence calls it a lesser one. */
function isOfSuggestion(sentence: string, held: readonly Finding[]): boolean {
  if (held.length === 0) return false;
  if (/\b(?:S\d{1,3}|suggestions?|minor|small|nits?|low|cosmetic|trivial)\b/i.test(sentence)) return true;
  const words = wordsIn(held.map(({ title, body }) => `${title}\n${body}`).join("\n"));
  return shareOf(wordsIn(sentence), words) >= ENOUGH_WORDS;
}

/** The paragraphs of a part: a list item, a heading and a row of a table each begin their own. */
function paragraphsOf(lines: readonly ScannedLine[]): ScannedLine[][] {
  const paragraphs: ScannedLine[][] = [];
  let isOpen = false;
  for (const line of lines) {
    if (line.inFence || isDecoration(line)) isOpen = false;
    else if (isOpen && !BEGINS.test(line.text)) paragraphs.at(-1)?.push(line);
    else {
      paragraphs.push([line]);
      isOpen = !/^\s{0,3}#/.test(line.text);
    }
  }
  return paragraphs;
}

const BEGINS = /^\s*(?:[-*+•|]\s|\|\S|#{1,9}\s|\d{1,3}[.)]\s|[CIS]\d{1,3}\b|\[|[^\p{L}\p{N}\s]{0,3}\*\*)/u;
