/** Longer sentences are cut into pieces, so that no pattern takes long. */
const MAX_LENGTH = 1000;

/** The sentences of a line or paragraph as plain words: without Markdown marks, with straight apostrophes. */
export function sentencesIn(text: string): string[] {
  return text
    .replaceAll(/[’‘]/g, "'")
    .replaceAll(/[*_~>|\s]+/g, " ")
    .trim()
    .split(/(?<=[.!?]) /)
    .flatMap((sentence) => (sentence.length > MAX_LENGTH ? piecesOf(sentence) : sentence === "" ? [] : [sentence]));
}

/** They overlap: what one cuts in two is whole in the next. */
function piecesOf(sentence: string): string[] {
  const count = Math.ceil((2 * sentence.length) / MAX_LENGTH);
  return Array.from({ length: count }, (_, at) => sentence.slice((at * MAX_LENGTH) / 2, (at / 2 + 1) * MAX_LENGTH));
}

const BOUNDARY =
  /[,;:()—–]|\s-\s|\b(?:but|however|so|because|although|though|yet|and(?= (?:the|this|it|that|i|we|they|there|must|should|cannot)\b))\b/gi;

/** The words of a sentence before an index, and those of them in the same clause. */
export interface Before {
  readonly sentence: string;
  readonly clause: string;
}

/** A list goes on with what its first item says: in "no bug, leak, or a race" the race is denied too. */
export function wordsBefore(sentence: string, index: number): Before {
  const before = sentence.slice(0, index);
  const start = Math.max(0, ...[...before.matchAll(BOUNDARY)].map((found) => found.index + found[0].length));
  const own = before.slice(start);
  return { sentence: before, clause: /^\s*(?:(?:or|nor|and)\s*)?$/i.test(own) ? before : own };
}

const DENIES =
  /\b(?:no|not|none|nothing|nobody|neither|nor|never|without|zero|any|cannot|free of|rather than|instead of|hardly)\b|n't\b/i;
/** What the change does away with, for the whole sentence. */
const SETTLES =
  /\b(?:fix(?:es|ed|ing)|(?:a|the|this|correct|proper|right) fix\b|fix(?:es)? for|to fix|resolv\w+|address(?:es|ed|ing)|clos(?:es|ed|ing)|corrects|corrected|prevent\w*|solv(?:es|ed|ing)|repair\w*|avoid\w*|eliminat\w+|guards? against|protects? against|no longer)\b/i;
/** It is about earlier code, a test, or a mere possibility, for one clause. */
const SUPPOSES =
  /\b(?:previous(?:ly)?|earlier|old|was|were|had|used to|would|could|might|may|whether|let me|look\w* for|check\w* for|search\w* for|remov(?:es|ed|ing)|handl(?:es|ed|ing)|detects?|catch(?:es)?|reproduces?|reports?|tests?|covers?|until|before|unless|like|as if)\b/i;
const CONDITION = /\b(?:if|when|whenever|where|in case|should|once|while)\b/i;
const OLD =
  /\b(?:existed before|pre-?existing|pre-?dates?|before this change|already there|not introduced by|not (?:strictly )?a regression)\b/i;

export function isDenied({ clause }: Before): boolean {
  return DENIES.test(clause);
}

/** Whether a claim at this index of a sentence holds now: it is not denied, fixed, of the past or only supposed. */
export function isAsserted(sentence: string, index: number): boolean {
  if (OLD.test(sentence)) return false;
  const before = wordsBefore(sentence, index);
  const since = before.sentence.slice(Math.max(0, before.sentence.search(/\b(?:but|however|yet|although|though)\b/i)));
  if (isDenied(before) || SETTLES.test(since) || SUPPOSES.test(before.clause)) return false;
  if (!CONDITION.test(before.clause)) return true;
  // "When the queue is empty drain crashes" has a main clause without a comma before it.
  return /^\W*(?:if|when|whenever|once|while)\b/i.test(sentence) && !/,|\bthen\b/.test(sentence);
}
