import { type FindingLine, type FindingMarker, readFindingLine } from "#grammar/finding-line.ts";
import { locationsInProse } from "#grammar/locations.ts";
import { readSeverityField, readSeverityTag, worseSeverity } from "#grammar/severity-words.ts";
import type { Location } from "#model/location.ts";
import { type Severity, severityOfLetter } from "#model/severity.ts";
import { reportsNothing } from "../reports-nothing.ts";

/** Text in any form at a place for findings: it counts as one finding. */
export interface LooseItem {
  readonly head: FindingLine;
  readonly body: string;
  /** The severity that it states itself. */
  readonly severity?: Severity;
  /** Its first and last line. */
  readonly number: number;
  readonly end: number;
}

/** The text of an item, its first line without the list marker, and its lines. */
export interface ItemText {
  readonly first: string;
  readonly rest: readonly string[];
  readonly number: number;
  readonly end: number;
}

const LABEL = /^[*_[(]{0,3}([CIS])-?(\d{1,3})[\])]?(?:[*_]{0,3}[\s.:)–—-]{1,4}[*_]{0,3}|[*_]{1,3}$|$)/;
const MAX_TITLE = 140;
/** Longer lines are prose; only their beginning is checked for form. */
const MAX_FORM = 2000;

/** The label that a text begins with: `C1: …`, `**C1** …`, `[I2] …`. */
export function labelOf(text: string): { readonly marker: FindingMarker; readonly rest: string } | undefined {
  const [whole, letter = "", number = ""] = LABEL.exec(text) ?? [];
  const severity = severityOfLetter(letter);
  if (whole === undefined || severity === undefined) return undefined;
  return {
    marker: { letter: letter as "C" | "I" | "S", number: Number(number), severity },
    rest: text.slice(whole.length),
  };
}

/** Builds an item from its text: the first sentence is its title, the places it names are its locations. */
export function itemOf({ first, rest, number, end }: ItemText): LooseItem {
  const label = labelOf(first.trim());
  const named = label === undefined ? first.trim() : label.rest;
  const tag = readSeverityTag(named);
  // If a line consists of the place or the severity alone, the next one has the title.
  const own = tag?.rest ?? named;
  const lines = hasWords(own) ? [own, ...rest] : [...rest];
  const from = lines.findIndex((line) => hasWords(line) && !isOnlyPlace(line));
  const title = from < 0 ? first : (lines[from] ?? "");
  const below = from < 0 ? rest : lines.filter((_, at) => at !== from);
  const { head, left } = headOf(title);
  const body = [...(left === "" ? [] : [left]), ...below].join("\n").replace(/^\n+/, "").trimEnd();
  const severity = worseSeverity(worseSeverity(label?.marker.severity, tag?.severity), fieldIn([first, ...rest]));
  return {
    head: {
      ...head,
      marker: label?.marker ?? {},
      locations: head.locations.length > 0 ? head.locations : placesIn([first, ...rest]),
    },
    body,
    severity,
    number,
    end,
  };
}

function hasWords(line: string): boolean {
  return /[\p{L}\p{N}]/u.test(line);
}

const ONLY_PLACE =
  /^[\s>*_-]{0,8}(?:(?:file|path|location|place|where|lines?)\b[*_]{0,2}\s{0,2}[:=–—-]|`[^`]{1,300}`\s{0,4}$)/i;

function isOnlyPlace(line: string): boolean {
  return (
    line.length < 400 &&
    (ONLY_PLACE.test(line) || readSeverityField(line) !== undefined || /^\s*(?:```|~~~)/.test(line))
  );
}

/** The places of the first line that names any. */
function placesIn(lines: readonly string[]): readonly Location[] {
  for (const line of lines) {
    const found = locationsInProse(line);
    if (found.length > 0) return found;
  }
  return [];
}

function fieldIn(lines: readonly string[]): Severity | undefined {
  for (const line of lines) {
    const severity = readSeverityField(line);
    if (severity !== undefined) return severity;
  }
  return undefined;
}

/** A finding line parsed from the text, and the rest that is not the title. */
function headOf(text: string): { readonly head: FindingLine; readonly left: string } {
  const line = withoutNone(text.trim().replace(/^#{1,9}\s*/, ""));
  // Prefix a label so that the form of finding lines is recognized: `title — places (tags)`.
  const read = readFindingLine(`#### S1. ${line.slice(0, MAX_FORM)}`);
  const title = (read?.title ?? line).replaceAll("**", "").trim();
  const short = firstSentence(title);
  const isWhole = short === title;
  const head = { ...(read ?? EMPTY_HEAD), title: isWhole ? title : short.replace(/[.:;]$/, "") };
  if (isWhole && line.length <= MAX_FORM && read !== undefined)
    return { head, left: read.locations.length > 0 ? "" : tailOf(line, title) };
  return { head, left: short.endsWith("…") ? line : line.replaceAll("**", "").slice(short.length).trim() };
}

/** "None. Except that drain posts undefined." is about drain. */
function withoutNone(text: string): string {
  const first = firstSentence(text);
  const rest = text.slice(first.length).trim();
  return rest !== "" && reportsNothing(first) ? rest : text;
}

/** The text after a finding line's title is kept unless it was understood as a place. */
function tailOf(line: string, title: string): string {
  const plain = line.replaceAll("**", "").trim();
  return plain.startsWith(title) ? plain.slice(title.length).replace(/^[\s:–—-]+/, "") : "";
}

const EMPTY_HEAD: FindingLine = {
  marker: {},
  title: "",
  locations: [],
  places: [],
  attributions: [],
  notes: [],
  struck: false,
  invalid: false,
};

/** The first sentence, truncated at a word if it is long. */
export function firstSentence(text: string): string {
  const end = /[.!?](?=\s)/.exec(text)?.index;
  const sentence = end === undefined ? text : text.slice(0, end + 1);
  if (sentence.length <= MAX_TITLE) return sentence;
  const cut = sentence.lastIndexOf(" ", MAX_TITLE);
  return `${sentence.slice(0, cut > MAX_TITLE / 2 ? cut : MAX_TITLE).trimEnd()}…`;
}
