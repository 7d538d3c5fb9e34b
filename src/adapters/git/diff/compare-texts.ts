import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gitFailed } from "../git.ts";
import type { ObjectReader } from "../objects/object-reader.ts";
import type { Repository } from "../repository.ts";
import { createPatchParser, type PatchHunk } from "./patch-parser.ts";
import { isGone, type RawFile } from "./raw-diff.ts";

/**
 * Compares the texts of a file that git takes for binary: one with a NUL or in UTF-16, or one that attributes call so. What
 * was no text before, and what nobody has read, counts as empty, so that all of the new text is shown.
 */
export async function compareTexts(
  { repository, reader }: { readonly repository: Repository; readonly reader: ObjectReader },
  { oldId, oldMode, newId, newMode }: RawFile,
  isWhole: boolean,
): Promise<PatchHunk[]> {
  const sides = await Promise.all(
    [isWhole || isGone(oldMode) ? undefined : oldId, isGone(newMode) ? undefined : newId].map(async (id, side) => {
      const content = id === undefined ? undefined : await reader.read(id);
      const file = join(repository.lab, `compared-${oldId}-${newId}-${side}`);
      await writeFile(file, content?.kind === "text" ? content.text : "");
      return file;
    }),
  );
  const hunks: PatchHunk[] = [];
  const parser = createPatchParser(() => (hunk) => hunks.push(hunk));
  const { code, stderr } = await repository.run([...ARGUMENTS, ...sides], { onOutput: (chunk) => parser.push(chunk) });
  // 1: they differ.
  if (code !== 0 && code !== 1) throw gitFailed("compare two texts", stderr);
  parser.end();
  return hunks;
}

const ARGUMENTS = [
  "-c",
  "diff.suppressBlankEmpty=false",
  "diff",
  "--no-index",
  "--text",
  "--no-ext-diff",
  "--no-textconv",
  "--no-color",
  "--ignore-cr-at-eol",
  "--full-index",
  "--unified=3",
  "--inter-hunk-context=0",
  "--",
] as const;
