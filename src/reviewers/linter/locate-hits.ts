import type { ToolHit } from "#model/panel/tool-hit.ts";
import { createFileFinder } from "./find-file.ts";

/** One side of the change, as far as hits need it. */
export interface HitSide {
  /** The paths of the commit. */
  readonly paths: ReadonlySet<string>;
  /** The text of a file; undefined if there is none or it cannot be read. */
  read(path: string): Promise<string | undefined>;
  /** Where the tool saw the code. A folder may have several names. */
  readonly roots: readonly string[];
}

/** A hit in a file of the repository. */
export interface LocatedHit {
  readonly hit: ToolHit;
  readonly path: string;
  /** The text of its first line; empty without a line. */
  readonly text: string;
}

/** The hits of a side by place, and those that name no file of the commit. */
export interface LocatedHits {
  readonly placed: readonly LocatedHit[];
  readonly elsewhere: readonly ToolHit[];
}

/** Finds the files and the lines that hits name. A hit whose file may be one of several is listed for each of them. */
export async function locateHits(hits: readonly ToolHit[], { paths, read, roots }: HitSide): Promise<LocatedHits> {
  const find = createFileFinder(paths, roots);
  const texts = new Map<string, readonly string[]>();
  const placed: LocatedHit[] = [];
  const elsewhere: ToolHit[] = [];
  for (const hit of hits) {
    const { file, start } = hit;
    const found = file === undefined ? [] : find(file);
    if (found.length === 0) elsewhere.push(hit);
    for (const path of found) {
      const lines = texts.get(path) ?? ((await read(path)) ?? "").split("\n");
      texts.set(path, lines);
      placed.push({ hit, path, text: start === undefined ? "" : (lines[start - 1] ?? "").trim() });
    }
  }
  return { placed, elsewhere };
}
