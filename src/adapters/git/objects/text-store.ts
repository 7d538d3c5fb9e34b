import type { BlobText } from "./object-reader.ts";

/** A bounded cache of texts by blob id. */
interface TextStore {
  has(blob: string): boolean;
  get(blob: string): BlobText | undefined;
  set(blob: string, content: BlobText): void;
}

/** The overhead of an entry in characters. */
const ENTRY = 200;

/** A store that drops the least recently used texts beyond this many characters. */
export function createTextStore(most: number): TextStore {
  const kept = new Map<string, BlobText>();
  let size = 0;
  return {
    has: (blob) => kept.has(blob),
    get(blob) {
      const content = kept.get(blob);
      if (content === undefined) return undefined;
      // Move it to the end: the map is ordered by use.
      kept.delete(blob);
      kept.set(blob, content);
      return content;
    },
    set(blob, content) {
      if (kept.has(blob)) return;
      kept.set(blob, content);
      size += weigh(content);
      for (const [oldest, old] of kept) {
        if (size <= most) return;
        kept.delete(oldest);
        size -= weigh(old);
      }
    },
  };
}

function weigh(content: BlobText): number {
  return ENTRY + (content.kind === "text" ? content.text.length : 0);
}
