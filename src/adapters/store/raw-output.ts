import { lstat, mkdir, readdir, rename, rm, type FileHandle } from "node:fs/promises";
import { join } from "node:path";
import { createMasker } from "#util/secrets/mask-secrets.ts";
import { openPlainFile } from "./read-plain-file.ts";

/** Writes a reviewer's text to disk as it arrives, so that it survives a kill. */
export interface RawOutput {
  /** Resolves when the system has the text. Never throws: the journal gets the whole text in the end, and its errors count. */
  write(chunk: string): Promise<void>;
  /** Ends the output. The part of a whole text is removed, since the journal contains it; any other part is kept. */
  close({ whole }: { readonly whole: boolean }): Promise<void>;
}

/** The text of a reviewer that was interrupted. */
interface CutOutput {
  /** Relative to the round's folder: `raw/claude.cut-1.md`. */
  readonly file: string;
  readonly bytes: number;
}

/** Opens the output of a reviewer. The file is created with the first text. */
export function openRawOutput(folder: string, reviewer: string): RawOutput {
  const file = openLazily(folder, `${reviewer}.part.md`, "over");
  return {
    write: file.write,
    async close({ whole }) {
      await file.close();
      if (whole && file.isThere()) await dropPart(folder, reviewer);
    },
  };
}

/** A file in `raw/` that is created with the first text. Writes are in order, and a failed one (a full disk) is ignored. */
function openLazily(folder: string, name: string, how: "append" | "over") {
  let file: FileHandle | undefined;
  let last = Promise.resolve();
  const put = async (text: string): Promise<void> => {
    if (text === "") return;
    if (file === undefined) {
      await mkdir(join(folder, "raw"), { recursive: true });
      file = await openPlainFile(join(folder, "raw", name), how);
    }
    await file.appendFile(text);
  };
  return {
    isThere: () => file !== undefined,
    write(text: string): Promise<void> {
      last = last.then(() => put(text)).catch(() => undefined);
      return last;
    },
    async close(): Promise<void> {
      await last;
      await file?.close().catch(() => undefined);
    },
  };
}

/** Lists the parts of a reviewer's text by pass: `claude`, `claude-p2`. */
export async function rawOutputParts(folder: string, reviewer: string): Promise<{ part: string; pass: number }[]> {
  const names: string[] = await readdir(join(folder, "raw")).catch(() => []);
  return names.flatMap((name) => {
    const rest = name.startsWith(reviewer) ? /^(?:-p(\d{1,4}))?\.part\.md$/.exec(name.slice(reviewer.length)) : null;
    return rest === null ? [] : [{ part: name.slice(0, -".part.md".length), pass: Number(rest[1] ?? 1) }];
  });
}

/** Keeps the text of an interrupted reviewer for the user, under another name, before the reviewer runs again. */
export async function keepInterruptedPart(folder: string, reviewer: string): Promise<CutOutput | undefined> {
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

/** Stores everything that a program prints as it arrives: `raw/claude.stdout.jsonl`, `raw/claude.stderr.txt`. */
export interface Printed {
  /** Resolves when the system has the text. Never throws: the review must not fail for this. */
  write(stream: "stdout" | "stderr", text: string): Promise<void>;
  /** Whether it printed more than is stored. */
  isCut(): boolean;
  close(): Promise<void>;
}

/** The maximum number of characters of each stream; the rest is read but not stored. */
const MAX_PRINTED = 64 * 1024 * 1024;
const CUT = "\n[Deep Review keeps the first 64 MB of what a program prints; the rest is not here]\n";

/** Opens the files of one reviewer. Each is created with the first text; a second attempt is appended. Masks keys. */
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
  const file = openLazily(folder, name, "append");
  let length = 0;
  const isCut = (): boolean => length > MAX_PRINTED;
  return {
    isCut,
    write(text: string): Promise<void> {
      if (isCut()) return file.write("");
      length += text.length;
      return file.write(isCut() ? `${masker.end()}${CUT}` : masker.write(text));
    },
    async close(): Promise<void> {
      if (!isCut()) await file.write(masker.end());
      await file.close();
    },
  };
}
