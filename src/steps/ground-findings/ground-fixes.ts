import type { Finding } from "#model/finding.ts";
import type { FixGrounding, PlaceGrounding } from "#model/grounding.ts";
import type { GroundingSource } from "./grounding-source.ts";

/** A finding with a fix, and its places. */
export interface FixQuestion {
  readonly finding: Finding;
  readonly places: readonly PlaceGrounding[];
}

/** Applies each proposed diff to the file it is about, in memory. */
export async function groundFixes(
  _source: GroundingSource,
  { finding }: FixQuestion,
): Promise<readonly FixGrounding[]> {
  return (finding.fix?.diffs ?? []).map(() => ({ status: "unchecked", why: "diffs are not applied yet" }));
}
