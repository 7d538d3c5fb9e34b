import type { GroundingSource, IndexQuestions } from "#steps/ground-findings/grounding-source.ts";

/** Two sides of a change as texts by path. */
export interface Sides {
  readonly base?: Readonly<Record<string, string>>;
  readonly head: Readonly<Record<string, string>>;
  readonly renamed?: Readonly<Record<string, string>>;
  readonly index?: IndexQuestions;
}

/** A source over texts: lines are added where the head has a line that the base has not at that place. */
export function aSource({ base = {}, head, renamed = {}, index }: Sides): GroundingSource {
  const lines = new Map(Object.entries(head).map(([path, text]) => [path, toLines(text)]));
  const before = new Map(Object.entries(base).map(([path, text]) => [path, toLines(text)]));
  const oldName = (path: string): string => Object.entries(renamed).find(([, to]) => to === path)?.[0] ?? path;
  const diff = (path: string) => compare(before.get(oldName(path)) ?? [], lines.get(path) ?? []);
  return {
    commit: "9f2c4e6a8b0d",
    changedPaths: Object.keys(head).filter((path) => head[path] !== base[oldName(path)]),
    removedPaths: new Map(
      Object.keys(base)
        .filter((path) => !(path in head))
        .map((path) => [path, renamed[path]]),
    ),
    async resolvePath(path) {
      if (lines.has(path)) return path;
      const endings = [...lines.keys()].filter((candidate) => candidate.endsWith(`/${path}`));
      return endings.length === 1 ? endings[0] : undefined;
    },
    readLines: async (path) => lines.get(path),
    readBaseLines: async (path) => before.get(oldName(path)),
    isVerbatim: async (path) => head[path]?.includes("\r") === false,
    addedLines: (path) => diff(path).added,
    removedLines: (path) => diff(path).removed,
    linesBesideRemoved: (path) => diff(path).beside,
    ...(index !== undefined && { index }),
  };
}

function toLines(text: string): string[] {
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

interface Compared {
  readonly added: Set<number>;
  readonly removed: Set<number>;
  readonly beside: Set<number>;
}

function compare(old: readonly string[], now: readonly string[]): Compared {
  const table = Array.from({ length: old.length + 1 }, () => Array.from({ length: now.length + 1 }, () => 0));
  for (let a = old.length - 1; a >= 0; a -= 1) {
    for (let b = now.length - 1; b >= 0; b -= 1) {
      const same = old[a] === now[b] ? (table[a + 1]?.[b + 1] ?? 0) + 1 : 0;
      (table[a] ?? [])[b] = Math.max(same, table[a + 1]?.[b] ?? 0, table[a]?.[b + 1] ?? 0);
    }
  }
  const added = new Set<number>();
  const removed = new Set<number>();
  const beside = new Set<number>();
  let a = 0;
  let b = 0;
  while (a < old.length || b < now.length) {
    if (a < old.length && b < now.length && old[a] === now[b]) [a, b] = [a + 1, b + 1];
    else if (b >= now.length || (a < old.length && (table[a + 1]?.[b] ?? 0) >= (table[a]?.[b + 1] ?? 0))) {
      for (const near of [b, b + 1]) if (near > 0 && near <= now.length) beside.add(near);
      removed.add(++a);
    } else added.add(++b);
  }
  return { added, removed, beside };
}
