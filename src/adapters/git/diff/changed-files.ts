import type { ChangedFile } from "#model/change/scope.ts";
import { omitUndefined } from "#util/omit-undefined.ts";
import { readAttributes, type FileAttributes } from "./attributes.ts";
import { LFS_MARK } from "../snapshot/lfs.ts";
import { MOST_BYTES, type ObjectReader } from "../objects/object-reader.ts";
import type { RawFile } from "./raw-diff.ts";
import type { Repository } from "../repository.ts";
import { lookUp } from "#util/look-up.ts";

/** What tells a file to be read line by line from one to be listed only. Fits the step that decides it by shape. */
export interface FileTraits {
  readonly path: string;
  readonly attributes: FileAttributes;
  /** The newest content that there is. */
  readonly text: string;
}

/** Says why a file is only listed; undefined when it is to be reviewed line by line. */
export type ClassifyFile = (traits: FileTraits) => string | undefined;

/** A file of the change with what git said of it. */
export interface DescribedFile {
  readonly raw: RawFile;
  readonly file: ChangedFile;
}

interface Tools {
  readonly repository: Repository;
  readonly reader: ObjectReader;
  readonly classify: ClassifyFile;
}

/** More changed lines in one file, or in all, are nothing to read line by line and would fill the memory. */
const MOST_FILE_LINES = 20_000;
const MOST_LINES = 300_000;
/** So many contents are held at a time. */
const AT_ONCE = 64;

/** Turns what git said into files of the change, each either to be reviewed line by line or listed with a reason. */
export async function describeFiles(tools: Tools, raws: readonly RawFile[]): Promise<readonly DescribedFile[]> {
  const attributes = await readAttributes(
    tools.repository,
    raws.map(({ path }) => path),
  );
  const reasons: (string | undefined)[] = [];
  const judge = (raw: RawFile) => whyListed(tools, raw, attributes.get(raw.path) ?? {});
  for (let at = 0; at < raws.length; at += AT_ONCE) {
    reasons.push(...(await Promise.all(raws.slice(at, at + AT_ONCE).map(judge))));
  }
  return raws.map((raw, at) => ({ raw, file: toFile(raw, reasons[at]) })).map(keepWithin(raws, reasons));
}

const isGone = (mode: string): boolean => /^0+$/.test(mode);

function whyByKind(raw: RawFile): string | undefined {
  const { oldMode, newMode, oldId, newId, status, lines, binary } = raw;
  const mode = isGone(newMode) ? oldMode : newMode;
  if (mode === "160000") return "submodule";
  if (mode === "120000") return "symbolic link";
  if (status === "M" && oldId === newId) return `only its mode changed, ${oldMode.slice(-3)} to ${newMode.slice(-3)}`;
  if (status === "M" && lines === undefined && binary !== true) return "only its line ends changed";
  if (countLines(raw) > MOST_FILE_LINES) {
    return `more than ${MOST_FILE_LINES} changed lines`;
  }
  return undefined;
}

async function whyListed({ reader, classify }: Tools, raw: RawFile, attributes: FileAttributes) {
  const plain = whyByKind(raw);
  if (plain !== undefined) return plain;
  const content = await reader.read(isGone(raw.newMode) ? raw.oldId : raw.newId);
  if (content.kind === "large") return `larger than ${MOST_BYTES / 1024 / 1024} MB`;
  if (content.kind === "missing") return "its content is not in this clone";
  if (content.kind !== "text" || raw.binary === true) return "binary";
  if (content.text.startsWith(LFS_MARK)) return "LFS pointer";
  return classify({ path: raw.path, attributes, text: content.text });
}

const CHANGES: Readonly<Record<string, ChangedFile["change"]>> = {
  A: "added",
  M: "modified",
  D: "deleted",
  R: "renamed",
  C: "copied",
  T: "type-changed",
};

function toFile({ path, oldPath, status, binary, lines }: RawFile, listed: string | undefined): ChangedFile {
  const change = lookUp(CHANGES, status) ?? "modified";
  const isBinary = binary === true && listed?.startsWith("larger") !== true ? true : undefined;
  return omitUndefined({ path, oldPath, change, binary: isBinary, lines, listed });
}

const countLines = ({ lines }: RawFile): number => (lines?.added ?? 0) + (lines?.removed ?? 0);

/** Where all files together are too many lines, the largest are only listed. */
function keepWithin(raws: readonly RawFile[], reasons: readonly (string | undefined)[]) {
  const open = raws
    .filter((_, at) => reasons[at] === undefined)
    .sort((one, other) => countLines(one) - countLines(other));
  let total = 0;
  const over = new Set<RawFile>();
  for (const raw of open) {
    total += countLines(raw);
    if (total > MOST_LINES) over.add(raw);
  }
  return (described: DescribedFile): DescribedFile =>
    over.has(described.raw)
      ? { ...described, file: { ...described.file, listed: `the change has more than ${MOST_LINES} lines to read` } }
      : described;
}
