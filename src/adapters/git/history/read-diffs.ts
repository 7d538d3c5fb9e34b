import { splitFields } from "../decode-path.ts";
import { createPatchParser } from "../diff/patch-parser.ts";
import { DIFF_ARGUMENTS, parseRawDiff, type RawFile } from "../diff/raw-diff.ts";
import type { Repository } from "../repository.ts";
import type { ChangedRun } from "./map-lines.ts";

/** Two commits to compare. */
interface CommitPair {
  readonly from: string;
  readonly to: string;
}

/** A file that differs between two commits, and where. */
export interface LineDiff extends Pick<RawFile, "path" | "oldPath" | "status"> {
  /** Undefined if git compares the file only as a whole. White space alone is not a difference. */
  readonly runs: readonly ChangedRun[] | undefined;
}

/**
 * Which lines differ between the commits of each pair, with two runs of git for all pairs. Undefined if git fails or
 * takes longer than half a minute.
 */
export async function readDiffs(
  repository: Repository,
  pairs: readonly CommitPair[],
): Promise<readonly (readonly LineDiff[])[] | undefined> {
  if (pairs.length === 0) return [];
  const input = pairs.map(({ from, to }) => `${to} ${from}\n`).join("");
  const signal = AbortSignal.timeout(MAX_MS);
  const diff = (args: readonly string[], onOutput?: (chunk: Buffer) => void) =>
    repository
      .run([...DIFF_ARGUMENTS, "-C", "--stdin", "--always", ...args], { input, signal, ...(onOutput && { onOutput }) })
      .catch(() => undefined);
  const listed = await diff(["-z", "--raw", "--numstat"]);
  const runs = new Map<string, ChangedRun[]>();
  const parser = createPatchParser((oldId, newId) => {
    const key = `${oldId} ${newId}`;
    // Equal blobs differ in equal lines.
    if (runs.has(key)) return undefined;
    const own: ChangedRun[] = [];
    runs.set(key, own);
    return ({ oldStart, oldLines, newStart, newLines }) => own.push({ oldStart, oldLines, newStart, newLines });
  });
  const patched = listed?.code === 0 ? await diff(["-p", "-w", "-U0"], (chunk) => parser.push(chunk)) : undefined;
  if (listed === undefined || patched?.code !== 0) return undefined;
  parser.end();
  const raws = splitPairs(splitFields(listed.stdout));
  if (raws.length !== pairs.length) return undefined;
  return raws.map((files) => files.map((file) => withRuns(file, runs)));
}

const MAX_MS = 30_000;

/** Each commit id is followed by its files, then their counts. A name is never alone, so it cannot look like an id. */
function splitPairs(fields: readonly string[]): (readonly RawFile[])[] {
  const pairs: string[][] = [];
  for (let at = 0; at < fields.length; at += 1) {
    const field = fields[at] ?? "";
    if (/^[0-9a-f]{40,64}$/.test(field)) {
      pairs.push([]);
      continue;
    }
    const names = countNames(field);
    pairs.at(-1)?.push(...fields.slice(at, at + 1 + names));
    at += names;
  }
  return pairs.map((own) => parseRawDiff(own));
}

function countNames(field: string): 0 | 1 | 2 {
  if (!field.startsWith(":")) return field.endsWith("\t") ? 2 : 0;
  return /^[RC]/.test(field.split(" ")[4] ?? "") ? 2 : 1;
}

function withRuns(
  { path, oldPath, status, oldId, newId, binary }: RawFile,
  runs: ReadonlyMap<string, ChangedRun[]>,
): LineDiff {
  const names = { path, ...(oldPath !== undefined && { oldPath }), status };
  // Nothing is printed if only white space differs.
  return { ...names, runs: binary === true ? undefined : (runs.get(`${oldId} ${newId}`) ?? []) };
}
