import { readDuration } from "#grammar/durations.ts";
import { type ReportHeading, readReportHeading } from "#grammar/report/report-headings.ts";
import { closeFences, isBlank, type ScannedLine } from "#grammar/lines.ts";
import { unescapeProse } from "#grammar/report/escape-structure.ts";
import { readTable, type Table } from "#grammar/tables.ts";
import type { ReviewerId } from "#model/ids.ts";
import type { Retro } from "#model/panel/retro.ts";
import type { ToolCalls } from "#model/panel/reviewer.ts";
import type { ReportPanel } from "./panel.ts";
import { COMPUTED_TITLE, CONTRADICTIONS_TITLE, WRITTEN_TITLE } from "#grammar/report/own-parts.ts";
import { blockText } from "./split-report.ts";

/** The retro section: the author's words, the facts of the runs, and the reconciliation. */
export interface ReadRetro {
  readonly retro: Retro | undefined;
  readonly durations: ReadonlyMap<ReviewerId, number>;
  readonly toolCalls: ReadonlyMap<ReviewerId, ToolCalls>;
  /** Reviewers that failed according to their duration cell. */
  readonly failed: ReadonlySet<ReviewerId>;
  readonly reconciliation: string | undefined;
}

/** Reads the retro. Its numbers are kept as written; only durations and tool calls become facts of the runs. */
export function readRetro(lines: readonly ScannedLine[], panel: ReportPanel): ReadRetro {
  const draft = cutRetro(lines, panel);
  const table = draft.written ?? draft.computed;
  const facts = factsOf(table);
  const rows = draft.written?.rows ?? [];
  const columns = rows.length === 0 ? [] : (draft.written?.columns ?? []);
  const overall = joinParts(draft.overall);
  const reconciliation = joinParts(draft.reconciliation);
  const paragraphs = [...draft.paragraphs].map(([reviewer, parts]) => ({ reviewer, text: joinParts(parts) ?? "" }));
  const isEmpty = paragraphs.length === 0 && rows.length === 0 && overall === undefined;
  const retro = { paragraphs, columns, rows, overall };
  return { retro: isEmpty ? undefined : retro, ...facts, reconciliation };
}

interface RetroTable {
  readonly columns: ReviewerId[];
  readonly rows: { label: string; cells: string[] }[];
}

interface RetroDraft {
  readonly paragraphs: Map<ReviewerId, string[]>;
  written?: RetroTable;
  computed?: RetroTable;
  readonly overall: string[];
  readonly reconciliation: string[];
}

type Place =
  | { readonly kind: "overall" | "reconciliation" | "computed" | "skip" }
  | { readonly kind: "reviewer"; readonly id: ReviewerId; readonly level: number };

/** Assigns each paragraph of the section by the heading above it. */
function cutRetro(lines: readonly ScannedLine[], panel: ReportPanel): RetroDraft {
  const draft: RetroDraft = { paragraphs: new Map(), overall: [], reconciliation: [] };
  let place: Place = { kind: "overall" };
  for (const paragraph of paragraphsOf(lines)) {
    const text = blockText(paragraph);
    if (text === "") continue;
    const table = readTable(text.split("\n"), 0);
    const known = table === undefined ? undefined : retroTable(table, panel);
    if (known !== undefined) {
      takeTable(draft, known, place);
      if (place.kind === "reviewer") place = { kind: "overall" };
      continue;
    }
    const opening: Opening | undefined = paragraph[0]?.inFence === true ? undefined : openingOf(text, place, panel);
    if (opening !== undefined) place = opening.place;
    else if (place.kind === "reconciliation" && endsReconciliation(text, draft.reconciliation))
      place = { kind: "overall" };
    const rest = opening === undefined ? text : opening.rest;
    if (rest !== "") take(draft, place, rest);
  }
  return draft;
}

function take(draft: RetroDraft, place: Place, text: string): void {
  if (place.kind === "overall") draft.overall.push(text);
  else if (place.kind === "reconciliation") draft.reconciliation.push(text);
  else if (place.kind === "reviewer") draft.paragraphs.set(place.id, [...(draft.paragraphs.get(place.id) ?? []), text]);
}

function takeTable(draft: RetroDraft, table: RetroTable, place: Place): void {
  if (place.kind === "computed") draft.computed = table;
  else if (draft.written === undefined) draft.written = table;
  else draft.written.rows.push(...table.rows);
}

interface Opening {
  readonly place: Place;
  /** The rest of the paragraph after the heading or the bold words. */
  readonly rest: string;
}

