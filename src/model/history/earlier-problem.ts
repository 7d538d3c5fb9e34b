import type { Finding } from "../finding.ts";
import type { Rung } from "../panel/evidence-ladder.ts";
import type { Location } from "../location.ts";
import type { Severity } from "../severity.ts";
import type { CitedCode } from "./cited-code.ts";
import type { Identity } from "./identity.ts";
import type { EarlierRef, FixVerdict } from "./lineage.ts";
import type { StandingDecision } from "./standing-decision.ts";

/**
 * A problem that earlier rounds of a series raised, followed through them; or one that only a decision remembers, where
 * its review is not at hand.
 */
export interface EarlierProblem {
  /** Where it was last seen. */
  readonly ref: EarlierRef;
  /** Every round that raised it, oldest first; the last is `ref`. */
  readonly sightings: readonly EarlierRef[];
  /** Every place where a report of the series printed it, also as dropped or routed, oldest first. */
  readonly printed: readonly EarlierRef[];
  readonly title: string;
  readonly severity: Severity;
  /** The round that gave it this severity. Absent: only a decision knows it. */
  readonly ratedIn?: number;
  readonly rung: Rung;
  /** Where it stood at `head`. */
  readonly locations: readonly Location[];
  /** What encloses its places at `head`, where that is known. */
  readonly symbols: readonly string[];
  /** The code at its places at `head`, where the record kept it. */
  readonly code?: readonly CitedCode[];
  /** The commit of the round that last saw it. */
  readonly head: string | undefined;
  /** All identities that it had, the newest first. */
  readonly identities: readonly Identity[];
  /** Its texts from all reviewers and rounds, to compare new findings with. Ids are the original ones. */
  readonly wordings: readonly Finding[];
  /** The reviewers that raised it in the last round that saw it. */
  readonly reviewers: readonly string[];
  /** Nobody but commenters ever raised it. */
  readonly byCommenters?: true;
  /** The last verdicts of reviewers on its fix, and the commits they knew. Valid until its code changes again. */
  readonly judged?: { readonly verdicts: readonly FixVerdict[]; readonly commits: readonly string[] };
  /** The decision that holds today. Absent: it is open, unless the code shows otherwise. */
  readonly decision?: StandingDecision;
  /** Its state in the last record, if no person decided. A problem that was fixed stays fixed until it is raised again. */
  readonly settled?: "fixed" | "gone";
}
