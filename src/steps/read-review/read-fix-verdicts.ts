import { readEarlierNames, type EarlierNames } from "#grammar/labels/earlier-name.ts";
import type { ScannedLine } from "#grammar/lines.ts";
import { splitRow } from "#grammar/tables.ts";
import type { Finding } from "#model/finding.ts";
import { formatLocation } from "#model/location.ts";
import type { FixVerdict } from "#model/history/lineage.ts";
import { type ParsedFixVerdict, parseFixVerdict } from "./fix/parse-fix-verdict.ts";
import { MAX_CITED, readFixEvidence, readIntroduced } from "./fix/read-fix-evidence.ts";
import { isDecoration, joinPassage } from "./passage.ts";
import { reportsNothing } from "./reports-nothing.ts";
import type { Author } from "./read-findings.ts";
import type { ReviewPart } from "./split-review.ts";

/** The section on fixes, and its lines that contain no verdict. */
export interface FixVerdictsRead {
  /** Absent if there is no such section. */
  readonly fixVerdicts?: readonly FixVerdict[];
  readonly strays: readonly (readonly ScannedLine[])[];
}

/**
 * Reads `- R2.I3: closes — …`, as a list, below headings or in a table. One verdict per fix, in the given order;
 * contradictory verdicts of one reviewer count as unclear.
 */
export function readFixVerdicts(
  parts: readonly ReviewPart[],
  author: Author,
  findings: readonly Finding[],
): FixVerdictsRead {
  if (parts.length === 0) return { strays: [] };
  const read = parts.map(({ lines }) => itemsOf(lines));
  const strays: (readonly ScannedLine[])[] = read.map(({ stray }) => stray).filter(({ length }) => length > 0);
  const ids = new Map(findings.map(({ label, id }) => [label, id]));
  const verdicts = new Map<string, FixVerdict>();
  for (const { names, prose, lines, closes } of read.flatMap(({ items }) => items)) {
    if (closes === undefined) {
      strays.push(lines);
      continue;
    }
    const introduces = readIntroduced(prose, ids);
    const stated = {
      ...author,
      closes,
      introduces,
      ...readFixEvidence(prose, lines),
      text: joinPassage(lines),
    };
    for (const of of names) verdicts.set(of, joined(verdicts.get(of), { ...stated, of }));
  }
  return { fixVerdicts: [...verdicts.values()], strays };
}

interface Item {
  readonly names: readonly string[];
  /** The text after the names, then the lines below that are not code; for a table row, the cells with their heads. */
  readonly prose: string[];
  readonly lines: ScannedLine[];
  readonly indent: number;
  /** The verdict on the line with the name, or on the first line below that has one. */
  closes: ParsedFixVerdict | undefined;
}

function itemsOf(lines: readonly ScannedLine[]): { items: Item[]; stray: ScannedLine[] } {
  const items: Item[] = [];
  const stray: ScannedLine[] = [];
  let open: Item | undefined;
  let columns: readonly string[] = [];
  for (const [at, line] of lines.entries()) {
    if (isRow(line)) {
      const isHead = isFrame(lines[at + 1]);
      if (isHead) columns = splitRow(line.text);
      const item = isHead || isFrame(line) ? undefined : rowItem(line, columns);
      if (item !== undefined) items.push(item);
      else if (!isHead && !isFrame(line)) stray.push(line);
      // Text below a table is about the whole table.
      open = undefined;
      continue;
    }
    const begun = line.inFence ? undefined : begin(line, open);
    if (begun !== undefined) items.push((open = begun));
    else if (open !== undefined) goOn(open, line);
    else if (!isDecoration(line) && !reportsNothing(line.text)) stray.push(line);
  }
  return { items, stray };
}

function isRow({ text, inFence }: ScannedLine): boolean {
  return !inFence && text.trimStart().startsWith("|");
}

/** The line of dashes below the head of a table. */
function isFrame(line: ScannedLine | undefined): boolean {
  return line !== undefined && isRow(line) && line.text.length < 1000 && /^[\s|:-]*-[\s|:-]*$/.test(line.text);
}

function rowItem(line: ScannedLine, columns: readonly string[]): Item | undefined {
  if (line.text.length > MAX_ROW_LENGTH) return undefined;
  const cells = splitRow(line.text);
  // The first column may be a row number.
  const at = cells.slice(0, 2).findIndex((cell) => readEarlierNames(cell) !== undefined);
  const named = readEarlierNames(cells[at] ?? "");
  if (named === undefined) return undefined;
  const labelled = cells.flatMap((cell, index) => {
    if (index <= at || cell === "") return [];
    const head = columns[index] ?? "";
    return [head === "" ? cell : `${head}: ${cell}`];
  });
  const text = [named.rest, ...labelled].join(" — ");
  return { names: named.names, prose: [text], lines: [line], indent: 0, closes: parseFixVerdict(text) };
}

const MAX_ROW_LENGTH = 20_000;

/** The item that begins at this line, if any. A name within running text does not begin one. */
function begin(line: ScannedLine, open: Item | undefined): Item | undefined {
  const named = readEarlierNames(line.text);
  if (named === undefined) return undefined;
  const indent = line.text.length - line.text.trimStart().length;
  if (open !== undefined && !isNext({ named, indent }, open)) return undefined;
  return { names: named.names, prose: [named.rest], lines: [line], indent, closes: parseFixVerdict(named.rest) };
}

function isNext({ named, indent }: { named: EarlierNames; indent: number }, open: Item): boolean {
  const isSame = named.names.join() === open.names.join();
  if (!isSame) return named.isMarked || parseFixVerdict(named.rest) !== undefined;
  return named.isMarked && indent <= open.indent && open.closes !== undefined;
}

/** Adds a line to the item; if the line with the name had no verdict, a following one may. */
function goOn(item: Item, line: ScannedLine): void {
  item.lines.push(line);
  if (line.inFence) return;
  item.prose.push(line.text);
  if (item.closes !== undefined || item.prose.length > MAX_BELOW || isDecoration(line)) return;
  item.closes = parseFixVerdict(
    readEarlierNames(line.text)?.rest ?? line.text.slice(0, 2000).replace(/^[\s>*_+#-]{0,20}/, ""),
  );
}

const MAX_BELOW = 30;

/** Two verdicts of one reviewer on one fix, such as a table and the text below it. */
function joined(before: FixVerdict | undefined, next: FixVerdict): FixVerdict {
  if (before === undefined) return next;
  const introduces = [...new Set([...(before.introduces ?? []), ...(next.introduces ?? [])])];
  const isStated = before.introduces !== undefined || next.introduces !== undefined;
  const places = new Map([...before.locations, ...next.locations].map((place) => [formatLocation(place), place]));
  return {
    ...next,
    closes: before.closes === next.closes ? next.closes : "cannot-tell",
    ...(isStated && { introduces }),
    locations: [...places.values()].slice(0, MAX_CITED),
    quotes: [...new Set([...before.quotes, ...next.quotes])].slice(0, MAX_CITED),
    text: before.text === next.text ? next.text : `${before.text}\n\n${next.text}`,
  };
}