function openingOf(text: string, current: Place, panel: ReportPanel): Opening | undefined {
  const [first = "", ...more] = text.split("\n");
  const heading = readReportHeading(first);
  if (heading !== undefined) {
    const place = placeOf(heading, panel);
    const rest = blockText(more.map((line, index) => ({ text: line, number: index + 1, inFence: false })));
    if (place !== undefined) return { place, rest };
    // A heading within a reviewer's own part stays with it; any other one opens a part of nobody.
    const isOwn = current.kind === "reviewer" && heading.level > current.level;
    return { place: isOwn ? current : { kind: "overall" }, rest: text };
  }
  // Sentences of the computed part may begin with any reviewer's name: only a heading ends it.
  if (current.kind === "computed" || current.kind === "skip") return undefined;
  const marker = RECONCILIATION.exec(text);
  if (marker !== null) return { place: { kind: "reconciliation" }, rest: text.slice(marker[0].length).trim() };
  const named =
    /^\*\*\[?([^\]*]{2,60})\]?\*\*(?:\s*(?:—|–|--|:)\s*|\s+)/.exec(first) ??
    /^\[([A-Z][^\]]{1,60})\]\s*(?:—|–|--|:)\s*/.exec(first);
  const id = named?.[1] === undefined ? undefined : panel.find(named[1].replace(/[:.]$/, ""));
  if (id !== undefined && named !== null) {
    return { place: { kind: "reviewer", id, level: 3 }, rest: text.slice(named[0].length) };
  }
  return /^\*\*(?:Overall|Summary)\b/.test(first) ? { place: { kind: "overall" }, rest: text } : undefined;
}

/** `**Reconciliation:**`, `Reconciliation notes:`, `**Severity reconciliation** —`, or the word alone on its line. */
const RECONCILIATION =
  /^\*{0,2}(?:severity )?reconciliation(?: (?:notes?|record|summary|changes|log))?\.?\*{0,2}(?: ?(?:—|–|--)\s+|[:.]\*{0,2}(?:\s+|$)|[ \t]*(?:\n|$))/i;

function placeOf({ title, level }: ReportHeading, panel: ReportPanel): Place | undefined {
  if (/^(?:severity )?reconciliation\b/i.test(title)) return { kind: "reconciliation" };
  if (title === COMPUTED_TITLE) return { kind: "computed" };
  if (title === CONTRADICTIONS_TITLE) return { kind: "skip" };
  if (title === WRITTEN_TITLE || /^(?:summary(?: table)?|overall(?: assessment)?)$/i.test(title)) {
    return { kind: "overall" };
  }
  const id = panel.find(title);
  return id === undefined ? undefined : { kind: "reviewer", id, level };
}

/** A reconciliation is one paragraph, plus lists or further paragraphs that also describe changes. */
function endsReconciliation(text: string, before: readonly string[]): boolean {
  if (before.length === 0 || /^\s*(?:[-*+]|\d{1,2}[.)]) /.test(text)) return false;
  return !/→|->/.test(text);
}

function paragraphsOf(lines: readonly ScannedLine[]): ScannedLine[][] {
  const paragraphs: ScannedLine[][] = [];
  let current: ScannedLine[] = [];
  const finish = (): void => {
    if (current.length > 0) paragraphs.push(current);
    current = [];
  };
  for (const line of lines) {
    const isHeading = !line.inFence && readReportHeading(line.text) !== undefined;
    const startsTable = !line.inFence && line.text.startsWith("|") !== (current.at(-1)?.text.startsWith("|") ?? false);
    if (isHeading || startsTable || (isBlank(line.text) && !line.inFence)) finish();
    if (!isBlank(line.text) || line.inFence) current.push(line);
    if (isHeading) finish();
  }
  finish();
  return paragraphs;
}

function joinParts(parts: readonly string[]): string | undefined {
  return parts.length === 0 ? undefined : unescapeProse(parts.map(closeFences).join("\n\n"));
}

/** A table with a reviewer at the head of every column but the first. */
function retroTable({ head, rows }: Table, panel: ReportPanel): RetroTable | undefined {
  const columns = head.slice(1).map((cell) => panel.find(cell));
  const known = columns.filter((id) => id !== undefined);
  if (known.length === 0 || known.length < columns.length) return undefined;
  return {
    columns: known,
    rows: rows.map(([label = "", ...cells]) => ({
      label: label.replaceAll("**", ""),
      cells: known.map((_, at) => cells[at] ?? ""),
    })),
  };
}

function factsOf(table: RetroTable | undefined): Pick<ReadRetro, "durations" | "toolCalls" | "failed"> {
  const durations = new Map<ReviewerId, number>();
  const toolCalls = new Map<ReviewerId, ToolCalls>();
  const failed = new Set<ReviewerId>();
  for (const { label, cells } of table?.rows ?? []) {
    for (const [at, id] of (table?.columns ?? []).entries()) {
      const cell = cells[at] ?? "";
      if (/^duration\b/i.test(label)) {
        const seconds = readDuration(cell);
        if (seconds !== undefined) durations.set(id, seconds);
        if (/\bfailed\b/i.test(cell)) failed.add(id);
      }
      const calls = /^tool calls?\b/i.test(label) ? readToolCalls(cell) : undefined;
      if (calls !== undefined) toolCalls.set(id, calls);
    }
  }
  return { durations, toolCalls, failed };
}

/** `88 (Bash 39, Read 28)`. */
function readToolCalls(cell: string): ToolCalls | undefined {
  const total = /^\D{0,2}(\d{1,9})\b/.exec(cell)?.[1];
  if (total === undefined) return undefined;
  const kinds = [
    ...(/\((.*)\)/.exec(cell.slice(0, 500))?.[1] ?? "").matchAll(/([\p{L}_][\p{L}\d_./-]*)[ :×x]+(\d{1,9})\b/gu),
  ];
  return { total: Number(total), kinds: kinds.map(([, name = "", count]) => ({ name, count: Number(count) })) };
}
