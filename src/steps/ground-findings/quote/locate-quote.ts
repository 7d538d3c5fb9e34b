import type { Finding, Quote } from "#model/finding.ts";
import { bestGrounding, type Grounding, type PlaceGrounding } from "#model/grounding.ts";
import type { Location, LineSpan } from "#model/location.ts";
import { findElsewhere } from "./find-elsewhere.ts";
import { placeQuote } from "./ground-quote.ts";
import type { GroundingSource } from "../grounding-source.ts";
import { type QuoteLines, readQuote } from "./quote-lines.ts";

/** A quote with its place. */
export interface LocatedQuote {
  readonly grounding: Grounding;
  /** Its place at the head, if known. */
  readonly at?: Location;
  /** Whether it is code that the change removed. */
  readonly removed: boolean;
}

/** A quote of a finding, and the finding's places. */
export interface QuoteQuestion {
  readonly finding: Finding;
  readonly places: readonly PlaceGrounding[];
  readonly quote: Quote;
}

/** Looks up a quote: in the cited files, in what the change removed from them, then in other files. */
export async function locateQuote(source: GroundingSource, question: QuoteQuestion): Promise<LocatedQuote> {
  const { finding, places, quote } = question;
  const readings = readQuote(quote.code);
  if (readings.length === 0) return { grounding: { status: "unchecked", why: "the quote is empty" }, removed: false };
  const here = await findInCited(source, places, readings);
  if (here !== undefined && FOUND.has(here.grounding.status)) return here;
  const before = await findInBase(source, places, readings);
  if (before !== undefined) return before;
  if (here?.grounding.status === "partial") return here;
  const elsewhere = await findElsewhere(source, { quote, readings, except: pathsOf(places) });
  if (elsewhere !== undefined) return located(elsewhere, undefined);
  if (isIllustration(finding, quote)) {
    const why = "the block reads like proposed code or output, not like a quote";
    return { grounding: { status: "unchecked", why }, removed: false };
  }
  if (OF_GIT.test(quote.code)) {
    const why = "it quotes what git says of the file, not the file";
    return { grounding: { status: "unchecked", why }, removed: false };
  }
  if (places.some(({ path, status }) => path !== undefined && status === "unreadable")) {
    return { grounding: { status: "unchecked", why: "the cited file cannot be read" }, removed: false };
  }
  return here ?? { grounding: { status: "unsupported", why: "the quoted code is in no cited file" }, removed: false };
}

/** Lines of a patch that describe a file and are not in it. */
const OF_GIT = /^[ +-]?(?:(?:old|new|new file|deleted file) mode \d|rename (?:from|to) |Subproject commit [0-9a-f])/m;

const FOUND: ReadonlySet<Grounding["status"]> = new Set(["grounded", "moved", "ambiguous"]);

async function findInCited(
  source: GroundingSource,
  places: readonly PlaceGrounding[],
  readings: readonly QuoteLines[],
): Promise<LocatedQuote | undefined> {
  const results: LocatedQuote[] = [];
  for (const [path, cited] of citedLines(places)) {
    const lines = await source.readLines(path);
    if (lines !== undefined) results.push(located(placeQuote({ path, lines, cited }, readings), path));
  }
  const best = bestGrounding(results.map(({ grounding }) => grounding));
  return results.find(({ grounding }) => grounding === best);
}

/** The cited lines of each file that exists; a file cited as a whole has none. */
function citedLines(places: readonly PlaceGrounding[]): Map<string, LineSpan[]> {
  const files = new Map<string, LineSpan[]>();
  for (const { path, status, cited } of places) {
    if (path === undefined || status === "removed") continue;
    const spans = files.get(path) ?? [];
    if (cited.start !== undefined && cited.end !== undefined) spans.push({ start: cited.start, end: cited.end });
    files.set(path, spans);
  }
  return files;
}

async function findInBase(
  source: GroundingSource,
  places: readonly PlaceGrounding[],
  readings: readonly QuoteLines[],
): Promise<LocatedQuote | undefined> {
  for (const path of pathsOf(places)) {
    if (!(source.changedPaths.includes(path) || source.removedPaths.has(path))) continue;
    const lines = await source.readBaseLines(path);
    if (lines === undefined) continue;
    const found = placeQuote({ path, lines, cited: [] }, readings);
    if (found.status !== "grounded" && found.status !== "ambiguous") continue;
    const removed = removedPlace(source.removedLines(path), found);
    const why = "the change removed the quoted code";
    return { grounding: { status: "grounded", removed, why }, removed: true };
  }
  return undefined;
}

/** The removed lines among those of a quote, if only one of its places lost some. */
function removedPlace(
  removed: ReadonlySet<number>,
  found: Extract<Grounding, { readonly status: "grounded" | "ambiguous" }>,
): Location | undefined {
  const places = found.status === "ambiguous" ? found.candidates : found.at === undefined ? [] : [found.at];
  const [only, ...others] = places.flatMap(({ path, start = 1, end = 0 }) => {
    const lines = [...removed].filter((line) => start <= line && line <= end).sort((one, other) => one - other);
    const [first, last] = [lines[0], lines.at(-1)];
    return first === undefined || last === undefined ? [] : [{ path, start: first, end: last }];
  });
  return others.length === 0 ? only : undefined;
}

function pathsOf(places: readonly PlaceGrounding[]): ReadonlySet<string> {
  return new Set(places.flatMap(({ path }) => (path === undefined ? [] : [path])));
}

function located(grounding: Grounding, path: string | undefined): LocatedQuote {
  const at = placeIn(grounding, path);
  return { grounding, at, removed: false };
}

function placeIn(grounding: Grounding, path: string | undefined): Location | undefined {
  if (grounding.status === "grounded") return grounding.at;
  const file = grounding.status === "moved" ? (grounding.path ?? path) : undefined;
  return grounding.status === "moved" && file !== undefined ? { path: file, ...grounding.to } : undefined;
}

/** Whether this block is not code of the reviewed commit: a proposal, a command, a program's output. */
function isIllustration({ body }: Pick<Finding, "body">, { code, language }: Quote): boolean {
  if (language !== undefined && NOT_CODE.has(language.toLowerCase())) return true;
  return PROPOSES.test(introductionOf(body, code));
}

const NOT_CODE = new Set(["console", "output", "shell-session", "text", "txt", "log", "plaintext", "stderr", "stdout"]);

const PROPOSES =
  /\b(?:fix(?:ed)?|suggest(?:ed|ion|s)?|instead|propos(?:ed?|al)|recommend(?:ed|ation|s)?|replace|rewrite|refactor|consider|could be|should (?:be|read|look|become)|would (?:be|read|look|become)|change (?:it|this|that|them|the \w+) to|e\.g\.|for (?:example|instance)|something like|like this|such as|prints?|printed|outputs?|reproduce[sd]?|repro|run(?:ning|s)?|logs?|yields?|equivalent to)\b[^.]{0,120}$/i;

/** The last line of prose before the block's fence; empty if the block cannot be found. */
function introductionOf(body: string, code: string): string {
  const [first = ""] = code.split("\n");
  const at = body.indexOf(first.trimStart() === "" ? code : `${first}`);
  if (at < 0) return "";
  const before = body.slice(Math.max(0, at - 2000), at).split("\n");
  for (const line of before.reverse()) {
    const text = line.trim();
    if (text === "" || /^(?:```|~~~)/.test(text)) continue;
    return text.slice(-300);
  }
  return "";
}
