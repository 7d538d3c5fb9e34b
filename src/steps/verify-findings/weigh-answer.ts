import type { Grounding } from "#model/grounding.ts";
import type { Location } from "#model/location.ts";
import { type Answer, isFound, isDistinctiveQuote, type Proof } from "#model/panel/verification.ts";
import type { StatedAnswer } from "./read-answer.ts";

/** A quote to be looked up. */
export interface QuoteToGround {
  readonly place?: Location;
  readonly code: string;
}

/** An answer after its quotes were looked up. */
export interface WeighedAnswer {
  readonly answer: Answer;
  /** The verifier's own answer, if its evidence does not support it. */
  readonly stated?: Exclude<Answer, "none">;
  readonly proofs: readonly Proof[];
  readonly because: string;
}

/**
 * Looks up the quotes of an answer in the code, like those of findings. Confirmed and refuted both need evidence: a
 * quote that is found, or a command with its output. Without evidence the answer becomes "cannot tell".
 */
export async function weighAnswer(
  { answer, proofs: stated, because }: StatedAnswer,
  ground: (quote: QuoteToGround) => Promise<Grounding>,
): Promise<WeighedAnswer> {
  const proofs: Proof[] = [];
  for (const proof of stated) {
    if (proof.kind === "command") {
      proofs.push(proof);
      continue;
    }
    const { isInline, ...quote } = proof;
    const found: Proof = { ...quote, grounding: await groundDistinctive(quote, ground) };
    // Inline code may be prose about the code: it counts if it is found, and is ignored otherwise.
    if (!isInline || isFound(found)) proofs.push(found);
  }
  if (answer !== "confirmed" && answer !== "refuted") return { answer, proofs, because };
  const missing = explainNoEvidence(proofs);
  return missing === undefined
    ? { answer, proofs, because }
    : { answer: "cannot-tell", stated: answer, proofs, because: `says ${answer}, but ${missing}` };
}

async function groundDistinctive(
  quote: QuoteToGround,
  ground: (quote: QuoteToGround) => Promise<Grounding>,
): Promise<Grounding> {
  return isDistinctiveQuote(quote.code)
    ? ground(quote)
    : { status: "unchecked", why: "too short to tell one place from another" };
}

/** Why the evidence does not support an answer; undefined if it does. */
function explainNoEvidence(proofs: readonly Proof[]): string | undefined {
  if (proofs.some(isFound)) return undefined;
  const quotes = proofs.filter((proof) => proof.kind === "quote");
  // Quotes that were not found are worse than none: they outweigh a command that was not checked.
  const invented = quotes.filter(({ grounding: { status } }) => status === "unsupported").length;
  if (invented > 0) return "the code that it quotes is not in the commit";
  if (proofs.some((proof) => proof.kind === "command" && (proof.output ?? "").trim() !== "")) return undefined;
  return quotes.length > 0
    ? "nothing that it quotes could be found in the code"
    : "it shows neither code nor a command's output";
}
