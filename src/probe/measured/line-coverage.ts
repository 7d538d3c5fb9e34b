/** What a run showed about the lines of one file. */
export interface LineCoverage {
  /** Lines that were run. */
  readonly ran: ReadonlySet<number>;
  /** Lines of which it is known whether they were run. */
  readonly known: ReadonlySet<number>;
}

/** By path from the root of the code. */
export type CoverageByPath = ReadonlyMap<string, LineCoverage>;

/** What several processes ran, together. */
export function joinCoverage(parts: readonly CoverageByPath[]): CoverageByPath {
  const joined = new Map<string, { ran: Set<number>; known: Set<number> }>();
  for (const part of parts) {
    for (const [path, { ran, known }] of part) {
      const all = joined.get(path) ?? { ran: new Set<number>(), known: new Set<number>() };
      for (const line of ran) all.ran.add(line);
      for (const line of known) all.known.add(line);
      joined.set(path, all);
    }
  }
  return joined;
}

/** Lines in increasing order as ranges. */
export function toSpans(lines: Iterable<number>): { start: number; end: number }[] {
  const spans: { start: number; end: number }[] = [];
  for (const line of [...lines].toSorted((one, other) => one - other)) {
    const last = spans.at(-1);
    if (last !== undefined && last.end + 1 >= line) last.end = line;
    else spans.push({ start: line, end: line });
  }
  return spans;
}
