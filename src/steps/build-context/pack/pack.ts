import type { FileDiff } from "#model/change/change.ts";
import type { FilePair } from "./find-related-files.ts";
import type { Slice } from "./slice.ts";

/** How slices are packed. */
export interface PackInput {
  /** Most important first. */
  readonly slices: readonly Slice[];
  /** Which of these files belong together, closest first. Called only for files that may get a place. */
  readonly findRelated: (diffs: readonly FileDiff[]) => readonly FilePair[];
  readonly budget: number;
  readonly maxBundles: number;
}

/** Bundles of slices, and the slices that no bundle has room for. */
export interface Packed {
  readonly bundles: readonly (readonly Slice[])[];
  readonly left: readonly Slice[];
}

/**
 * Packs slices into bundles: the most important get a place, related files stay together as far as a bundle has room,
 * and each group goes into the first bundle with room. Deterministic.
 */
export function pack({ slices, findRelated, budget, maxBundles }: PackInput): Packed {
  const { chosen, rest } = choose(slices, budget * maxBundles);
  const packer = new KeyedStore(budget, maxBundles);
  const unpacked: Slice[] = [];
  const related = findRelated([...new Set(chosen.map(({ diff }) => diff))]);
  for (const group of groupRelated(chosen, related, budget)) {
    if (!packer.put(group)) unpacked.push(...group);
  }
  const order = new Map(slices.map((slice, at) => [slice, at]));
  const byOrder = (one: Slice, other: Slice): number => (order.get(one) ?? 0) - (order.get(other) ?? 0);
  const left = [...unpacked, ...rest].sort(byOrder).filter((slice) => !packer.put([slice]));
  return { bundles: packer.bundles.map((bundle) => [...bundle].sort(byOrder)), left };
}

/** As many as fit in all bundles together, most important first. */
function choose(slices: readonly Slice[], room: number): { chosen: Slice[]; rest: Slice[] } {
  const chosen: Slice[] = [];
  const rest: Slice[] = [];
  let free = room;
  for (const slice of slices) {
    if (slice.characters > free) rest.push(slice);
    else {
      chosen.push(slice);
      free -= slice.characters;
    }
  }
  return { chosen, rest };
}

/**
 * Groups related files, closest first, as long as a group fits a bundle. Groups are in the order of their first
 * member.
 */
function groupRelated(slices: readonly Slice[], related: readonly FilePair[], budget: number): Slice[][] {
  const groups = new Map<string, Slice[]>();
  const sizes = new Map<Slice[], number>();
  const all: Slice[][] = [];
  for (const slice of slices) {
    const group = [slice];
    all.push(group);
    sizes.set(group, slice.characters);
    // The first slice represents a file that had to be cut.
    if (!groups.has(slice.diff.file.path)) groups.set(slice.diff.file.path, group);
  }
  for (const [one, other] of related) {
    const [a, b] = [groups.get(one), groups.get(other)];
    if (a === undefined || b === undefined || a === b) continue;
    const size = (sizes.get(a) ?? 0) + (sizes.get(b) ?? 0);
    if (size > budget) continue;
    const [large, small] = a.length >= b.length ? [a, b] : [b, a];
    for (const slice of small) large.push(slice);
    sizes.set(large, size);
    for (const { diff } of small) groups.set(diff.file.path, large);
    small.length = 0;
  }
  const order = new Map(slices.map((slice, at) => [slice, at]));
  const first = (group: readonly Slice[]): number =>
    group.reduce((least, slice) => Math.min(least, order.get(slice) ?? 0), Number.POSITIVE_INFINITY);
  return all
    .filter((group) => group.length > 0)
    .map((group) => ({ group, at: first(group) }))
    .sort((one, other) => one.at - other.at)
    .map(({ group }) => group);
}

class KeyedStore {
  readonly bundles: Slice[][] = [];
  readonly #free: number[] = [];
  readonly #budget: number;
  readonly #most: number;

  constructor(budget: number, most: number) {
    this.#budget = budget;
    this.#most = most;
  }

  /** Puts a group into the first bundle with room; false if there is none. */
  put(group: readonly Slice[]): boolean {
    const size = group.reduce((total, { characters }) => total + characters, 0);
    let at = this.#free.findIndex((free) => free >= size);
    if (at === -1) {
      // A slice may exceed the budget by its file's header; then it gets a bundle of its own.
      if (this.bundles.length >= this.#most || (size > this.#budget && group.length > 1)) return false;
      at = this.bundles.push([]) - 1;
      this.#free.push(this.#budget);
    }
    this.bundles[at]?.push(...group);
    this.#free[at] = (this.#free[at] ?? 0) - size;
    return true;
  }
}
