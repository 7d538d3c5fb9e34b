import { countFence, type Fence, type FenceEntry, type FenceKind } from "#model/panel/fence.ts";
import type { Incident } from "#model/panel/reviewer.ts";
import { listSome, withCommas } from "#util/words.ts";

const KINDS: Readonly<Record<FenceKind, Incident["kind"]>> = {
  "tracked-file": "changed-code",
  worktree: "changed-repository",
  branch: "changed-repository",
  process: "left-running",
  "outside-file": "wrote-outside",
  network: "network",
  "program-downloaded": "downloaded",
};

/** What became of it, where nothing is left. */
const UNDONE: Readonly<Partial<Record<Incident["kind"], string>>> = {
  "changed-code": "thrown away with its copy",
  "changed-repository": "thrown away with its copy",
  "left-running": "ended",
  "wrote-outside": "thrown away with its copy",
};

const MAX_NAMED = 5;

/** The entries of a fence as incidents, one of each kind. */
export function describeFence(fence: Fence, name: string): Incident[] {
  const kinds = new Map<Incident["kind"], FenceEntry[]>();
  for (const entry of fence.entries) kinds.set(KINDS[entry.what], [...(kinds.get(KINDS[entry.what]) ?? []), entry]);
  const incidents = [...kinds].flatMap(([kind, entries]) => {
    const [undone, left] = [entries.filter(({ restored }) => restored), entries.filter(({ restored }) => !restored)];
    return [undone, left]
      .filter((list) => list.length > 0)
      .map((list): Incident => ({ kind, text: describeEntries(kind, list, name) }));
  });
  if (fence.more === undefined) return incidents;
  const text = `${withCommas(fence.more)} more of ${withCommas(countFence(fence))} things that ${name} must not do are not listed`;
  return [...incidents, { kind: "odd", text }];
}

function describeEntries(kind: Incident["kind"], entries: readonly FenceEntry[], name: string): string {
  const named = listSome(entries.map(describeEntry), MAX_NAMED);
  const undone = entries[0]?.restored === true ? UNDONE[kind] : undefined;
  const end = undone === undefined ? "" : `; ${undone}`;
  switch (kind) {
    case "changed-code":
      return `${name} changed its copy, which was thrown away: ${named}`;
    case "left-running":
      return `${name} left processes behind: ${named}${end}`;
    case "network":
      return `${name} tried to reach other machines: ${named}`;
    case "downloaded":
      return `${name} downloaded programs to run: ${named}`;
    case "changed-repository":
      return `${name} made or tried to make ${named}${end}`;
    default:
      return `${name} wrote ${named}${end}`;
  }
}

function describeEntry({ detail, reading }: FenceEntry): string {
  if (reading === undefined) return detail;
  return `${detail}, ${reading === "before" ? "before it read it" : "after it had read it"}`;
}
