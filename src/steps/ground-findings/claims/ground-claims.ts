import type { Finding } from "#model/finding.ts";
import type { ClaimGrounding } from "#model/grounding.ts";
import type { GroundingSource } from "../grounding-source.ts";

/** Answers the claims of a finding that the index can speak to. */
export async function groundClaims(_source: GroundingSource, _finding: Finding): Promise<readonly ClaimGrounding[]> {
  return [];
}
