import type { ClassifyFile, FileTraits } from "#model/change/reading-policy.ts";
import type { ChangedFile } from "#model/change/scope.ts";
import { MAX_BLOB_BYTES, type BlobText, type ObjectReader } from "../objects/object-reader.ts";
import type { Repository } from "../repository.ts";
import { isLfsPointer } from "../snapshot/lfs.ts";
import type { FileAttributes } from "./attributes.ts";
import { hasMediaName, isMedia } from "./media.ts";
import { isGone, type RawFile } from "./raw-diff.ts";
import { decodeText } from "../objects/decode-text.ts";

/** How a file is handled: read line by line, skipped, or not readable. */
export interface FileJudgement extends Pick<ChangedFile, "listed" | "unread" | "binary" | "link"> {
  /** It is text, so its changed lines are available. */
  readonly isText: boolean;
  /** All its lines must be read, not only the changed ones. */
  readonly isWhole?: true;
}

interface JudgeTools {
  readonly repository: Repository;
  readonly reader: ObjectReader;
  readonly classify: ClassifyFile;
  /** The attributes at the base. */
  readonly attributesOf: (path: string) => FileAttributes;
  /** A whole tree is reviewed: each file counts as if it had existed before. */
  readonly isWholeTree: boolean;
}

type TextReader = Pick<ObjectReader, "read">;

const LINK = "120000";
const SUBMODULE = "160000";

/** Decides whether a file is read, skipped by policy, or cannot be read although it should be. */
export async function judgeFile(tools: JudgeTools, raw: RawFile): Promise<FileJudgement> {
  const { oldMode, newMode, oldId, newId, status, lines, binary } = raw;
  if (newMode === SUBMODULE || (isGone(newMode) && oldMode === SUBMODULE)) return judgeSubmodule(raw);
  if (newMode === LINK || (isGone(newMode) && oldMode === LINK)) return judgeLink(tools.reader, raw);
  if (status === "M" && oldId === newId) {
    return { isText: false, listed: `only its mode changed, ${oldMode.slice(-3)} to ${newMode.slice(-3)}` };
  }
  if (status === "M" && lines === undefined && binary !== true) {
    return { isText: false, listed: "only its line ends changed" };
  }
  const content = await tools.reader.read(isGone(newMode) ? oldId : newId);
  if (content.kind !== "text") return judgeBinary(tools.repository, raw, content);
  // A deleted pointer is only its text.
  if (isLfsPointer(content.text) && !isGone(newMode)) return { isText: true, unread: POINTER };
  return { isText: true, ...tools.classify(await traitsOf(tools, raw, content.text)) };
}

const POINTER = "an LFS pointer; the content is not in this clone";

function judgeSubmodule({ oldMode, newMode, oldId, newId }: RawFile): FileJudgement {
  const [from, to] = [oldId.slice(0, 10), newId.slice(0, 10)];
  if (isGone(newMode)) return { isText: false, listed: `submodule removed, was at ${from}` };
  const what = oldMode === SUBMODULE ? `submodule moved from ${from} to ${to}` : `submodule added at ${to}`;
  return { isText: false, unread: `${what}: its contents were not read` };
}

/** The target of a link is one line of text. */
async function judgeLink(reader: ObjectReader, { oldMode, oldId, newMode, newId }: RawFile): Promise<FileJudgement> {
  const targetOf = async (mode: string, id: string): Promise<string | undefined> => {
    const content = mode === LINK ? await reader.read(id) : undefined;
    return content?.kind === "text" ? content.text : undefined;
  };
  const [before, now] = [await targetOf(oldMode, oldId), await targetOf(newMode, newId)];
  if (newMode === LINK && now === undefined)
    return { isText: false, unread: "a symbolic link whose target is not readable" };
  return { isText: true, link: { old: before, new: now } };
}

/** Why the content of a file was not read. */
export const TOO_LARGE = `larger than ${MAX_BLOB_BYTES / 1024 / 1024} MB`;

