import { omitUndefined } from "#util/omit-undefined.ts";
import type { Change } from "#model/change/change.ts";
import type { FindingId } from "#model/ids.ts";
import type { Reviewer } from "#model/panel/reviewer.ts";
import type { OpenProblem, Silence, Verification } from "#model/panel/verification.ts";
import type { GroundingSource } from "#steps/ground-findings/grounding-source.ts";
import { chooseClaims, type ChosenClaim } from "#steps/verify-findings/choose-claims.ts";
import { chooseVerifier } from "#steps/verify-findings/choose-verifier.ts";
import { describeUnverified } from "#steps/verify-findings/describe-unverified.ts";
import { anySignal } from "#util/concurrency/any-signal.ts";
import { createWorkQueue } from "#util/concurrency/work-queue.ts";
import { plural } from "#util/words.ts";
import type { AskAgent, Askable } from "./ask-agent.ts";
import { verifyClaim } from "./verify-claim.ts";

/** What verification needs from the round. */
export interface VerifyHost<T extends Askable> {
  /** Possible verifiers, in order of preference. */
  readonly candidates: readonly T[];
  readonly ask: AskAgent<T>;
  readonly change: Change;
  /** The reviewed commit, credentials masked. */
  readonly source: GroundingSource;
  /** The panel. Verifiers do not get its names. */
  readonly reviewers: readonly Reviewer[];
  /** `instructions/verify.md`. */
  readonly instructions: string;
  /** Ends the verifiers. Claims without an answer stay unverified. */
  readonly signal: AbortSignal;
  readonly limits?: Partial<VerifyLimits>;
  /** Answers of a resumed round. They are not asked for again. */
  readonly earlier?: readonly Verification[];
  /** Called with each answer. */
  readonly onAnswer?: (verification: Verification) => void | Promise<void>;
}

export interface VerifyLimits {
  /** The number of claims in a round. */
  readonly most: number;
  readonly atOnce: number;
  /** How long to wait for answers after all reviewers have ended, in seconds. */
  readonly longestSeconds: number;
}

const DEFAULTS: VerifyLimits = { most: 12, atOnce: 2, longestSeconds: 15 * 60 };

export interface VerifiedProblems {
  readonly verifications: readonly Verification[];
  /** Sentences about what was not verified. */
  readonly gaps: readonly string[];
}

/** Verifies the problems of a round while its reviewers still run. */
export interface ProblemVerifier {
  /** Called with the problems so far after each review. Sends the important ones to a verifier immediately. */
  verifyEarly(problems: readonly OpenProblem[]): void;
  /** Called once with all problems. Asks about the rest and waits within the limits. */
  finish(problems: readonly OpenProblem[]): Promise<VerifiedProblems>;
}

/** Starts verification. Never asks twice, and never asks the vendor that reported the problem. */
export function verifyProblems<T extends Askable>(host: VerifyHost<T>): ProblemVerifier {
  const limits = { ...DEFAULTS, ...omitUndefined(host.limits ?? {}) };
  const answers: Verification[] = (host.earlier ?? []).filter(({ answer }) => answer !== "none");
  const asked = new Set<FindingId>(answers.map(({ claim }) => claim));
  const late = new AbortController();
  const lanes = createWorkQueue(limits.atOnce);
  const signal = anySignal([host.signal, late.signal]);
  const silence = (): Silence => (host.signal.aborted ? "stopped" : "timeout");
  let number = 0;
  const start = (claim: ChosenClaim): void => {
    const chosen = chooseVerifier(claim, host.candidates);
    if (!chosen.ok) return;
    asked.add(claim.finding.id);
    number += 1;
    const name = `verify-${number}`;
    lanes.add(async () => {
      const answer = await verifyClaim({ claim, verifier: chosen.verifier, host, signal, name, silence });
      answers.push(answer);
      await host.onAnswer?.(answer);
    });
  };
  const hasVerifier = (families: readonly string[]): boolean => chooseVerifier({ families }, host.candidates).ok;
  const choose = (problems: readonly OpenProblem[], early: boolean) =>
    chooseClaims(problems, { most: limits.most, asked, early, hasVerifier });
  return {
    verifyEarly(problems) {
      if (!signal.aborted) for (const claim of choose(problems, true).chosen) start(claim);
    },
    async finish(problems) {
      const { chosen, leftOut, nobody } = choose(problems, false);
      for (const claim of chosen) start(claim);
      const timer = setTimeout(() => late.abort(), limits.longestSeconds * 1000);
      await lanes.idle().finally(() => clearTimeout(timer));
      const verifications = [
        ...inOrder(answers, asked),
        ...leftOut.map((claim) => unasked(claim, "limit", `no more than ${limits.most} are verified in a round`)),
        ...nobody.map((claim) => unasked(claim, "no-verifier", whyNobody(claim, host.candidates))),
      ];
      return { verifications, gaps: describeUnverified(verifications, limits.most) };
    },
  };
}

/** In the order of the questions. */
function inOrder(answers: readonly Verification[], asked: ReadonlySet<FindingId>): Verification[] {
  const order = [...asked];
  return answers.toSorted((a, b) => order.indexOf(a.claim) - order.indexOf(b.claim));
}

function unasked({ finding, findings }: ChosenClaim, silence: Silence, because: string): Verification {
  return { claim: finding.id, findings, answer: "none", silence, proofs: [], because };
}

function whyNobody(claim: ChosenClaim, candidates: readonly Askable[]): string {
  const chosen = chooseVerifier(claim, candidates);
  return chosen.ok ? "nobody was asked" : chosen.why;
}

/** Keeps the answers of a round that is resumed without a verifier. Undefined if there are none. */
export function keptVerifications(earlier: readonly Verification[]): ProblemVerifier | undefined {
  const verifications = earlier.filter(({ answer }) => answer !== "none");
  if (verifications.length === 0) return undefined;
  const asked = new Set<FindingId>(verifications.map(({ claim }) => claim));
  return {
    verifyEarly() {},
    finish(problems) {
      const { chosen, leftOut } = chooseClaims(problems, { most: Infinity, asked });
      const count = chosen.length + leftOut.length;
      const left = `${plural(count, "finding was", "findings were")} not verified further: the round was resumed without a verifier`;
      return Promise.resolve({ verifications, gaps: count === 0 ? [] : [left] });
    },
  };
}
