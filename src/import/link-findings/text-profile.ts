/** Words of a text with their weights, as a vector of length 1. */
export type Profile = ReadonlyMap<string, number>;

/** How telling each word is within one report: a word that stands everywhere tells nothing. */
export class Vocabulary {
  readonly #counts = new Map<string, number>();
  #size = 0;

  /** Counts the words of one text. */
  add(text: string): void {
    this.#size++;
    for (const word of new Set(wordsOf(text))) this.#counts.set(word, (this.#counts.get(word) ?? 0) + 1);
  }

  /** The weighted words of a text. Repeating a word helps less and less. */
  profile(text: string): Profile {
    const counts = new Map<string, number>();
    for (const word of wordsOf(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
    let sum = 0;
    for (const [word, count] of counts) {
      const weight = (1 + Math.log(count)) * Math.log(1 + this.#size / (1 + (this.#counts.get(word) ?? 0)));
      counts.set(word, weight);
      sum += weight * weight;
    }
    const length = Math.sqrt(sum);
    if (length > 0) for (const [word, weight] of counts) counts.set(word, weight / length);
    return counts;
  }
}

/** How much two texts have in common: 0 nothing, 1 the same words. */
export function likeness(one: Profile, other: Profile): number {
  const [small, large] = one.size <= other.size ? [one, other] : [other, one];
  let sum = 0;
  for (const [word, weight] of small) sum += weight * (large.get(word) ?? 0);
  return Math.min(1, sum);
}

/** The share of a text's weight that another text holds too: finds a short remark in a long one. */
export function containment(part: Profile, whole: Profile): number {
  let sum = 0;
  for (const [word, weight] of part) if (whole.has(word)) sum += weight * weight;
  return Math.min(1, sum);
}

/** Longer texts add nothing to the comparison but time. */
const MAX_TEXT = 20_000;

/** The words of a text in lower case: names as a whole, and what they are made of. */
function wordsOf(text: string): string[] {
  const words: string[] = [];
  for (const [name] of text.slice(0, MAX_TEXT).matchAll(/[\p{L}\p{N}_]{2,60}/gu)) {
    const parts = name.split(/_+|(?<=[a-z0-9])(?=[A-Z])/).filter((part) => part.length > 1);
    if (parts.length > 1) words.push(name.toLowerCase());
    for (const part of parts) words.push(stem(part.toLowerCase()));
  }
  return words;
}

/** Enough for English prose about code: plural and tense do not make another word. */
function stem(word: string): string {
  if (word.length > 5 && word.endsWith("ing")) return word.slice(0, -3);
  if (word.length > 4 && (word.endsWith("ed") || word.endsWith("es"))) return word.slice(0, -2);
  return word.length > 3 && word.endsWith("s") && !word.endsWith("ss") ? word.slice(0, -1) : word;
}
