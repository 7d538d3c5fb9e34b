import type { GitProcess } from "./git.ts";
import { stopGit } from "./git.ts";
import type { Repository } from "./repository.ts";

/** A blob's text, or why there is none. CRLF is kept; bytes that are no UTF-8 become U+FFFD. */
export type BlobText =
  { readonly kind: "text"; readonly text: string } | { readonly kind: "binary" | "large" | "missing" };

/** Reads blobs by their ids. */
export interface ObjectReader {
  read(blob: string): Promise<BlobText>;
  /** Size in bytes; undefined when the object is not here. */
  size(blob: string): Promise<number | undefined>;
  close(): void;
}

/** A larger file is no reading matter. */
export const MOST_BYTES = 2 * 1024 * 1024;

/** Reads through two git processes that stay, one for sizes and one for contents, however many reads are in flight. */
export function createObjectReader(repository: Repository): ObjectReader {
  const checks = createBatch(() => repository.start(["cat-file", "--batch-check"]), false);
  const contents = createBatch(() => repository.start(["cat-file", "--batch"]), true);
  const size = async (blob: string) => (await checks.ask(blob))?.size;
  return {
    size,
    async read(blob) {
      const bytes = await size(blob);
      if (bytes === undefined) return { kind: "missing" };
      if (bytes > MOST_BYTES) return { kind: "large" };
      const content = (await contents.ask(blob))?.content;
      if (content === undefined) return { kind: "missing" };
      return content.includes(0) ? { kind: "binary" } : { kind: "text", text: content.toString("utf8") };
    },
    close() {
      checks.close();
      contents.close();
    },
  };
}

/** Questions of one moment go out together: thousands of single writes cost more than the answers. */
function write({ stdin }: GitProcess, text: string): void {
  stdin.cork();
  stdin.write(text);
  process.nextTick(() => stdin.uncork());
}

interface Answer {
  readonly size: number;
  readonly content?: Buffer;
}

interface Question {
  readonly id: string;
  readonly resolve: (answer: Answer | undefined) => void;
}

interface Batch {
  ask(id: string): Promise<Answer | undefined>;
  close(): void;
}

/** Questions to one `cat-file`, answered in order. An object that makes git fail costs only its own answer. */
function createBatch(start: () => GitProcess, withContent: boolean): Batch {
  let waiting: Question[] = [];
  let child: GitProcess | undefined;
  let closed = false;

  const begin = (): GitProcess => {
    const started = start();
    const parser = createBatchParser(withContent, (answer) => waiting.shift()?.resolve(answer));
    started.stdout.on("data", parser);
    started.stderr.resume();
    started.on("error", () => undefined);
    started.on("close", () => {
      if (child === started) child = undefined;
      waiting.shift()?.resolve(undefined);
      const rest = waiting;
      waiting = [];
      for (const question of rest) send(question);
    });
    return started;
  };
  const send = (question: Question): void => {
    if (closed || !/^[0-9a-f]+$/.test(question.id)) return question.resolve(undefined);
    try {
      child ??= begin();
    } catch {
      // The review was stopped; whoever waits learns it from its signal.
      return question.resolve(undefined);
    }
    waiting.push(question);
    write(child, `${question.id}\n`);
    return undefined;
  };
  return {
    ask: (id) => new Promise((resolve) => send({ id, resolve })),
    close() {
      closed = true;
      if (child !== undefined) stopGit(child);
    },
  };
}

/** Takes the output of `cat-file --batch` or `--batch-check` apart, in whatever pieces it comes. */
function createBatchParser(withContent: boolean, answer: (answer: Answer | undefined) => void) {
  let header = "";
  let content: Buffer | undefined;
  let filled = 0;
  return (chunk: Buffer): void => {
    let at = 0;
    while (at < chunk.length) {
      if (content === undefined) {
        const end = chunk.indexOf(10, at);
        header += chunk.toString("latin1", at, end === -1 ? chunk.length : end);
        if (end === -1) return;
        at = end + 1;
        const size = /^[0-9a-f]+ \w+ (\d+)$/.exec(header)?.[1];
        header = "";
        if (size === undefined) answer(undefined);
        else if (!withContent) answer({ size: Number(size) });
        // One more for the line end that git adds.
        else [content, filled] = [Buffer.allocUnsafe(Number(size) + 1), 0];
      } else {
        const copied = chunk.copy(content, filled, at);
        filled += copied;
        at += copied;
        if (filled < content.length) return;
        answer({ size: filled - 1, content: content.subarray(0, -1) });
        content = undefined;
      }
    }
  };
}
