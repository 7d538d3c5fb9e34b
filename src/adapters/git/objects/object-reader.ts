import type { GitProcess } from "../git.ts";
import { stopGit } from "../git.ts";
import type { Repository } from "../repository.ts";
import { decodeText } from "./decode-text.ts";
import { createTextStore } from "./text-store.ts";

/** A blob's text, or why there is none. CRLF is kept. */
export type BlobText =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "binary"; /** Its first bytes. */ readonly start: Buffer }
  | { readonly kind: "large" | "missing" };

/** Reads blobs by their ids. */
export interface ObjectReader {
  read(blob: string): Promise<BlobText>;
  /** Announces the likely order of reads, so that the following blobs are fetched together with the current one. */
  expect(blobs: readonly string[]): void;
  /** Sets the blobs that are missing from this clone: requesting one of them would end the git process. */
  lacks(blobs: readonly string[]): void;
  close(): void;
}

/** Larger files are not read. */
export const MAX_BLOB_BYTES = 2 * 1024 * 1024;
/** Which contents are read as text. */
export interface ReadOptions {
  readonly maxBytes?: number;
  /** The text of a content; undefined if it is binary. */
  readonly decode?: (bytes: Buffer) => string | undefined;
}

/** The part of a binary file that identifies its format. */
const START = 64;
/** Characters of text that are cached: reviewers read the same files again and again. */
const MAX_KEPT = 32_000_000;
/** The number of blobs fetched ahead: enough to hide the latency of git. */
const AHEAD = 32;

/** Reads through two long-running git processes, one for sizes and one for contents. */
export function createObjectReader(
  repository: Repository,
  { maxBytes = MAX_BLOB_BYTES, decode = decodeText }: ReadOptions = {},
): ObjectReader {
  const checks = createBatch(() => repository.start(["cat-file", "--batch-check"]), false);
  const contents = createBatch(() => repository.start(["cat-file", "--batch"]), true);
  const kept = createTextStore(MAX_KEPT);
  const waiting = new Map<string, Promise<BlobText>>();
  const absent = new Set<string>();
  let order: readonly string[] = [];
  let places: ReadonlyMap<string, number> = new Map();

  const load = async (blob: string): Promise<BlobText> => {
    if (absent.has(blob)) return { kind: "missing" };
    // Check the size first, so that a blob that is too large is not fetched.
    const bytes = (await checks.ask(blob))?.size;
    if (bytes === undefined) return { kind: "missing" };
    if (bytes > maxBytes) return { kind: "large" };
    const content = (await contents.ask(blob))?.content;
    if (content === undefined) return { kind: "missing" };
    const text = decode(content);
    return text === undefined
      ? { kind: "binary", start: Buffer.from(content.subarray(0, START)) }
      : { kind: "text", text };
  };
  const begin = (blob: string): Promise<BlobText> => {
    const started = load(blob).then((content) => {
      waiting.delete(blob);
      kept.set(blob, content);
      return content;
    });
    waiting.set(blob, started);
    return started;
  };
  const fetchAhead = (blob: string): void => {
    const place = places.get(blob);
    if (place === undefined) return;
    for (const next of order.slice(place + 1, place + 1 + AHEAD)) {
      if (!kept.has(next) && !waiting.has(next)) void begin(next);
    }
  };
  return {
    async read(blob) {
      const known = kept.get(blob);
      if (known !== undefined) return known;
      const content = waiting.get(blob) ?? begin(blob);
      fetchAhead(blob);
      return content;
    },
    expect(blobs) {
      order = [...new Set(blobs)];
      places = new Map(order.map((blob, at) => [blob, at]));
    },
    lacks(blobs) {
      for (const blob of blobs) absent.add(blob);
    },
    close() {
      checks.close();
      contents.close();
    },
  };
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

/** Requests to one `cat-file`, answered in order. If an object makes git fail, only its own request fails. */
function createBatch(start: () => GitProcess, withContent: boolean): Batch {
  let waiting: Question[] = [];
  let child: GitProcess | undefined;
  let closed = false;
  let unsent = "";

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
      [waiting, unsent] = [[], ""];
      for (const question of rest) send(question);
    });
    return started;
  };
  const send = (question: Question): void => {
    if (closed || !/^[0-9a-f]+$/.test(question.id)) return question.resolve(undefined);
    try {
      child ??= begin();
    } catch {
      // The review was stopped; the callers' signal reports that.
      return question.resolve(undefined);
    }
    waiting.push(question);
    // Batch simultaneous requests: thousands of single writes cost more than the answers.
    if (unsent === "") process.nextTick(flush);
    unsent += `${question.id}\n`;
    return undefined;
  };
  const flush = (): void => {
    if (unsent !== "") child?.stdin.write(unsent);
    unsent = "";
  };
  return {
    ask: (id) => new Promise((resolve) => send({ id, resolve })),
    close() {
      closed = true;
      if (child !== undefined) stopGit(child);
    },
  };
}

/** Parses the output of `cat-file --batch` or `--batch-check` chunk by chunk. */
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
