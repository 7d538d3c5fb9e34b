import type { ChangedFile } from "#model/change/scope.ts";
import { decodeText } from "../objects/decode-text.ts";
import type { BlobText } from "../objects/object-reader.ts";
import type { Repository } from "../repository.ts";
import { type FileJudgement, type JudgeTools, traitsOf } from "./judge-file.ts";
import { isGone, type RawFile } from "./raw-diff.ts";

/** A lock file or a generated file may be so large; a larger one is not looked into. */
const MAX_SKIPPED_BYTES = 32 * 1024 * 1024;

/**
 * Judges a text that is too large to be read line by line: where its kind is skipped anyway, its size changes nothing, and its
 * changed lines are counted. Undefined for all others. One at a time, since each is held whole.
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
  const bytes = Number(await repository.ask(["cat-file", "-s", id]));
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
