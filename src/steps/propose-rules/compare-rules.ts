import { containment, Lexicon } from "#likeness/text/lexicon.ts";
import { cosine, type TextVector } from "#likeness/text/tfidf.ts";
import { tokensOf } from "#likeness/text/tokens.ts";
import { safeWording } from "./safe-wording.ts";

/** Compares texts of rules by their words, each weighted by how rare it is among all of them. */
export class RuleComparison {
  readonly #lexicon: Lexicon;
  readonly #known = new Map<string, TextVector>();

  constructor(texts: readonly string[]) {
    this.#lexicon = new Lexicon(texts.map((text) => tokensOf(text)));
  }

  /** Whether they mean the same: in the same words, nearly so, or one within the other. */
  isSame(one: string, other: string): boolean {
    if (plain(one) === plain(other)) return true;
    const [left, right] = [this.#vector(one), this.#vector(other)];
    if (cosine(left, right) >= SAME) return true;
    const [short, long] = left.terms.length < right.terms.length ? [left, right] : [right, left];
    return short.terms.length >= MIN_TERMS && containment(short, long) >= WITHIN;
  }

  /** Nearly word for word. */
  isTwin(one: string, other: string): boolean {
    return plain(one) === plain(other) || cosine(this.#vector(one), this.#vector(other)) >= TWIN;
  }

  /** Whether a text is about a topic: it contains most of the topic's weight. */
  isAbout(topic: string, text: string): boolean {
    const part = this.#vector(topic);
    return part.terms.length >= MIN_TERMS && containment(part, this.#vector(text)) >= ABOUT;
  }

  #vector(text: string): TextVector {
    const known = this.#known.get(text) ?? this.#lexicon.vector(tokensOf(text));
    this.#known.set(text, known);
    return known;
  }
}

const TWIN = 0.93;
const SAME = 0.72;
const WITHIN = 0.85;
const ABOUT = 0.65;
const MIN_TERMS = 4;

const plain = (text: string): string =>
  safeWording(text)
    .toLowerCase()
    .replaceAll(/[\s.\\]+/g, " ")
    .trim();

/** Whether a rule tells reviewers to ignore something, rather than to look for it. */
export function isSilencing(text: string): boolean {
  return /\b(?:do not|don't|never|must not|should not)\s+(?:\w+\s)?(?:raise|flag|report|claim|suggest|ask for)\b|\b(?:discount|ignore) findings?\b|\b(?:is|are) not a finding\b/i.test(
    text,
  );
}
