import type { ReviewerId } from "#model/ids.ts";
import { type Reviewer, reviewerTitle } from "#model/panel/reviewer.ts";

/** Encloses the number of a reviewer whose name was here. */
const MARK = "\u0001";

/** A passage about one reviewer, or about the panel. */
export interface CheckedPassage {
  /** Names of reviewers are replaced by marks, so that "GPT 5.5" is not read as a number. */
  readonly text: string;
  readonly about: ReviewerId | undefined;
}

export function checkedPassage(text: string, reviewers: readonly Reviewer[], about?: ReviewerId): CheckedPassage {
  const plain = text.replaceAll(MARK, " ").replaceAll(/\*{1,3}/g, "");
  return { text: markNames(plain, reviewers), about };
}

/** The named reviewers, in order. */
export function reviewersIn(text: string, reviewers: readonly Reviewer[]): Reviewer[] {
  return [...text.matchAll(/\u0001(\d{1,4})\u0001/g)].flatMap(([, at]) => reviewers[Number(at)] ?? []);
}

/** Clauses: the text between full stops, commas, brackets and dashes. Decimal points and times of day do not split. */
export function clausesOf(text: string): string[] {
  return text.split(/[;,()\n]|[.:!?](?=\s|$)|\s[—–-]\s/).filter((clause) => clause.trim() !== "");
}

export function sentencesOf(text: string): string[] {
  return text.split(/[.!?](?=\s|$)|\n[ \t]*\n/).filter((sentence) => sentence.trim() !== "");
}

function markNames(text: string, reviewers: readonly Reviewer[]): string {
  const names = reviewers.flatMap((reviewer, at) =>
    [reviewerTitle(reviewer), reviewer.name, reviewer.id].map((name) => ({ name, at })),
  );
  let marked = text;
  for (const { name, at } of names.toSorted((a, b) => b.name.length - a.name.length)) {
    if (name === "") continue;
    const escaped = name.replaceAll(/[.*+?^${}()|[\]\\/]/g, "\\$&");
    // Not as part of a longer word, nor of a finding's id such as claude:I1.
    const pattern = new RegExp(`(?<![\\p{L}\\p{N}\\u0001/_-])${escaped}(?![\\p{L}\\p{N}\\u0001_:/-])`, "giu");
    marked = marked.replace(pattern, `${MARK}${at}${MARK}`);
  }
  return marked;
}
