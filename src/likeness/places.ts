import { type Location, mayBeSameFile } from "#model/location.ts";
import type { FindingProfile } from "./finding-profile.ts";

/** How the places of two findings relate. */
interface PlaceTraits {
  readonly sameFile: number;
  readonly otherFile: number;
  readonly noPlace: number;
  readonly nearLines: number;
  readonly nearMainLines: number;
}

/** Compares all places, and the main ones separately. */
export function comparePlaces(one: FindingProfile, other: FindingProfile): PlaceTraits {
  const all = closest(one.places, other.places);
  const main = closest(one.places.slice(0, 1), other.places.slice(0, 1));
  const known = one.places.length > 0 && other.places.length > 0;
  return {
    sameFile: all.same ? 1 : 0,
    otherFile: known && !all.same ? 1 : 0,
    noPlace: known ? 0 : 1,
    nearLines: nearness(all.gap),
    nearMainLines: nearness(main.gap),
  };
}

const NEAR = 12;

function nearness(gap: number | undefined): number {
  return gap === undefined ? 0 : Math.exp(-gap / NEAR);
}

interface Closest {
  readonly same: boolean;
  /** The lines between them, 0 if they overlap; undefined if lines are unknown. */
  readonly gap: number | undefined;
}

function closest(some: readonly Location[], others: readonly Location[]): Closest {
  let same = false;
  let gap: number | undefined;
  for (const one of some) {
    for (const other of others) {
      if (!mayBeSameFile(one.path, other.path)) continue;
      same = true;
      if (one.start === undefined || one.end === undefined || other.start === undefined || other.end === undefined)
        continue;
      const between = Math.max(one.start - other.end, other.start - one.end, 0);
      gap = Math.min(gap ?? between, between);
    }
  }
  return { same, gap };
}
