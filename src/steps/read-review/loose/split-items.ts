import type { ScannedLine } from "#grammar/lines.ts";
import { locationsInProse } from "#grammar/locations.ts";
import { readHeading } from "#grammar/section-heading.ts";
import { readSeverityField, readSeverityTag } from "#grammar/severity-words.ts";
import { isDecoration } from "../passage.ts";
import { reportsNothing } from "../reports-nothing.ts";
import { jsonItems } from "./json-items.ts";
import { itemOf, labelOf, type LooseItem } from "./loose-item.ts";
import { tableItems } from "./table-items.ts";

/** How an item was written. `intro` is a sentence that only announces what follows. */
export type ItemForm = "heading" | "label" | "tag" | "bold" | "list" | "table" | "json" | "prose" | "intro";

/** An item with its form and the lines it was read from. */
export interface FoundItem {
  readonly item: LooseItem;
  readonly form: ItemForm;
  readonly lines: readonly ScannedLine[];
}

/** A section with more items is not a list of findings; the rest belongs to the last item. */
const MAX_ITEMS = 300;

/**
 * Splits lines at a place for findings into items of any form: sub-headings, labels, severities, bold beginnings,
 * lists, tables, JSON, paragraphs. Only lines such as "None." between items are left out.
 */
export function splitItems(lines: readonly ScannedLine[]): FoundItem[] {
  const splitter = new Splitter(lines);
  for (let at = 0; at < lines.length;) at = splitter.take(at);
  return splitter.finish();
}

interface OpenItem {
  readonly form: ItemForm;
  readonly lines: ScannedLine[];
  readonly level: number;
  readonly indent: number;
  /** The field that it begins with, such as `file`; its next occurrence begins the next item. */
  readonly field: string | undefined;
  hasPlace: boolean;
}

class Splitter {
  readonly #lines: readonly ScannedLine[];
  readonly #texts: readonly string[];
  readonly #found: FoundItem[] = [];
  #open: OpenItem | undefined;
  #isParted = true;

  constructor(lines: readonly ScannedLine[]) {
    this.#lines = lines;
    this.#texts = lines.map(({ text, inFence }) => (inFence ? "" : unquoted(text)));
  }

  /** Consumes what begins at a line; returns the index of what comes next. */
  take(at: number): number {
    const line = this.#lines[at];
    if (line === undefined) return at + 1;
    if (line.inFence) return this.#takeFence(at);
    const text = this.#texts[at] ?? "";
    if (this.#open === undefined && reportsNothing(text)) return at + 1;
    const length = this.#takeTable(at);
    if (length > 0) return at + length;
    if (isDecoration(line)) {
      if (text.trim() !== "" && this.#open?.form === "prose") this.#close();
      this.#open?.lines.push(line);
      this.#isParted = true;
      return at + 1;
    }
    const begun = this.#isFull() ? undefined : this.#beginning(text);
    if (begun !== undefined || this.#open === undefined) {
      this.#close();
      this.#open = { ...begin(begun ?? "prose", text), lines: [line] };
    } else {
      this.#open.lines.push(line);
      this.#open.hasPlace ||= namesPlace(text);
    }
    this.#isParted = false;
    return at + 1;
  }

  finish(): FoundItem[] {
    this.#close();
    return this.#found;
  }

  #isFull(): boolean {
    return this.#found.length >= MAX_ITEMS - 1 && this.#open !== undefined;
  }

  /** The form of the item that begins at a line; undefined if the line belongs to the open item. */
  #beginning(text: string): ItemForm | undefined {
    const open = this.#open;
    const form = formOf(text);
    if (open === undefined) return form;
    const indent = indentOf(text);
    if (form === "heading") return levelOf(text) <= open.level ? form : undefined;
    if (form === "label" || form === "tag") return indent <= open.indent ? form : undefined;
    const field = fieldOf(text);
    if (field !== undefined) return field === open.field && indent <= open.indent ? form : undefined;
    if (open.form === "heading" || open.form === "label" || open.form === "tag") return undefined;
    if (form === "list") return open.form !== "bold" && indent <= open.indent ? form : undefined;
    if (form === "bold") return open.form !== "list" && this.#isParted ? form : undefined;
    return open.form === "prose" && this.#isParted && open.hasPlace && namesPlace(text) ? form : undefined;
  }

