import { omitUndefined } from "#util/omit-undefined.ts";
import type { Finding } from "#model/finding.ts";
import type { Grounding } from "#model/grounding.ts";
import type { Location } from "#model/location.ts";
import type { Silence, Verification } from "#model/panel/verification.ts";
import { buildClaim } from "#steps/build-context/build-claim.ts";
import { promptFor } from "#steps/build-context/prompt-for.ts";
import { groundFinding } from "#steps/ground-findings/ground-finding.ts";
import type { GroundingSource } from "#steps/ground-findings/grounding-source.ts";
import type { ChosenClaim } from "#steps/verify-findings/choose-claims.ts";
import { readVerifierAnswer, type StatedAnswer } from "#steps/verify-findings/read-answer.ts";
import { type QuoteToGround, weighAnswer } from "#steps/verify-findings/weigh-answer.ts";
import { describeClaim } from "#steps/verify-findings/describe-claim.ts";
import { maskSecrets } from "#util/secrets/mask-secrets.ts";
import { askSafely, type Askable } from "./ask-agent.ts";
import type { VerifyHost } from "./verify-problems.ts";

/** A claim, its verifier, and the signal that ends the wait. */
export interface ClaimTask<T extends Askable> {
  readonly claim: ChosenClaim;
  readonly verifier: T;
  readonly host: VerifyHost<T>;
  readonly signal: AbortSignal;
  readonly name: string;
  /** The reason for a missing answer after the signal. */
  readonly silence: () => Silence;
}

/** Asks a verifier about one claim and checks its proofs. Never throws for what the verifier does. */
export async function verifyClaim<T extends Askable>(task: ClaimTask<T>): Promise<Verification> {
  const { claim, verifier, host, signal, name } = task;
  const about = { claim: claim.finding.id, findings: claim.findings, verifier: verifier.reviewer };
  const none = (silence: Silence, because: string): Verification => ({
    ...about,
    answer: "none",
    silence,
    proofs: [],
    because,
  });
  if (signal.aborted) return none(task.silence(), "nobody was asked any more");
  const files = buildClaim({
    change: host.change,
    claim: describeClaim(claim.finding, host.reviewers),
    instructions: host.instructions,
  });
  const reply = await askSafely(host.ask, verifier, { files, prompt: promptFor("verify"), signal, name });
  const text = maskSecrets(reply.text);
  const facts = { seconds: reply.seconds, usage: reply.usage, text: text === "" ? undefined : text };
  if (reply.failed !== undefined) {
    const silence = signal.aborted ? task.silence() : reply.failed.kind;
    return { ...none(silence, maskSecrets(reply.failed.message)), ...omitUndefined(facts) };
  }
  const stated = await withKnownPlaces(readVerifierAnswer(text), host.source);
  const weighed = await weighAnswer(stated, (quote) => groundQuote(quote, claim.finding, host.source));
  if (weighed.answer === "none") return { ...none("unreadable", weighed.because), ...omitUndefined(facts) };
  return { ...about, ...weighed, ...facts };
}

/** Grounds a quote like that of a finding, at its own place or at the place of the claim. */
async function groundQuote(
  { place, code }: QuoteToGround,
  finding: Finding,
  source: GroundingSource,
): Promise<Grounding> {
  const { fix: _fix, class: _class, ...rest } = finding;
  const locations = place === undefined ? finding.locations : [place];
  const asked: Finding = { ...rest, title: "", body: "", locations, quotes: [{ code }], repros: [] };
  const { quotes, summary } = await groundFinding(asked, source);
  return quotes[0] ?? summary;
}

/** A verifier works in the folder above the code and may write `code/src/a.ts` for `src/a.ts`. */
async function withKnownPlaces(stated: StatedAnswer, source: GroundingSource): Promise<StatedAnswer> {
  const known = async (place: Location): Promise<Location> => {
    const path = place.path.replace(/^(?:.*\/)?code\//, "");
    if (path === place.path || (await source.resolvePath(place.path)) !== undefined) return place;
    return (await source.resolvePath(path)) === undefined ? place : { ...place, path };
  };
  const proofs = await Promise.all(
    stated.proofs.map(async (proof) =>
      proof.kind === "quote" && proof.place !== undefined ? { ...proof, place: await known(proof.place) } : proof,
    ),
  );
  return { ...stated, proofs };
}
