import { type ChangedFile, isRead } from "#model/change/scope.ts";
import { readAttributes } from "./attributes.ts";
import type { ClassifyFile } from "#model/change/reading-policy.ts";
import { judgeFile, type FileJudgement, TOO_LARGE, judgeLarge } from "./judge-file.ts";
import type { ObjectReader } from "../objects/object-reader.ts";
import { isGone, type RawFile } from "./raw-diff.ts";
import type { Repository } from "../repository.ts";
import { lookUp } from "#util/look-up.ts";
import { withCommas } from "#util/words.ts";

/** A file of the change, with git's raw entry. */
export interface DescribedFile {
  readonly raw: RawFile;
  readonly file: ChangedFile;
  /** Its changed lines are available. */
  readonly isText: boolean;
  /** All its lines must be read, not only the changed ones. */
  readonly isWhole: boolean;
}

export interface DescribeTools {
  readonly repository: Repository;
  readonly reader: ObjectReader;
  readonly classify: ClassifyFile;
}

/** Decides which files may be skipped. */
interface SkipPolicy {
  /** The commit whose attributes apply. */
  readonly attributes: string;
  /** A whole tree is reviewed: each file counts as if it had existed before. */
  readonly isWholeTree: boolean;
}

/** More changed lines would take too much memory. */
const MAX_LINES = 300_000;
/** The number of contents in memory at a time. */
const AT_ONCE = 64;

/** Describes git's raw entries: each file is read line by line, skipped by policy, or cannot be read. */
export async function describeFiles(
  { repository, reader, classify }: DescribeTools,
  raws: readonly RawFile[],
  { attributes, isWholeTree }: SkipPolicy,
): Promise<readonly DescribedFile[]> {
  const paths = raws.flatMap(({ path, oldPath }) => (oldPath === undefined ? [path] : [path, oldPath]));
  const known = await readAttributes(repository, attributes, [...new Set(paths)]);
  const tools = { repository, reader, classify, isWholeTree, attributesOf: (path: string) => known.get(path) ?? {} };
  const judgements: FileJudgement[] = [];
  for (let at = 0; at < raws.length; at += AT_ONCE) {
    judgements.push(...(await Promise.all(raws.slice(at, at + AT_ONCE).map((raw) => judgeFile(tools, raw)))));
  }
  for (const [at, raw] of raws.entries()) {
    const large = judgements[at]?.unread === TOO_LARGE ? await judgeLarge(tools, raw) : undefined;
    if (large !== undefined) judgements[at] = large;
  }
  const described = raws.map((raw, at) => describe(raw, judgements[at] ?? { isText: false }));
  return limitLines(rejectAmbiguousNames(described));
}

/** If two names are displayed alike, as `\xff` and the byte 0xff, it would be unclear which file was read. */
function rejectAmbiguousNames(described: readonly DescribedFile[]): readonly DescribedFile[] {
  const counts = new Map<string, number>();
  for (const { raw } of described) counts.set(raw.path, (counts.get(raw.path) ?? 0) + 1);
  return described.map((each) => {
    if (counts.get(each.raw.path) === 1) return each;
    const { listed: _, ...file } = each.file;
    return { ...each, file: { ...file, unread: "another file's name looks the same" } };
  });
}

const CHANGES: Readonly<Record<string, ChangedFile["change"]>> = {
  A: "added",
  M: "modified",
  D: "deleted",
  R: "renamed",
  C: "copied",
  T: "type-changed",
};

function describe(raw: RawFile, { isText, isWhole, ...judged }: FileJudgement): DescribedFile {
  const { path, oldPath, status, lines } = raw;
  const change = lookUp(CHANGES, status) ?? "modified";
  return {
    raw,
    isText,
    isWhole: isWhole === true,
    file: { path, oldPath, change, lines, mode: modeOf(raw), ...judged },
  };
}

/** Both modes if they differ; always for links and submodules. */
function modeOf({ oldMode, newMode }: RawFile): ChangedFile["mode"] {
  const isSpecial = [oldMode, newMode].some((mode) => mode.startsWith("12") || mode.startsWith("16"));
  const hasChanged = oldMode !== newMode && !isGone(oldMode) && !isGone(newMode);
  if (!isSpecial && !hasChanged) return undefined;
  return { ...(!isGone(oldMode) && { old: oldMode }), ...(!isGone(newMode) && { new: newMode }) };
}

const countLines = ({ lines }: ChangedFile): number => (lines?.added ?? 0) + (lines?.removed ?? 0);

/** If all files together have too many lines, the largest are not read. */
function limitLines(described: readonly DescribedFile[]): readonly DescribedFile[] {
  const read = described.filter(({ file }) => isRead(file));
  let total = 0;
  const over = new Set<ChangedFile>();
  for (const { file } of read.toSorted((one, other) => countLines(one.file) - countLines(other.file))) {
    total += countLines(file);
    if (total > MAX_LINES) over.add(file);
  }
  const unread = `the change has more than ${withCommas(MAX_LINES)} lines to read`;
  return described.map((each) => (over.has(each.file) ? { ...each, file: { ...each.file, unread } } : each));
}
