import type { HunkIndex } from "./hunk-index.ts";

/** Which changed lines one reviewer has seen, one byte each. */
export interface SeenLines {
  readonly hunksRead: number;
  add(target: number): void;
  isRead(hunk: number): boolean;
  /** Runs of changed lines of this hunk that were seen, counted from 0; `to` is not included. */
  runsOf(hunk: number): readonly { readonly from: number; readonly to: number }[];
  /** Reports the targets on these lines of a file of the reviewed commit. */
  cover(path: string, lines: LineRange, see: (target: number) => void): void;
}

/** Lines from 1, both included. */
export interface LineRange {
  readonly start: number;
  readonly end: number;
}

export function createSeenLines({ files, targets, hunkOf, texts }: HunkIndex): SeenLines {
  const seen = new Uint8Array(texts.length);
  const left = targets.map((lines) => lines.filter((target) => target !== undefined).length);
  // A hunk without a changed line proves nothing.
  const isEmpty = left.map((count) => count === 0);
  let hunksRead = 0;
  return {
    get hunksRead() {
      return hunksRead;
    },
    add(target) {
      if (seen[target] !== 0) return;
      seen[target] = 1;
      const hunk = hunkOf[target] ?? 0;
      left[hunk] = (left[hunk] ?? 0) - 1;
      if (left[hunk] === 0) hunksRead++;
    },
    isRead: (hunk) => left[hunk] === 0 && isEmpty[hunk] === false,
    runsOf(hunk) {
      const runs: { from: number; to: number }[] = [];
      const own = (targets[hunk] ?? []).filter((target) => target !== undefined);
      for (const [at, target] of own.entries()) {
        const last = runs.at(-1);
        if (seen[target] !== 1) continue;
        if (last?.to === at) last.to += 1;
        else runs.push({ from: at, to: at + 1 });
      }
      return runs;
    },
    cover(path, { start, end }, see) {
      for (const [line, target] of files.get(path)?.added ?? []) if (line >= start && line <= end) see(target);
    },
  };
}