/** Decides about a file that is no text, or too large. */
export async function judgeBinary(
  repository: Repository,
  { path, newMode, newId }: Pick<RawFile, "path" | "newMode" | "newId">,
  content: Exclude<BlobText, { kind: "text" }>,
): Promise<FileJudgement> {
  if (content.kind === "missing") return { isText: false, unread: "its content is not in this clone" };
  const why = content.kind === "large" ? TOO_LARGE : "binary";
  const about = { isText: false, ...(content.kind === "binary" && { binary: true }) };
  // A deleted file can do nothing.
  if (isGone(newMode)) return { ...about, listed: `${why}, deleted` };
  if (!hasMediaName(path) || newMode !== "100644") return { ...about, unread: why };
  const start = content.kind === "binary" ? content.start : await readStart(repository, newId);
  return isMedia(path, start) ? { isText: false, binary: true, listed: "binary" } : { ...about, unread: why };
}

/** The first bytes of a file that is too large for memory. */
async function readStart(repository: Repository, id: string): Promise<Buffer> {
  const enough = new AbortController();
  const pieces: Buffer[] = [];
  const onOutput = (chunk: Buffer): void => {
    if (pieces.length === 0) pieces.push(Buffer.from(chunk.subarray(0, 64)));
    enough.abort();
  };
  await repository.run(["cat-file", "blob", id], { signal: enough.signal, onOutput }).catch(() => undefined);
  return pieces[0] ?? Buffer.alloc(0);
}

/** The traits that a text is classified by. */
async function traitsOf(
  { reader, attributesOf, isWholeTree }: Pick<JudgeTools, "attributesOf" | "isWholeTree"> & { reader: TextReader },
  { path, oldPath = path, status, oldMode, oldId }: RawFile,
  text: string,
): Promise<FileTraits> {
  const now = { path, attributes: attributesOf(path), text };
  if (isWholeTree) return { ...now, before: now };
  // A copy is a new file, and so is one that took the place of a link or a submodule.
  if (status === "A" || status === "C" || !oldMode.startsWith("100")) return now;
  const old = await reader.read(oldId);
  const before = { path: oldPath, attributes: attributesOf(oldPath), text: old.kind === "text" ? old.text : "" };
  return { ...now, before };
}

/** Lock files and generated files may be this large. Larger files are not read. */
export const MAX_SKIPPED_BYTES = 32 * 1024 * 1024;

/**
 * Judges a text that is too large to be read line by line. If its kind is skipped anyway, its size does not matter and
 * its changed lines are counted; else undefined. Call it for one file at a time, since each is held in memory.
 */
export async function judgeLarge(
  tools: JudgeTools,
  raw: RawFile,
): Promise<(FileJudgement & Pick<ChangedFile, "lines">) | undefined> {
  const { repository } = tools;
  const reader = { read: (id: string) => readLarge(repository, id) };
  const content = await reader.read(raw.newId);
  if (content.kind !== "text") return undefined;
  const { listed } = tools.classify(await traitsOf({ ...tools, reader }, raw, content.text));
  if (listed === undefined) return undefined;
  const lines = isGone(raw.oldMode) ? countAll(content.text) : await countChanged(repository, raw);
  return { isText: false, listed, ...(lines !== undefined && { lines }) };
}

async function readLarge(repository: Repository, id: string): Promise<BlobText> {
  const bytes = Number(await repository.query(["cat-file", "-s", id]));
  if (!(bytes <= MAX_SKIPPED_BYTES)) return { kind: "large" };
  const { stdout } = await repository.run(["cat-file", "blob", id]);
  const text = decodeText(stdout);
  return text === undefined ? { kind: "binary", start: stdout.subarray(0, 64) } : { kind: "text", text };
}

function countAll(text: string): ChangedFile["lines"] {
  return { added: text.split("\n").length - (text.endsWith("\n") ? 1 : 0), removed: 0 };
}

async function countChanged(repository: Repository, { oldId, newId }: RawFile): Promise<ChangedFile["lines"]> {
  const { stdout } = await repository.run([...COUNT, oldId, newId]);
  const [, added, removed] = /^(\d+)\t(\d+)\t/.exec(stdout.toString("latin1")) ?? [];
  return added === undefined ? undefined : { added: Number(added), removed: Number(removed) };
}

const COUNT = [
  "diff",
  "--numstat",
  "--text",
  "--no-ext-diff",
  "--no-textconv",
  "--ignore-cr-at-eol",
  "--end-of-options",
];
