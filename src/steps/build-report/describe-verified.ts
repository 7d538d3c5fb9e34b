import { reviewerTitle } from "#model/panel/reviewer.ts";
import type { Verified } from "#model/report.ts";
import { isFound, type Silence, type Verification } from "#model/panel/verification.ts";

/**
 * The verifiers' answers on one problem, in a few words; both if they differ. Undefined if it was not to be verified.
 */
export function describeVerified(verifications: readonly Verification[]): Verified | undefined {
  if (verifications.length === 0) return undefined;
  const refuted = verifications.find(({ answer }) => answer === "refuted");
  const confirmed = verifications.find(({ answer }) => answer === "confirmed");
  if (refuted !== undefined) {
    const both = confirmed === undefined ? "" : `, confirmed by ${nameOf(confirmed)}`;
    return { state: "refuted", text: `refuted by ${nameOf(refuted)}${formatProof(refuted)}${both}` };
  }
  if (confirmed !== undefined) {
    return { state: "confirmed", text: `confirmed by ${nameOf(confirmed)}${formatProof(confirmed)}` };
  }
  const unsure = verifications.find(({ answer }) => answer === "cannot-tell");
  if (unsure !== undefined) {
    const why = unsure.stated === undefined ? "" : `: ${unsure.because}`;
    return { state: "cannot-tell", text: `${nameOf(unsure)} cannot tell${why}` };
  }
  const [first] = verifications;
  return { state: "unverified", text: `unverified: ${SILENCES[first?.silence ?? "failed"]}` };
}

/** Why nobody verified it. */
const SILENCES: Readonly<Record<Silence, string>> = {
  failed: "the verifier failed",
  timeout: "the verifier ran out of time",
  unreadable: "the verifier gave no clear answer",
  stopped: "the round was stopped before it answered",
  "no-verifier": "no verifier of another vendor",
  limit: "the limit of verifications was reached",
};

function nameOf({ verifier }: Verification): string {
  return verifier === undefined ? "a verifier" : reviewerTitle(verifier);
}

const formatProof = ({ proofs }: Verification): string =>
  proofs.some(isFound) ? "" : " by a command whose output is its own word";
