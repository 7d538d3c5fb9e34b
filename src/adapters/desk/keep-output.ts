import { createTail } from "../process/read-output.ts";

/** Keeps a part of an output as it arrives. */
export interface OutputKeeper {
  add(chunk: Buffer): void;
  text(): string;
  isCut(): boolean;
}

const MAX_START = 256 * 1024;

/** Keeps the first 256 kB of an output, or the last 64 kB. */
export function keepOutput(from: "start" | "end"): OutputKeeper {
  const tail = createTail();
  const start: Buffer[] = [];
  let kept = 0;
  let bytes = 0;
  return {
    add(chunk) {
      bytes += chunk.length;
      if (from === "end") return tail.add(chunk);
      const part = chunk.subarray(0, MAX_START - kept);
      if (part.length > 0) start.push(part);
      kept += part.length;
    },
    text: () => (from === "end" ? tail.text() : Buffer.concat(start).toString("utf8")),
    isCut: () => bytes > (from === "end" ? Buffer.byteLength(tail.text()) : kept),
  };
}
