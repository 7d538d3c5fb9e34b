import type { Check, CheckHit, SayUnlooked } from "#model/change/analyzer.ts";
import type { ChangeIndex } from "#model/change/change-index.ts";

/** One check of Loose Ends: what it says of itself, and how it looks. */
export interface LooseEnd {
  readonly check: Check;
  find(index: ChangeIndex, signal: AbortSignal, unlooked?: SayUnlooked): Promise<readonly CheckHit[]>;
}
