import type { RuledCluster } from "../cluster.ts";
import type { ClusterId } from "../ids.ts";
import type { EarlierRef } from "./lineage.ts";

/** The names that the problems of a round have from earlier reports of their series. */
export interface GivenNames {
  of(problem: Pick<RuledCluster, "members">): NamesOfProblem;
  /** Whether the series ever printed a name. Then no new problem gets it. */
  isPrinted(name: string): boolean;
  /** Names that no record has any more. */
  readonly retired: readonly ClusterId[];
}

/** The names of one problem. */
export interface NamesOfProblem {
  /** Where it was printed before, one for each name, oldest first. */
  readonly printed: readonly EarlierRef[];
  /** The names that it may have again, and how sure each is. Not those that denote another problem, too. */
  readonly usable: readonly { readonly name: ClusterId; readonly confidence: number }[];
}
