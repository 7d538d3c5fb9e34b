import type { Location } from "#model/location.ts";

interface Point {
  readonly at: number;
  readonly line: number;
}

/** The places and the title of a finding. */
interface TitledPlace {
  readonly places: readonly Location[];
  readonly title: string;
}

/**
 * The neighbours of each finding in a file: among all findings, and among those with the same title, however many others
 * are on the same lines. A path that is the end of another may be the same file in short form. A file without lines
 * sorts before its first line.
 */
export function nearestInFile(findings: readonly TitledPlace[], most: number): ReadonlySet<number>[] {
  const rows = new Map<string, Point[]>();
  const known = new Set(findings.flatMap(({ places }) => places.map(({ path }) => path)));
  const longer = pathsByTail(known);
  for (const [at, { places, title }] of findings.entries()) {
    for (const { path, start = 0, end = 0 } of places) {
      for (const row of [path, ...(longer.get(path) ?? [])].flatMap((file) => [file, `${file}\0${title}`])) {
        const points = rows.get(row) ?? [];
        points.push({ at, line: start });
        if (end > start) points.push({ at, line: end });
        rows.set(row, points);
      }
    }
  }
  const near = findings.map(() => new Set<number>());
  for (const points of rows.values()) {
    points.sort((a, b) => a.line - b.line || a.at - b.at);
    for (const [index, { at }] of points.entries()) {
      for (const other of points.slice(Math.max(0, index - most), index)) near[at]!.add(other.at);
    }
  }
  return near;
}

/** `index.ts` may be any of a hundred files. Then only the words count. */
const MAX_LONGER = 20;

/** For each path that is the end of others, those others. */
function pathsByTail(paths: ReadonlySet<string>): ReadonlyMap<string, readonly string[]> {
  const longer = new Map<string, string[]>();
  for (const path of paths) {
    for (let slash = path.indexOf("/"); slash >= 0; slash = path.indexOf("/", slash + 1)) {
      const tail = path.slice(slash + 1);
      if (paths.has(tail)) longer.set(tail, [...(longer.get(tail) ?? []), path].slice(0, MAX_LONGER));
    }
  }
  return longer;
}
