import type { Reviewer } from "#model/panel/reviewer.ts";
import type { ChosenClaim } from "./choose-claims.ts";

/** The verifier, or why there is none. */
export type ChosenVerifier<T> =
  { readonly ok: true; readonly verifier: T } | { readonly ok: false; readonly why: string };

/** The first candidate whose family did not raise the claim. */
export function chooseVerifier<T extends { readonly reviewer: Reviewer }>(
  { families }: Pick<ChosenClaim, "families">,
  candidates: readonly T[],
): ChosenVerifier<T> {
  if (candidates.length === 0) return { ok: false, why: "no verifier is configured" };
  const verifier = candidates.find(({ reviewer }) => !families.includes(reviewer.family.toLowerCase()));
  return verifier === undefined ? { ok: false, why: "no verifier of another vendor" } : { ok: true, verifier };
}
