import type { KnownProblem } from "#model/history/earlier-problem.ts";
import type { EarlierRef, Recognition } from "#model/history/lineage.ts";
import { type Measure, readLibrary } from "./earlier-index.ts";
import { RoundRecogniser, type SaidInRound } from "./matcher.ts";

export type { Measure, SaidInRound };

/** Tells which known problem some findings of a round are. */
export interface Recogniser {
  /** The known problem that these findings, one cluster's members, are about; undefined: none that is known. */
  of(members: readonly string[]): Recognition | undefined;
  /** The findings, of these, of which nothing but their words says that they are about a known problem. */
  likeByWordsAlone(members: readonly string[], of: EarlierRef): readonly string[];
}

/** The known problems, read once and ready for questions. */
export interface Memory {
  /** Weighs what was said against what is known. Cheap enough to be asked again whenever somebody has spoken. */
  among(said: SaidInRound): Recogniser;
}

/** Reads the known problems. Everything that does not depend on the new findings happens here. */
export function remember(known: readonly KnownProblem[], measure: Measure = {}): Memory {
  const library = readLibrary(known, measure);
  return { among: (said) => new RoundRecogniser(library, said) };
}