  /** A fence belongs to the open item; a fence of JSON findings becomes one item per finding. */
  #takeFence(at: number): number {
    let end = at + 1;
    while (end < this.#lines.length && this.#lines[end]?.inFence === true && this.#lines[end]?.fence?.open !== true)
      end++;
    const block = this.#lines.slice(at, end);
    const inner = block.filter(({ fence }) => fence === undefined).map(({ text }) => text);
    const read = jsonItems(inner.join("\n"), block[0]?.number ?? 1, block.at(-1)?.number ?? 1);
    if (read !== undefined) {
      this.#close();
      this.#add(read.items.map((item) => ({ item, form: "json", lines: block })));
    } else if (this.#open === undefined) this.#open = { ...begin("prose", ""), lines: [...block] };
    else for (const line of block) this.#open.lines.push(line);
    this.#isParted = true;
    return end;
  }

  /** The number of lines of the table that begins here, if it has a head and is not inside another item. */
  #takeTable(at: number): number {
    if (this.#open !== undefined && this.#open.form !== "prose" && this.#open.form !== "intro") return 0;
    const number = this.#lines[at]?.number ?? 1;
    const table = tableItems(this.#texts, at, number);
    if (table === undefined) return 0;
    this.#close();
    const linesOf = ({ number: from, end }: LooseItem) => this.#lines.slice(at + from - number, at + end - number + 1);
    this.#add(table.items.map((item) => ({ item, form: "table", lines: linesOf(item) })));
    return table.length;
  }

  #close(): void {
    const open = this.#open;
    this.#open = undefined;
    if (open === undefined) return;
    const lines = open.lines.slice(0, open.lines.findLastIndex((line) => !isDecoration(line)) + 1);
    const [first, ...rest] = lines;
    if (first === undefined) return;
    const shown = first.inFence
      ? lines.map(({ text }) => text)
      : rest.map(({ text, inFence }) => (inFence ? text : unquoted(text)));
    const head = first.inFence ? firstWords(lines) : withoutSigns(unquoted(first.text));
    const words = [head, ...shown].join("\n");
    if (!first.inFence && reportsNothing(words)) return;
    const end = lines.at(-1)?.number ?? first.number;
    const item = itemOf({ first: head, rest: outdented(shown), number: first.number, end });
    this.#add([{ item, form: isIntro(open, words) ? "intro" : open.form, lines }]);
  }

  #add(items: readonly FoundItem[]): void {
    for (const found of items) {
      const last = this.#found.at(-1);
      if (this.#found.length < MAX_ITEMS || last === undefined) this.#found.push(found);
      else this.#found[this.#found.length - 1] = joined(last, found);
    }
  }
}

function begin(form: ItemForm, text: string): Omit<OpenItem, "lines"> {
  const level = form === "heading" ? levelOf(text) : Number.POSITIVE_INFINITY;
  return { form, level, indent: indentOf(text), field: fieldOf(text), hasPlace: namesPlace(text) };
}

function joined(last: FoundItem, { item, lines }: FoundItem): FoundItem {
  const body = [last.item.body, item.head.title, item.body].filter((text) => text !== "").join("\n");
  return { ...last, item: { ...last.item, body, end: item.end }, lines: [...last.lines, ...lines] };
}

const BULLET = /^\s*(?:[-*+•·‣▪◦]|\d{1,3}[.)]|[a-z][.)])\s+/;
const CHECKBOX = /^\[[ xX]?\]\s+/;

function formOf(text: string): ItemForm {
  if (/^\s{0,3}#{1,9}(?=\s|\p{L})/u.test(text)) return "heading";
  const isListed = BULLET.test(text);
  const words = withoutSigns(text);
  if (labelOf(words) !== undefined) return "label";
  if (readSeverityTag(words) !== undefined && readSeverityField(words) === undefined) return "tag";
  if (isListed || text.trimStart().startsWith("|")) return "list";
  return /^\s*(?:\*\*|__)/.test(text) ? "bold" : "prose";
}

function levelOf(text: string): number {
  return readHeading(text)?.level ?? /^\s*(#{1,9})/.exec(text)?.[1]?.length ?? Number.POSITIVE_INFINITY;
}

function indentOf(text: string): number {
  return text.length - text.trimStart().length;
}

function namesPlace(text: string): boolean {
  return locationsInProse(text.slice(0, 4000)).length > 0;
}

/** The text of a line without quote markers. */
function unquoted(text: string): string {
  return text.replace(/^ {0,3}(?:>\s?){1,9}/, "");
}

/** The text of a line without list, heading or row markers. */
function withoutSigns(text: string): string {
  const plain = text
    .trim()
    .replace(BULLET, "")
    .replace(CHECKBOX, "")
    .replace(/^#{1,9}\s*/, "")
    .replace(BULLET, "");
  return plain.startsWith("|") ? plain.replaceAll(/\s*\|\s*/g, " ").trim() : plain;
}

function firstWords(lines: readonly ScannedLine[]): string {
  return lines.find(({ text, fence }) => fence === undefined && text.trim() !== "")?.text.trim() ?? "";
}

/** The text of a list item is indented; shown on its own it would turn into code. */
function outdented(lines: readonly string[]): string[] {
  const first = lines.find((line) => line.trim() !== "") ?? "";
  const indent = indentOf(first);
  return indent === 0 ? [...lines] : lines.map((line) => line.slice(Math.min(indent, indentOf(line))));
}

const FIELD =
  /^\s*(?:[-*+•]\s+)?[*_]{0,3}(file|path|location|place|lines?|severity|priority|impact|effect|(?:suggested |proposed |recommended )?fix|recommendation|suggestion|description|details?|why|evidence|code|example|problem|issue|title|category|class|type|reason|rationale|trace|repro)[*_]{0,3}\s{0,2}[:=][*_]{0,3}(?:\s|$)/i;

/** `**File:** a.ts`: a line with one field of an item. */
function fieldOf(text: string): string | undefined {
  return FIELD.exec(text.slice(0, 200))?.[1]?.toLowerCase();
}

const ANNOUNCES = /\b(?:issues?|findings?|problems?|bugs?|defects?|severity|below|following|as follows|review)\b/i;

/** `Two critical issues were found:`. Short, without a place, and about findings in general. */
export function isAnnouncement(text: string): boolean {
  if (text.length > 200 || /[.!?;]\s+\S/.test(text.trim()) || namesPlace(text)) return false;
  return ANNOUNCES.test(text) && (/:\s*$/.test(text) || OPENS.test(text));
}

const OPENS =
  /^[\s*_]{0,4}(?:i|we|there (?:is|are|were)|the following|below|here|these|found|listed|findings|issues|all|\d{1,3}|one|two|three|four|five|six|several)\b[^.]{0,150}\b(?:found|find|identified|see|list|listed|grouped|sorted|ordered|below|following|are|were|have|raised|noted)\b/i;

function isIntro({ form, lines }: OpenItem, words: string): boolean {
  return form === "prose" && !lines.some(({ inFence }) => inFence) && isAnnouncement(words);
}
