import type { ToolFormat, ToolHit } from "#model/panel/tool-hit.ts";

/** What one JSON text of an output says. */
export interface DocumentReading {
  readonly hits: readonly ToolHit[];
  /** Entries that were not understood. */
  readonly odd: number;
  /** What the tool says of itself: that it failed, or left something out. A clause. */
  readonly problem?: string | undefined;
  /** Tools that ran, where the document names them. Default: that of the format. */
  readonly tools?: readonly string[];
}

/** How one form of JSON output is recognised and read. */
export interface DocumentReader {
  readonly format: ToolFormat;
  /** Empty where the document names its tools. */
  readonly tool: string;
  /** Whether only this format looks like that. Not for an empty list, which several tools print. */
  isMine(value: unknown): boolean;
  /** Whether a document of a tool that is known to have this format can be read. */
  canRead(value: unknown): boolean;
  read(value: unknown, tool: string): DocumentReading;
  /** Whether this is the last document of a whole output. Absent: none says so. */
  isLast?: (value: unknown) => boolean;
}

/** How a form of text output is recognised and read. */
export interface TextReader {
  readonly format: ToolFormat;
  readonly tool: string;
  isMine(text: string): boolean;
  /** The hits. `odd` counts lines that begin as a hit does and were not understood. */
  read(text: string, tool: string): DocumentReading;
  /** Whether a tool of this format that finds nothing prints nothing. */
  readonly isSilentWhenClean: boolean;
  /** How many hits the tool itself says that there are. Absent: it does not count them. */
  countSaid?: (text: string) => number;
}

/** The sum of what a tool counts, one number in each match. */
export function sumOf(text: string, pattern: RegExp): number {
  return [...text.matchAll(pattern)].reduce((sum, found) => sum + Number(found.slice(1).find((one) => one) ?? 0), 0);
}

/** The hits of a list of entries. An entry that gives none was not understood. */
export function readEntries<T>(entries: Iterable<T>, read: (entry: T) => ToolHit | undefined): DocumentReading {
  const hits: ToolHit[] = [];
  let odd = 0;
  for (const entry of entries) {
    const hit = read(entry);
    if (hit === undefined) odd += 1;
    else hits.push(hit);
  }
  return { hits, odd };
}
