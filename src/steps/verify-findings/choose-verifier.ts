import type { Reviewer } from "#model/panel/reviewer.ts";
import type { ChosenClaim } from "./choose-claims.ts";

/** Who verifies, or why nobody can. */
export type ChosenVerifier<T> =
  { readonly ok: true; readonly verifier: T } | { readonly ok: false; readonly why: string };

/** The first candidate of another family than every finder: who said it may not confirm it. */
export function chooseVerifier<T extends { readonly reviewer: Reviewer }>(
  { families }: Pick<ChosenClaim, "families">,
  candidates: readonly T[],
): ChosenVerifier<T> {
  if (candidates.length === 0) return { ok: false, why: "no verifier is configured" };
  const verifier = candidates.find(({ reviewer }) => !families.includes(reviewer.family.toLowerCase()));
  return verifier === undefined ? { ok: false, why: "no verifier of another vendor" } : { ok: true, verifier };
}
