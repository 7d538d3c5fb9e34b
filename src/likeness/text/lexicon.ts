import type { TextVector } from "./tfidf.ts";

/**
 * How significant each term is among the given documents (TF-IDF). It weights any part of them, such as a title or a
 * sentence, in the same way, so that parts can be compared with wholes.
 */
export class Lexicon<Token extends string | number = string> {
  readonly #numbers = new Map<Token, number>();
  readonly #spread: number[] = [];
  readonly #rarities: number[] = [];
  readonly #size: number;
  readonly #weigh: (documents: number, spread: number) => number;

  constructor(documents: readonly (readonly Token[])[], rarity = rarityWith(UNSEEN_DOCUMENTS)) {
    this.#size = documents.length;
    this.#weigh = rarity;
    const seen: number[] = [];
    for (const [document, tokens] of documents.entries()) {
      for (const token of tokens) {
        const term = this.#number(token);
        if (seen[term] === document) continue;
        seen[term] = document;
        this.#spread[term] = (this.#spread[term] ?? 0) + 1;
      }
    }
  }

  /** The weighted terms of a text, normalized to length one (or empty). */
  vector(tokens: readonly Token[]): TextVector {
    const counts = new Map<number, number>();
    for (const token of tokens) {
      const term = this.#number(token);
      counts.set(term, (counts.get(term) ?? 0) + 1);
    }
    const terms = Int32Array.from(counts.keys()).sort();
    const weights = new Float64Array(terms.length);
    let squares = 0;
    for (const [at, term] of terms.entries()) {
      const weight = (1 + Math.log(counts.get(term) ?? 1)) * this.#rarity(term);
      weights[at] = weight;
      squares += weight * weight;
    }
    const length = Math.sqrt(squares) || 1;
    return { terms, weights: weights.map((weight) => weight / length) };
  }

  #rarity(term: number): number {
    return (this.#rarities[term] ??= this.#weigh(this.#size, this.#spread[term] ?? 0));
  }

  #number(token: Token): number {
    const known = this.#numbers.get(token);
    if (known !== undefined) return known;
    const next = this.#numbers.size;
    this.#numbers.set(token, next);
    return next;
  }
}

const UNSEEN_DOCUMENTS = 8;

/** Among few documents, a term in two of three is not common yet. `unseen` adds imaginary documents. */
export function rarityWith(unseen: number) {
  return (documents: number, spread: number): number => Math.log(1 + (documents + unseen) / (1 + spread));
}

/** How rare a term is among exactly these documents. */
export function plainRarity(documents: number, spread: number): number {
  return 1 + Math.log((documents + 1) / (spread + 1));
}

/** The share of a text's weight that another text also has. It finds a short title in a long body. */
export function containment(part: TextVector, whole: TextVector): number {
  let sum = 0;
  for (let i = 0, j = 0; i < part.terms.length && j < whole.terms.length;) {
    const left = part.terms[i] ?? 0;
    const right = whole.terms[j] ?? 0;
    if (left === right) {
      const weight = part.weights[i++] ?? 0;
      sum += weight * weight;
      j++;
    } else if (left < right) i++;
    else j++;
  }
  return Math.min(1, sum);
}
