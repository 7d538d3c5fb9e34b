import type { DiffHunk, FileDiff } from "#model/change/change.ts";
import type { DescribedFile, DescribeTools } from "./changed-files.ts";
import { gitFailed } from "../git.ts";
import { createPatchParser, type PatchHunk } from "./patch-parser.ts";
import { DIFF_ARGUMENTS, type RawFile, isGone } from "./raw-diff.ts";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ObjectReader } from "../objects/object-reader.ts";
import type { Repository } from "../repository.ts";

interface OpenDiff extends DescribedFile {
  readonly hunks: DiffHunk[];
}

/** Reads the files with their changed lines from one patch of git. Skipped files are only skimmed. */
export async function readHunks(
  tools: DescribeTools,
  ends: { readonly base: string; readonly head: string },
  described: readonly DescribedFile[],
): Promise<readonly FileDiff[]> {
  const skimmed = chooseSkimmed(described);
  const diffs = described.map((each): OpenDiff => ({ ...each, hunks: [] }));
  const open = diffs.filter(
    ({ raw, file, isText }) => isText && file.unread === undefined && (file.listed === undefined || skimmed.has(raw)),
  );
  await readPatch(
    tools,
    ends,
    open.filter((each) => !isCompared(each)),
  );
  for (const { raw, file, isWhole, hunks } of open.filter(isCompared)) {
    for (const hunk of await compareTexts(tools, raw, isWhole)) hunks.push({ path: file.path, ...hunk });
  }
  return diffs.map((diff) => {
    const isLeftOut = diff.file.listed !== undefined && diff.isText && !skimmed.has(diff.raw);
    return isLeftOut ? { ...toDiff(diff), isUnsearched: true } : toDiff(diff);
  });
}

/** Whether git's patch does not show the lines to read. */
const isCompared = ({ raw, isWhole }: DescribedFile): boolean => raw.binary === true || isWhole;

const size = ({ raw }: DescribedFile): number => (raw.lines?.added ?? 0) + (raw.lines?.removed ?? 0);

/** Skipped texts that are still searched for credentials and conflicts: the shortest, up to this many lines. */
function chooseSkimmed(described: readonly DescribedFile[]): ReadonlySet<RawFile> {
  const chosen = new Set<RawFile>();
  let total = 0;
  const skipped = described.filter(({ file, isText }) => file.listed !== undefined && isText);
  for (const each of skipped.toSorted((one, other) => size(one) - size(other))) {
    total += size(each);
    if (total > MAX_SKIMMED_LINES) break;
    chosen.add(each.raw);
  }
  return chosen;
}

/** As many as are read line by line. */
const MAX_SKIMMED_LINES = 300_000;

async function readPatch(
  { repository }: DescribeTools,
  { base, head }: { readonly base: string; readonly head: string },
  open: readonly OpenDiff[],
): Promise<void> {
  if (open.length === 0) return;
  const receivers = new Map<string, ((hunk: PatchHunk) => void)[]>();
  for (const { raw, file, hunks } of open) {
    const take = (hunk: PatchHunk) => hunks.push({ path: file.path, ...hunk });
    for (const key of keysOf(raw)) {
      const known = receivers.get(key);
      if (known === undefined) receivers.set(key, [take]);
      else known.push(take);
    }
  }
  const parser = createPatchParser((oldId, newId) => {
    const key = `${oldId} ${newId}`;
    const all = receivers.get(key);
    if (all === undefined) return undefined;
    return (hunk) => {
      // Equal blobs give equal hunks, so the first such file provides them for all.
      receivers.delete(key);
      all.forEach((take) => take(hunk));
    };
  });
  const args = [...DIFF_ARGUMENTS, "-p", "--end-of-options", base, head, "--"];
  const { code, stderr } = await repository.run(args, { onOutput: (chunk) => parser.push(chunk) });
  if (code !== 0) throw gitFailed(`compare ${base} with ${head}`, stderr);
  parser.end();
}

/** A file that became a link, or the other way round, is shown as removed and added. */
function keysOf({ status, oldId, newId }: RawFile): readonly string[] {
  const none = "0".repeat(oldId.length);
  return status === "T" ? [`${oldId} ${none}`, `${none} ${newId}`] : [`${oldId} ${newId}`];
}

function toDiff(each: OpenDiff): FileDiff {
  const { raw, file: plain, hunks } = each;
  const file = isCompared(each) && hunks.length > 0 ? { ...plain, lines: countLines(hunks) } : plain;
  if (file.listed !== undefined) return { file, hunks: [], ...(hunks.length > 0 && { skimmed: hunks }) };
  if (!each.isText || file.unread !== undefined) return { file, hunks };
  if (isCompared(each)) {
    const isSame = hunks.length === 0 && raw.oldId !== raw.newId;
    return {
      file: isSame && raw.status === "M" ? { ...file, listed: "changed in bytes that read the same" } : file,
      hunks,
    };
  }
  return {
    file: addsUp(file, hunks) ? file : { ...file, unread: "not all of its changed lines are available" },
    hunks,
  };
}

/** Whether the hunks contain all lines that git counted. */
function addsUp({ lines }: FileDiff["file"], hunks: readonly DiffHunk[]): boolean {
  if (lines === undefined) return hunks.length > 0;
  const shown = countLines(hunks);
  return shown.added === lines.added && shown.removed === lines.removed;
}

/** Git counts neither the lines of files that it considers binary nor unchanged lines. */
function countLines(hunks: readonly DiffHunk[]): { added: number; removed: number } {
  const lines = hunks.flatMap((hunk) => hunk.lines);
  const added = lines.filter(({ kind }) => kind === "added").length;
  return { added, removed: lines.filter(({ kind }) => kind === "removed").length };
}

/**
 * Compares the texts of a file that git considers binary: with a NUL, in UTF-16, or marked by attributes. A side that
 * is not text, or was not reviewed before, counts as empty, so that all of the new text is shown.
 */
async function compareTexts(
  { repository, reader }: { readonly repository: Repository; readonly reader: ObjectReader },
  { oldId, oldMode, newId, newMode }: RawFile,
  isWhole: boolean,
): Promise<PatchHunk[]> {
  const sides = await Promise.all(
    [isWhole || isGone(oldMode) ? undefined : oldId, isGone(newMode) ? undefined : newId].map(async (id, side) => {
      const content = id === undefined ? undefined : await reader.read(id);
      const file = join(repository.tempFolder, `compared-${oldId}-${newId}-${side}`);
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
