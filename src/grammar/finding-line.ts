import type { Location } from "#model/location.ts";
import { type Class, type Severity, severityOfLetter } from "#model/severity.ts";
import { readFindingTail } from "./finding-tail.ts";
import { readLocations } from "./locations.ts";
import { endOfBold, separatorsIn, trimSignsAtEnd, withoutBold } from "./spans.ts";

/** What precedes the title. `letter` with `number`, `number` alone, or a severity in words. */
export interface FindingMarker {
  readonly letter?: "C" | "I" | "S";
  readonly number?: number;
  readonly severity?: Severity;
}

/** A line in the form of a finding's first line. The context decides whether it is one. */
export interface FindingLine {
  readonly marker: FindingMarker;
  readonly title: string;
  readonly locations: readonly Location[];
  readonly places: readonly string[];
  readonly class?: Class;
  readonly taggedSeverity?: Severity;
  /** The names in brackets, one entry each, with any remark: `Ada 2 (as S5)`. */
  readonly attributions: readonly string[];
  /** Other remarks in brackets: `Round 4 S6 unaddressed`. */
  readonly notes: readonly string[];
  readonly struck: boolean;
  readonly invalid: boolean;
}

/** Longer lines are not finding lines; the limit keeps parsing cheap on any input. */
const MAX_LINE = 4000;
/** Only the last dashes of a line can separate its title from its places. */
const MAX_DASHES = 12;

/** Reads the first line of a finding in any of the forms that reviewers and reports use; undefined for other lines. */
export function readFindingLine(line: string): FindingLine | undefined {
  if (line.length > MAX_LINE) return undefined;
  const heading = /^\s*#{1,9}\s+/.test(line);
  const bare = line
    .trim()
    .replace(/^#{1,9}\s+/, "")
    .replace(/^[-*+]\s+(?=\*\*|~~|[CIS]\d)/, "");
  const struck = /~~/.test(bare);
  const text = bare.replaceAll("~~", "").trim();
  const parts = markedParts(text) ?? labelledParts(text, heading) ?? severityParts(text);
  if (parts === undefined || parts.title === "") return undefined;
  return assemble(parts, struck);
}

interface Parts {
  readonly marker: FindingMarker;
  readonly title: string;
  /** The part with places and tags. */
  readonly tail: string;
  readonly locations?: readonly Location[];
  readonly places?: readonly string[];
}

const LETTERED =
  /^\[?([CIS])-?(\d{1,3})\]?(?:\s*[.:)]+(?=\s|\*|$)|\s+(?:[—–]|-{1,2})(?=\s)|(?=\s*\*\*)|(?=\s*$)|(?<=\])(?=\s))\s*/;
const NUMBERED = /^(\d{1,3})[.)]\s+(?=\*\*)/;

/** `I1. **title** — …`, `1. **title** …`: the marker precedes the bold title. */
function markedParts(text: string): Parts | undefined {
  const lettered = LETTERED.exec(text);
  const [whole = ""] = lettered ?? NUMBERED.exec(text) ?? [];
  if (whole === "" || !text.startsWith("**", whole.length)) return undefined;
  const marker = lettered === null ? { number: Number.parseInt(whole, 10) } : markerOf(lettered);
  const end = endOfBold(text, whole.length);
  if (end === undefined) return undefined;
  const inner = text.slice(whole.length + 2, end).trim();
  const severity = SEVERITY_BRACKET.exec(inner);
  if (severity !== null) return severityInside(severity, { inner, tail: text.slice(end + 2), marker });
  return titled(marker, inner, text.slice(end + 2));
}

/** `**I1. title** — …`, `**I1 — title — loc**`, `#### I1. title — loc`: the marker is in the bold, or in a heading. */
function labelledParts(text: string, heading: boolean): Parts | undefined {
  const bold = text.startsWith("**");
  const end = bold ? endOfBold(text, 0) : undefined;
  const inner = end === undefined ? text : text.slice(2, end).trim();
  const tail = end === undefined ? "" : text.slice(end + 2);
  const match = LETTERED.exec(inner) ?? (bold && end !== undefined ? /^(\d{1,3})[.)]\s+/.exec(inner) : null);
  if (match === null) return undefined;
  const marker = match[2] === undefined ? { number: Number.parseInt(match[0], 10) } : markerOf(match);
  const rest = inner.slice(match[0].length).trim();
  if (bold) {
    if (end === undefined) return undefined;
    // `**I1.** title — loc`: only the label is bold.
    return rest === "" ? unbolded(marker, tail.replace(/^[\s.:–—-]+/, "")) : titled(marker, rest, tail);
  }
  const parts = unbolded(marker, rest);
  // Without bold or a heading, prose that begins with a label looks the same: require a place or a tag.
  return heading || isTagged(parts) ? parts : undefined;
}

