import type { Readable } from "node:stream";
import { setImmediate, setTimeout as sleep } from "node:timers/promises";
import type { OutputLine } from "./launch.ts";
import { createLineSplitter } from "./line-splitter.ts";
import type { RunClock } from "./watch-clock.ts";

/** An output pipe that is being read. */
interface OutputReading {
  /** Settles only if a callback threw. */
  readonly failed: Promise<undefined>;
  /** Waits for the rest, after all known writers have ended. A writer that we do not know does not delay it. */
  finish(): Promise<void>;
  /** What a callback threw. */
  problem(): unknown;
  bytes(): number;
}

interface OutputOptions {
  readonly clock: RunClock;
  readonly longest: number;
  readonly onChunk?: ((chunk: Buffer) => void | Promise<void>) | undefined;
  readonly onLine?: ((line: OutputLine) => void | Promise<void>) | undefined;
}

/**
 * An open pipe is closed when it was silent for this many pauses (milliseconds) after its last known writer ended. One
 * long pause is not enough: it could pass while we are busy, before data that waits in the pipe is read.
 */
const QUIET_CHECKS = 6;
const PAUSE = 50;

/** Reads a pipe to its end. Reads the next chunk when the callbacks are done with the previous one. */
export function readOutput(stream: Readable, { clock, longest, onChunk, onLine }: OutputOptions): OutputReading {
  let bytes = 0;
  const state = { isWorking: false };
  let problem: unknown;
  let fail!: () => void;
  const failed = new Promise<undefined>((resolve) => (fail = () => resolve(undefined)));
  const lines = createLineSplitter(longest);
  const deliver = async (found: readonly OutputLine[]): Promise<void> => {
    for (const line of found) await onLine?.(line);
  };
  const take = async (chunk: Buffer): Promise<void> => {
    bytes += chunk.length;
    if (problem !== undefined) return;
    state.isWorking = true;
    try {
      await onChunk?.(chunk);
      if (onLine !== undefined) await deliver(lines.push(chunk));
    } catch (error) {
      problem = error ?? new Error("a callback failed");
      fail();
    }
    state.isWorking = false;
  };
  const all = (async () => {
    try {
      for await (const chunk of stream) await clock.busy(() => take(chunk as Buffer));
    } catch {
      // We closed the pipe while an unknown process still had it open.
    }
    if (onLine !== undefined && problem === undefined) await deliver(lines.end()).catch((error) => (problem = error));
  })();
  return {
    failed,
    async finish() {
      for (let silent = 0; silent < QUIET_CHECKS;) {
        const seen = bytes;
        if ((await Promise.race([all.then(() => "end"), sleep(PAUSE)])) === "end") return;
        // Node delivers data that arrived meanwhile after the timers.
        await setImmediate();
        silent = seen === bytes && !state.isWorking ? silent + 1 : 0;
      }
      stream.destroy();
      await all;
    },
    problem: () => problem,
    bytes: () => bytes,
  };
}

const TAIL = 64 * 1024;

/** Keeps the last 64 kB of a stream. */
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
