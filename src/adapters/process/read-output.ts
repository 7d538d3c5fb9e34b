import type { Readable } from "node:stream";
import { setImmediate, setTimeout as sleep } from "node:timers/promises";
import { Deferred } from "./deferred.ts";
import type { OutputLine } from "./launch.ts";
import { createLineSplitter } from "./line-splitter.ts";
import type { RunClock } from "./watch-clock.ts";

/** One output pipe that is being read. */
export interface OutputReading {
  /** Settles only when a watcher threw. */
  readonly failed: Promise<undefined>;
  /** Waits for the rest. To be called when all writers are gone; one that hid from us does not hold it up. */
  finish(): Promise<void>;
  /** What a watcher threw. */
  problem(): unknown;
  bytes(): number;
  firstAt(): number | undefined;
}

interface OutputOptions {
  readonly clock: RunClock;
  readonly longest: number;
  readonly onChunk?: ((chunk: Buffer) => void | Promise<void>) | undefined;
  readonly onLine?: ((line: OutputLine) => void | Promise<void>) | undefined;
}

/**
 * So long an open pipe may be silent after its last known writer has gone: so many looks, each after a pause. One long
 * pause would not do: while we are busy with something else it passes before anything that waits in the pipe is read.
 */
const LOOKS = 6;
const PAUSE = 50;

/** Reads a pipe to its end, chunk by chunk: the next is taken when the watchers are done with the one before. */
export function readOutput(stream: Readable, { clock, longest, onChunk, onLine }: OutputOptions): OutputReading {
  let bytes = 0;
  let firstAt: number | undefined;
  const state = { isWorking: false };
  let problem: unknown;
  const { promise: failed, resolve: fail } = new Deferred<undefined>();
  const lines = createLineSplitter(longest);
  const give = async (found: readonly OutputLine[]): Promise<void> => {
    for (const line of found) await onLine?.(line);
  };
  const take = async (chunk: Buffer): Promise<void> => {
    bytes += chunk.length;
    firstAt ??= performance.now();
    if (problem !== undefined) return;
    state.isWorking = true;
    try {
      await onChunk?.(chunk);
      if (onLine !== undefined) await give(lines.push(chunk));
    } catch (error) {
      problem = error ?? new Error("a watcher failed");
      fail(undefined);
    }
    state.isWorking = false;
  };
  const all = (async () => {
    try {
      for await (const chunk of stream) await clock.busy(() => take(chunk as Buffer));
    } catch {
      // The pipe was closed by us, with a writer at its other end that does not belong to the program any more.
    }
    if (onLine !== undefined && problem === undefined) await give(lines.end()).catch((error) => (problem = error));
  })();
  return {
    failed,
    async finish() {
      for (let silent = 0; silent < LOOKS;) {
        const seen = bytes;
        if ((await Promise.race([all.then(() => "end"), sleep(PAUSE)])) === "end") return;
        // What has arrived meanwhile is handed over after the timers.
        await setImmediate();
        silent = seen === bytes && !state.isWorking ? silent + 1 : 0;
      }
      stream.destroy();
      await all;
    },
    problem: () => problem,
    bytes: () => bytes,
    firstAt: () => firstAt,
  };
}

const TAIL = 64 * 1024;

/** The last bytes of a stream, within a bound. */
export function createTail(): { add(chunk: Buffer): void; text(): string } {
  let kept: Buffer[] = [];
  let size = 0;
  return {
    add(chunk) {
      kept.push(chunk);
      size += chunk.length;
      if (size < 4 * TAIL) return;
      kept = [Buffer.concat(kept).subarray(-TAIL)];
      size = TAIL;
    },
    text: () => Buffer.concat(kept).subarray(-TAIL).toString("utf8"),
  };
}
