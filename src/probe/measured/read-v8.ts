import { z } from "zod";
import type { CoverageByPath, LineCoverage } from "./line-coverage.ts";
import { decodeMappings } from "./decode-mappings.ts";

const rangeSchema = z.object({ startOffset: z.number(), endOffset: z.number(), count: z.number() });
const scriptSchema = z.object({
  url: z.string(),
  functions: z.array(z.object({ ranges: z.array(rangeSchema).min(1) })),
});
const mapSchema = z.object({
  lineLengths: z.array(z.number().int().nonnegative()),
  data: z.object({ sources: z.array(z.string().nullable()), mappings: z.string() }).nullable(),
});
const reportSchema = z.object({
  result: z.array(z.unknown()),
  "source-map-cache": z.record(z.string(), z.unknown()).optional(),
});

/** What is needed to place what V8 reports. */
export interface V8Code {
  /** The path of a file of the code, by its address. */
  toPath(url: string): string | undefined;
  /** The text of a file of the code, if it is one of the change. */
  textOf(path: string): string | undefined;
}

/** Reads a file that Node writes to NODE_V8_COVERAGE. */
export function readV8(value: unknown, code: V8Code): CoverageByPath {
  const files = new Map<string, LineCoverage>();
  const report = reportSchema.safeParse(value);
  if (!report.success) return files;
  const maps = new Map(Object.entries(report.data["source-map-cache"] ?? {}));
  for (const each of report.data.result) {
    const script = scriptSchema.safeParse(each);
    if (!script.success) continue;
    const { url } = script.data;
    const map = mapSchema.safeParse(maps.get(url));
    const found =
      map.success && map.data.data !== null ? throughMap(script.data, map.data, code) : directly(script.data, code);
    for (const [path, lines] of found) files.set(path, lines);
  }
  return files;
}

type Script = z.infer<typeof scriptSchema>;

/** How often each character was run, by its innermost range. */
function countCharacters({ functions }: Script, length: number): Uint8Array {
  const counts = new Uint8Array(length);
  const ranges = functions
    .flatMap((each) => each.ranges)
    .toSorted((one, other) => one.startOffset - other.startOffset || other.endOffset - one.endOffset);
  for (const { startOffset, endOffset, count } of ranges) counts.fill(count > 0 ? 1 : 0, startOffset, endOffset);
  return counts;
}

const endOf = ({ functions }: Script): number =>
  functions.reduce((end, { ranges }) => Math.max(end, ranges[0]?.endOffset ?? 0), 0);

/** A script that is the file itself. One of another length was transformed: it was loaded, and nothing else is known. */
function directly(script: Script, { toPath, textOf }: V8Code): CoverageByPath {
  const path = toPath(script.url);
  const text = path === undefined ? undefined : textOf(path);
  if (path === undefined) return new Map();
  if (text === undefined || endOf(script) !== text.length) return new Map([[path, LOADED]]);
  const counts = countCharacters(script, text.length);
  const ran = new Set<number>();
  const known = new Set<number>();
  let offset = 0;
  for (const [at, line] of text.split("\n").entries()) {
    for (let column = 0; column < line.length; column += 1) {
      if (line[column]?.trim() === "") continue;
      known.add(at + 1);
      if (counts[offset + column] === 1) ran.add(at + 1);
    }
    offset += line.length + 1;
  }
  return new Map([[path, { ran, known }]]);
}

const LOADED: LineCoverage = { ran: new Set(), known: new Set() };

/** A script that was made from other files. */
function throughMap(
  script: Script,
  { lineLengths, data }: z.infer<typeof mapSchema>,
  { toPath }: V8Code,
): CoverageByPath {
  const files = new Map<string, { ran: Set<number>; known: Set<number> }>();
  if (data === null) return files;
  const paths = data.sources.map((source) => (source === null ? undefined : toPath(resolveUrl(source, script.url))));
  const starts: number[] = [];
  let length = 0;
  for (const each of lineLengths) {
    starts.push(length);
    length += each + 1;
  }
  const counts = countCharacters(script, length);
  for (const { line, column, source, originalLine } of decodeMappings(data.mappings)) {
    const path = paths[source];
    const start = starts[line];
    if (path === undefined || start === undefined) continue;
    const file = files.get(path) ?? { ran: new Set<number>(), known: new Set<number>() };
    file.known.add(originalLine);
    if (counts[start + column] === 1) file.ran.add(originalLine);
    files.set(path, file);
  }
  return files;
}

function resolveUrl(source: string, url: string): string {
  try {
    return new URL(source, url).href;
  } catch {
    return source;
  }
}
