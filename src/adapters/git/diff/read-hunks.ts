import type { DiffHunk, FileDiff } from "#model/change/change.ts";
import type { DescribedFile, DescribeTools } from "./changed-files.ts";
import { compareTexts } from "./compare-texts.ts";
import { gitFailed } from "../git.ts";
import { createPatchParser, type PatchHunk } from "./patch-parser.ts";
import { DIFF_ARGUMENTS, type RawFile } from "./raw-diff.ts";

interface OpenDiff extends DescribedFile {
  readonly hunks: DiffHunk[];
}

/** The files with their changed lines, read from one patch as git prints it. Of what is skipped, text is only skimmed. */
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
    open.filter(({ raw }) => raw.binary !== true),
  );
  for (const { raw, file, hunks } of open) {
    if (raw.binary !== true) continue;
    for (const hunk of await compareTexts(tools, raw)) hunks.push({ path: file.path, ...hunk });
  }
  return diffs.map((diff) => {
    const isLeftOut = diff.file.listed !== undefined && diff.isText && !skimmed.has(diff.raw);
    return isLeftOut ? { ...toDiff(diff), isUnsearched: true } : toDiff(diff);
  });
}

/** Skipped texts that are searched for credentials and conflicts all the same, as long as they are not too many. */
function chooseSkimmed(described: readonly DescribedFile[]): ReadonlySet<RawFile> {
  const chosen = new Set<RawFile>();
  let total = 0;
  for (const { raw, file, isText } of described) {
    if (file.listed === undefined || !isText) continue;
    const lines = (raw.lines?.added ?? 0) + (raw.lines?.removed ?? 0);
    if (total + lines > MAX_SKIMMED_LINES) continue;
    total += lines;
    chosen.add(raw);
  }
  return chosen;
}

/** As many as are read at most. */
const MAX_SKIMMED_LINES = 300_000;

async function readPatch(
  { repository }: DescribeTools,
  { base, head }: { readonly base: string; readonly head: string },
  open: readonly OpenDiff[],
): Promise<void> {
  if (open.length === 0) return;
  const takers = new Map<string, ((hunk: PatchHunk) => void)[]>();
  for (const { raw, file, hunks } of open) {
    const take = (hunk: PatchHunk) => hunks.push({ path: file.path, ...hunk });
    for (const key of keysOf(raw)) {
      const known = takers.get(key);
      if (known === undefined) takers.set(key, [take]);
      else known.push(take);
    }
  }
  const parser = createPatchParser((oldId, newId) => {
    // The same contents compared give the same hunks, so the first such file of the patch speaks for all of them.
    const all = takers.get(`${oldId} ${newId}`);
    takers.delete(`${oldId} ${newId}`);
    return all === undefined ? undefined : (hunk) => all.forEach((take) => take(hunk));
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

function toDiff({ raw, file, hunks }: OpenDiff): FileDiff {
  if (file.listed !== undefined) return { file, hunks: [], ...(hunks.length > 0 && { skimmed: hunks }) };
  return { file: raw.binary === true && hunks.length > 0 ? { ...file, lines: countLines(hunks) } : file, hunks };
}

/** Git does not count the lines of what it takes for binary. */
function countLines(hunks: readonly DiffHunk[]): { added: number; removed: number } {
  const lines = hunks.flatMap((hunk) => hunk.lines);
  const added = lines.filter(({ kind }) => kind === "added").length;
  return { added, removed: lines.filter(({ kind }) => kind === "removed").length };
}