const SEVERITY_BRACKET = /^\[(CRITICAL|IMPORTANT|SUGGESTION)\]\s*/i;
const SEVERITY_BOLD = /^\*\*\[?(CRITICAL|IMPORTANT|SUGGESTION)\]?:?\*\*:?\s+/i;

/** `**[CRITICAL] loc — title**` and `**CRITICAL** loc — title`. */
function severityParts(text: string): Parts | undefined {
  const alone = SEVERITY_BOLD.exec(text);
  if (alone !== null) {
    const parts = locationFirst(text.slice(alone[0].length), { severity: severityNamed(alone[1]) });
    return parts?.locations === undefined ? undefined : parts;
  }
  const bold = text.startsWith("**");
  const end = bold ? endOfBold(text, 0) : text.length;
  if (end === undefined) return undefined;
  const inner = text.slice(bold ? 2 : 0, end).trim();
  const match = SEVERITY_BRACKET.exec(inner);
  if (match === null) return undefined;
  const parts = severityInside(match, { inner, tail: text.slice(end + 2), marker: {} });
  return bold || isTagged(parts) ? parts : undefined;
}

function severityInside(match: RegExpExecArray, line: { inner: string; tail: string; marker: FindingMarker }): Parts {
  const marker = { ...line.marker, severity: severityNamed(match[1]) };
  const rest = line.inner.slice(match[0].length);
  const first = locationFirst(rest, marker);
  return first?.locations === undefined ? titled(marker, rest, line.tail) : { ...first, tail: line.tail };
}

/** `loc — title`; without locations before the dash there is nothing to split. */
function locationFirst(text: string, marker: FindingMarker): Parts | undefined {
  const [dash] = separatorsIn(text);
  if (dash === undefined) return undefined;
  const { locations, places } = readLocations(text.slice(0, dash.start));
  if (locations.length === 0) return undefined;
  return { marker, title: text.slice(dash.end).trim(), tail: "", locations, places };
}

/** A bold title. Places follow it, or else form the end of the title itself. */
function titled(marker: FindingMarker, inner: string, tail: string): Parts {
  if (readFindingTail(tail).locations.length > 0) return { marker, title: inner, tail };
  const split = unbolded(marker, inner);
  return split.tail === "" ? { marker, title: inner, tail } : { ...split, tail: `${split.tail} ${tail}` };
}

/** `title (important, gap)` and `title (\`a.go:1\`)`, without a dash. */
const TAG_BEHIND =
  /\s(?=[`*_]{0,2}\((?:(?:critical|important|suggestion)\s*,|(?:regression|gap|enhancement)\)|`[^`]{1,200}`\)))/i;

/** `title — loc (tag)`: the title ends at the first dash that only places and tags follow. */
function unbolded(marker: FindingMarker, text: string): Parts {
  const plain = withoutBold(text);
  for (const { start, end } of separatorsIn(plain).slice(-MAX_DASHES)) {
    const tail = plain.slice(end);
    const { locations, places } = readFindingTail(tail);
    if (locations.length > 0 && places.length === 0) return { marker, title: plain.slice(0, start).trim(), tail };
  }
  const tag = TAG_BEHIND.exec(plain);
  if (tag === null) return { marker, title: plain.trim(), tail: "" };
  const title = trimSignsAtEnd(plain.slice(0, tag.index), " \t–—-").trimStart();
  return { marker, title, tail: plain.slice(tag.index) };
}

function isTagged({ tail, locations }: Parts): boolean {
  return locations !== undefined || tail !== "";
}

function assemble(parts: Parts, struck: boolean): FindingLine {
  const tail = readFindingTail(parts.tail);
  return {
    marker: parts.marker,
    title: withoutBold(parts.title),
    locations: [...(parts.locations ?? []), ...tail.locations],
    places: [...(parts.places ?? []), ...tail.places],
    class: tail.class,
    taggedSeverity: tail.severity,
    attributions: tail.attributions,
    notes: tail.notes,
    struck,
    invalid: tail.invalid,
  };
}

function markerOf(match: RegExpExecArray): FindingMarker {
  const [, letter = "", number = ""] = match;
  const severity = severityOfLetter(letter);
  return { letter: letter as "C" | "I" | "S", number: Number(number), ...(severity && { severity }) };
}

function severityNamed(word: string | undefined): Severity {
  const lower = word?.toLowerCase();
  return lower === "critical" || lower === "important" ? lower : "suggestion";
}
