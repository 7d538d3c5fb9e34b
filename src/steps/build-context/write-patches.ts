import type { BundleFile, PatchPlace } from "#model/agent/bundle.ts";
import { maskSecrets } from "#util/secrets/mask-secrets.ts";
import { slug } from "#util/names.ts";
import type { GivenFile } from "./documents/write-scope.ts";
import type { Slice } from "./pack/slice.ts";
import { type PatchPart, segmentLine, segmentLines } from "./patch/lay-out.ts";
import { headerLines } from "./patch/patch-lines.ts";

/** The patch files of a bundle, the place of each hunk in them, and which file has which. */
export interface WrittenPatches {
  readonly files: readonly BundleFile[];
  readonly places: readonly PatchPlace[];
  readonly given: readonly GivenFile[];
}

/** Writes the slices of a bundle as patch files, numbered in their order. */
export function writePatches(slices: readonly Slice[]): WrittenPatches {
  const files: BundleFile[] = [];
  const places: PatchPlace[] = [];
  const given: GivenFile[] = [];
  const digits = Math.max(4, String(slices.length).length);
  for (const [at, slice] of slices.entries()) {
    const name = `${String(at + 1).padStart(digits, "0")}-${nameOf(slice.diff.file.path)}`;
    const patches = slice.parts.map((part, index) => {
      const suffix = slice.parts.length === 1 ? "" : `.part${index + 1}of${slice.parts.length}`;
      const written = writePart(slice, part, `review/patches/${name}${suffix}.patch`);
      files.push(written.file);
      places.push(...written.places);
      return written.file.path;
    });
    const note = noteOn(slice);
    given.push({ file: slice.diff.file, patches, note });
  }
  return { files, places, given };
}

/** The end of a path is more specific than its beginning. */
function nameOf(path: string): string {
  const end = path.slice(-50);
  const whole = end.length < path.length ? end.slice(end.indexOf("/") + 1) : end;
  return slug(maskSecrets(whole)) || "file";
}

function writePart(slice: Slice, part: PatchPart, path: string): { file: BundleFile; places: PatchPlace[] } {
  const lines = headerLines(slice.diff.file);
  const places = part.segments.map((segment) => {
    const start = lines.length + 1;
    lines.push(segmentLine(segment), ...segmentLines(segment));
    const { newStart, newLines } = segment.range;
    return {
      path,
      start,
      end: lines.length,
      hunk: segment.hunk,
      ...(newLines > 0 && { lines: { start: newStart, end: newStart + newLines - 1 } }),
      rows: { from: segment.from, to: segment.to },
      pieces: segment.pieces,
    };
  });
  return { file: { path, text: `${lines.join("\n")}\n` }, places };
}

/** The note for a reviewer about a file that is incomplete here. */
function noteOn({ number, of, parts, diff }: Slice): string | undefined {
  if (of === 1) return undefined;
  const first = parts[0]?.segments[0];
  const last = parts.at(-1)?.segments.at(-1);
  const isCut = (first !== undefined && first.from > 0) || (last !== undefined && last.to < last.source.lines.length);
  const where = isCut ? "cut inside a hunk, between lines" : "cut between hunks";
  return `Piece ${number} of ${of} of the file's ${diff.hunks.length} hunks, ${where}; the other pieces are in other parts`;
}
