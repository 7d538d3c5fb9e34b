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
  /** What the verifier said, where its evidence does not bear it. */
  readonly stated?: Exclude<Answer, "none">;
  readonly proofs: readonly Proof[];
  readonly because: string;
}

/**
 * Looks the quotes of an answer up in the code, by the function that grounds findings. Confirmed and refuted both need
 * evidence: a quote that stands, or a command with its output. An answer without is an opinion, and cannot tell.
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
    // Code within a line may be words about the code: it counts where it stands, and says nothing where it does not.
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

/** Why the evidence does not bear an answer; undefined where it does. */
function explainNoEvidence(proofs: readonly Proof[]): string | undefined {
  if (proofs.some(isFound)) return undefined;
  const quotes = proofs.filter((proof) => proof.kind === "quote");
  // Quotes that were looked for and not found are worse than none: they outweigh a command on its own word.
  const invented = quotes.filter(({ grounding: { status } }) => status === "unsupported").length;
  if (invented > 0) return "the code that it quotes does not stand at the commit";
  if (proofs.some((proof) => proof.kind === "command" && (proof.output ?? "").trim() !== "")) return undefined;
  return quotes.length > 0
    ? "nothing that it quotes could be found in the code"
    : "it shows neither code nor a command's output";
}
