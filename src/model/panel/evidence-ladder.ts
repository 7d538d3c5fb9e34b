import { z } from "zod";

/** A step of the ladder of evidence. */
interface RungFacts {
  /** As every format prints it. */
  readonly words: string;
  /** How much it tells somebody who decided about the problem before: only more than that reopens a decision. */
  readonly weight: number;
}

/** The ladder of evidence, from weakest to strongest. `docs/guides/report.md` has the same table. */
const LADDER = {
  unsupported: { words: "code not found", weight: 0 },
  asserted: { words: "asserted", weight: 1 },
  quoted: { words: "quoted", weight: 1 },
  moved: { words: "checked, found elsewhere", weight: 1 },
  checked: { words: "checked", weight: 1 },
  reproduced: { words: "run by its author", weight: 2 },
  confirmed: { words: "confirmed", weight: 3 },
  shown: { words: "shown", weight: 4 },
  // What the other arms add is where the problem comes from, and not whether there is one.
  "shown-with-arms": { words: "shown with arms", weight: 4 },
  fixed: { words: "fixed by a tested patch", weight: 4 },
} as const satisfies Readonly<Record<string, RungFacts>>;

export type Rung = keyof typeof LADDER;

const RUNGS = Object.keys(LADDER) as [Rung, ...Rung[]];

/** The rungs of evidence. Records and decisions of older versions call `shown` `demonstrated`. */
export const rungSchema = z.preprocess((value) => (value === "demonstrated" ? "shown" : value), z.enum(RUNGS));

/** All rungs, the weakest first. */
export const rungs: readonly Rung[] = RUNGS;

/** How high a rung is: 0 for the weakest. */
export function rungLevel(rung: Rung): number {
  return RUNGS.indexOf(rung);
}

/**
 * Whether the evidence is so much stronger that a decision must be reconsidered. Quoting code that was only named before is
 * nothing new to a person who knew the code. Code that is found now, or a problem that was reproduced, is.
 */
export function isHigherRung(one: Rung, other: Rung): boolean {
  return LADDER[one].weight > LADDER[other].weight;
}

/** The rung in words for people, the same in all formats. */
export function rungWords({ level }: { readonly level: Rung }): string {
  return LADDER[level].words;
}

/** Whether we ran something that shows the problem. */
export function isShown({ level }: { readonly level: Rung }): boolean {
  return rungLevel(level) >= rungLevel("shown");
}
