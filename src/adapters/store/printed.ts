import { mkdir, type FileHandle } from "node:fs/promises";
import { join } from "node:path";
import { createMasker } from "#util/secrets/mask-secrets.ts";
import { openPlainFile } from "./read-plain-file.ts";

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
