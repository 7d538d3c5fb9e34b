import { lstat, mkdir, readdir, rename, rm, type FileHandle } from "node:fs/promises";
import { join } from "node:path";
import { openPlainFile } from "./read-plain-file.ts";
import { createMasker } from "#util/secrets/mask-secrets.ts";

/** Where a reviewer's words go as they come, so that a kill in mid-sentence leaves them on disk. */
export interface RawOutput {
  /** Resolves when the system has the words. Never throws: the whole text goes to the journal in the end, which complains. */
  write(chunk: string): Promise<void>;
  /** The reviewer ended. A whole text stands in the journal, so its part is not needed; any other part is kept. */
  close({ whole }: { readonly whole: boolean }): Promise<void>;
}

/** What a reviewer had said when it was cut short. */
interface CutOutput {
  /** Below the round's folder: `raw/claude.cut-1.md`. */
  readonly file: string;
  readonly bytes: number;
}

/** Opens the file of a reviewer that begins to speak; it is made with the first words. */
export function openRawOutput(folder: string, reviewer: string): RawOutput {
  const path = partOf(folder, reviewer);
  let file: FileHandle | undefined;
  let last = Promise.resolve();
  const put = async (chunk: string): Promise<void> => {
    if (chunk === "") return;
    if (file === undefined) {
      await mkdir(join(folder, "raw"), { recursive: true });
      file = await openPlainFile(path, "over");
    }
    await file.appendFile(chunk);
  };
  return {
    write(chunk) {
      // One after the other, and after a failure (a full disk) still in order.
      last = last.then(() => put(chunk)).catch(() => undefined);
      return last;
    },
    async close({ whole }) {
      await last;
      await file?.close().catch(() => undefined);
      if (whole && file !== undefined) await dropPart(folder, reviewer);
    },
  };
}

/** What is there of a reviewer's words, pass by pass: `claude`, `claude-p2`. */
export async function rawOutputParts(folder: string, reviewer: string): Promise<{ part: string; pass: number }[]> {
  const names: string[] = await readdir(join(folder, "raw")).catch(() => []);
  return names.flatMap((name) => {
    const behind = name.startsWith(reviewer) ? /^(?:-p(\d{1,4}))?\.part\.md$/.exec(name.slice(reviewer.length)) : null;
    if (behind === null) return [];
    return [{ part: name.slice(0, -".part.md".length), pass: Number(behind[1] ?? 1) }];
  });
}

/** A reviewer that had not ended speaks again: what it said before is set aside for the user. */
export async function setAsidePart(folder: string, reviewer: string): Promise<CutOutput | undefined> {
  const path = partOf(folder, reviewer);
  const bytes = await lstat(path).then(
    ({ size }) => size,
    () => 0,
  );
  if (bytes === 0) return undefined;
  const names: string[] = await readdir(join(folder, "raw")).catch(() => []);
  let count = 1;
  while (names.includes(`${reviewer}.cut-${count}.md`)) count += 1;
  const name = `${reviewer}.cut-${count}.md`;
  await rename(path, join(folder, "raw", name));
  return { file: `raw/${name}`, bytes };
}

/** Removes the part of a reviewer whose whole text is in the journal. */
export async function dropPart(folder: string, reviewer: string): Promise<void> {
  await rm(partOf(folder, reviewer), { force: true }).catch(() => undefined);
}

const partOf = (folder: string, reviewer: string): string => join(folder, "raw", `${reviewer}.part.md`);

/** Everything that a program prints, kept as it comes: `raw/claude.stdout.jsonl`, `raw/claude.stderr.txt`. */
export interface Printed {
  /** Resolves when the system has it. Never throws: what cannot be kept must not cost the review. */
  write(stream: "stdout" | "stderr", text: string): Promise<void>;
  /** Whether it printed more than is kept. */
  isCut(): boolean;
  close(): Promise<void>;
}

/** So many characters of each stream are kept; the rest is read like the others and not written down. */
const MAX_PRINTED = 64 * 1024 * 1024;
const CUT = "\n[Deep Review keeps the first 64 MB of what a program prints; the rest is not here]\n";

/** Opens the files of one reviewer; each is made with the first words. What looks like a key is masked. */
export function openPrinted(folder: string, reviewer: string, secrets: readonly string[]): Printed {
  const streams = {
    stdout: openStream(folder, `${reviewer}.stdout.jsonl`, secrets),
    stderr: openStream(folder, `${reviewer}.stderr.txt`, secrets),
  };
  return {
    write: (stream, text) => streams[stream].write(text),
    isCut: () => streams.stdout.isCut() || streams.stderr.isCut(),
    async close() {
      await Promise.all([streams.stdout.close(), streams.stderr.close()]);
    },
  };
}

function openStream(folder: string, name: string, secrets: readonly string[]) {
  const masker = createMasker(secrets);
  let file: FileHandle | undefined;
  let last = Promise.resolve();
  let length = 0;
  const put = async (text: string): Promise<void> => {
    if (text === "") return;
    if (file === undefined) {
      await mkdir(join(folder, "raw"), { recursive: true });
      // A second try is kept behind the first.
      file = await openPlainFile(join(folder, "raw", name), "append");
    }
    await file.appendFile(text);
  };
  const queue = (text: string): Promise<void> => {
    last = last.then(() => put(text)).catch(() => undefined);
    return last;
  };
  const isCut = (): boolean => length > MAX_PRINTED;
  return {
    isCut,
    write(text: string): Promise<void> {
      if (isCut()) return last;
      length += text.length;
      return queue(isCut() ? `${masker.end()}${CUT}` : masker.write(text));
    },
    async close() {
      if (!isCut()) await queue(masker.end());
      await file?.close().catch(() => undefined);
      file = undefined;
    },
  };
}
