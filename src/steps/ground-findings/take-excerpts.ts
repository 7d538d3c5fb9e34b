import { type RuledCluster, wordingOf } from "#model/cluster.ts";
import type { Finding, Quote } from "#model/finding.ts";
import type { Excerpt } from "#model/grounding.ts";
import type { Location, LineSpan } from "#model/location.ts";
import { groundQuote } from "./quote/ground-quote.ts";
import type { SourceReader } from "./grounding-source.ts";

/**
 * Reads the code that each cluster cites from the reviewed commit, with a few lines around it. A cluster without words
 * of its own cites what its speaking finding cites.
 */
export async function takeExcerpts(
  source: SourceReader,
  clusters: readonly RuledCluster[],
  findings: readonly Finding[] = [],
): Promise<Excerpt[]> {
  const byId = new Map(findings.map((finding) => [finding.id, finding]));
  const excerpts: Excerpt[] = [];
  for (const cluster of clusters) {
    const problem = wordingOf(cluster, byId);
    const own: Excerpt[] = [];
    for (const [path, locations] of byPath(problem?.locations ?? [])) {
      own.push(...(await takeFromFile(source, { cluster, path, locations, quote: problem?.quotes[0] })));
    }
    excerpts.push(...dropUnneededQuotes(own).slice(0, MAX_EXCERPTS));
  }
  return excerpts;
}

/** Further places are named, not shown: a card must stay readable. */
const MAX_EXCERPTS = 4;

/** A quote is evidence for one of the cited places: if it is at one, the others need no quote. */
function dropUnneededQuotes(excerpts: readonly Excerpt[]): Excerpt[] {
  const grounded = excerpts.find(({ grounding }) => grounding.status === "grounded");
  const home = grounded ?? excerpts.find(({ grounding }) => grounding.status === "moved") ?? excerpts[0];
  return excerpts.map((excerpt) => {
    if (excerpt === home || excerpt.grounding.status === "unchecked") return excerpt;
    return { ...excerpt, grounding: { status: "unchecked", why: "also cited; nothing quoted from here" } };
  });
}

/** Lines shown before and after the cited ones. */
const AROUND = 5;

/** Longer places are cut: the page would be all code. */
const MAX_LINES = 120;

interface CitedFile {
  readonly cluster: RuledCluster;
  readonly path: string;
  readonly locations: readonly Location[];
  readonly quote: Quote | undefined;
}

async function takeFromFile(source: SourceReader, { cluster, path, locations, quote }: CitedFile): Promise<Excerpt[]> {
  const resolved = await source.resolvePath(path);
  const lines = resolved === undefined ? undefined : await source.readLines(resolved);
  if (resolved === undefined || lines === undefined) return [];
  const excerpts: Excerpt[] = [];
  for (const cited of joinClose(locations, lines.length)) {
    const from = Math.max(1, Math.min(...cited.map(({ start }) => start)) - AROUND);
    const to = Math.min(lines.length, Math.max(...cited.map(({ end }) => end)) + AROUND, from + MAX_LINES - 1);
    excerpts.push({
      cluster: cluster.id,
      commit: source.commit,
      path: resolved,
      start: from,
      lines: lines.slice(from - 1, to),
      cited,
      grounding: groundQuote(lines, { path: resolved, ...spanOf(cited) }, quote),
    });
  }
  return excerpts;
}

function byPath(locations: readonly Location[]): Map<string, Location[]> {
  const paths = new Map<string, Location[]>();
  for (const location of locations) {
    if (location.start === undefined) continue;
    const list = paths.get(location.path) ?? [];
    list.push(location);
    paths.set(location.path, list);
  }
  return paths;
}

/** Cited ranges with touching surroundings share one excerpt. Ranges beyond the file's end are left out. */
function joinClose(locations: readonly Location[], length: number): LineSpan[][] {
  const spans: LineSpan[] = [];
  for (const { start, end } of locations) {
    if (start !== undefined && end !== undefined && start <= length) spans.push({ start, end: Math.min(end, length) });
  }
  spans.sort((a, b) => a.start - b.start);
  const groups: LineSpan[][] = [];
  for (const span of spans) {
    const last = groups.at(-1);
    const reach = last === undefined ? 0 : Math.max(...last.map(({ end }) => end)) + 2 * AROUND;
    if (last !== undefined && span.start <= reach) last.push(span);
    else groups.push([span]);
  }
  return groups;
}

function spanOf(cited: readonly LineSpan[]): LineSpan {
  return { start: Math.min(...cited.map(({ start }) => start)), end: Math.max(...cited.map(({ end }) => end)) };
}
