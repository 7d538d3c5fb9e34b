import { reviewerId, type ReviewerId } from "#model/ids.ts";
import { type Reviewer, reviewerTitle } from "#model/panel/reviewer.ts";

/** A reviewer as some place in the report names it. */
export interface NamedReviewer {
  /** Words of the name: `Claude Opus 4.7`. */
  readonly title: string;
  readonly effort?: string;
}

/** The reviewers of a report, and how to find one by the words with which a place names it. */
export interface Panel {
  readonly reviewers: readonly Reviewer[];
  find(title: string): ReviewerId | undefined;
}

/**
 * Makes the panel from the names that the header lists and those mentioned elsewhere. A mention that adds words to a
 * known name completes it; an unknown one is a further reviewer. Names and ids are the first word, or more words where
 * several reviewers share it; the rest is the model.
 */
export function buildPanel(listed: readonly NamedReviewer[], mentioned: readonly NamedReviewer[]): Panel {
  const members: Member[] = [];
  for (const { title, effort } of listed) {
    const words = wordsOf(title);
    const isNew = !members.some((member) => isPrefix(words, member.words) && isPrefix(member.words, words));
    if (words.length > 0 && isNew) members.push({ words, effort });
  }
  for (const { title, effort } of mentioned) {
    const words = wordsOf(title);
    const known = matchOf(words, members);
    if (known === undefined && words.length > 0) members.push({ words, effort });
    else if (known !== undefined && isPrefix(known.words, words)) known.words = words;
  }
  const calls = callsOf(members.map(({ words }) => words));
  const byMember = new Map(members.map((member, index) => [member, calls[index]?.id]));
  const reviewers = members.map(({ words, effort }, index) => {
    const { id, length } = calls[index] ?? { id: reviewerId("reviewer"), length: 1 };
    return {
      id,
      name: words.slice(0, length).join(" "),
      kind: "agent" as const,
      ...(words.length <= length ? {} : { model: words.slice(length).join(" ") }),
      ...(effort === undefined ? {} : { effort }),
      family: slug(words[0] ?? "") || "reviewer",
    };
  });
  return {
    reviewers,
    find: (title) => {
      const member = matchOf(wordsOf(title), members);
      return member === undefined ? undefined : byMember.get(member);
    },
  };
}

/** The panel that a report of ours states: nothing is guessed; a place names a reviewer by its title or its id. */
export function statedPanel(reviewers: readonly Reviewer[]): Panel {
  const byTitle = new Map<string, ReviewerId>();
  for (const { id } of reviewers) byTitle.set(plain(id), id);
  for (const reviewer of reviewers.toReversed()) byTitle.set(plain(reviewerTitle(reviewer)), reviewer.id);
  return { reviewers, find: (title) => byTitle.get(plain(title)) };
}

const plain = (title: string): string => wordsOf(title).join(" ").toLowerCase();

interface Member {
  words: readonly string[];
  readonly effort: string | undefined;
}

/** The words of a name without marks: `[Claude] — Claude Opus 4.6` gives `Claude Opus 4.6`. */
export function wordsOf(title: string): string[] {
  const words = title
    .slice(0, 200)
    .replaceAll(/[[\]*_~`"“”]|[—–]|--|\(?\bpass[ -]?\d{1,2}\b\)?/gi, " ")
    .split(/[\s,]+/)
    .filter((word) => word !== "");
  const again = words.findIndex((word, index) => index > 0 && same(word, words[0]));
  return again > 0 ? words.slice(again) : words;
}

/** The member that the words mean: same first word, no other model. Among several the one that shares most words. */
function matchOf(words: readonly string[], members: readonly Member[]): Member | undefined {
  const family = members.filter((member) => same(member.words[0], words[0]) && agree(member.words, words));
  const shared = family.map((member) => tokens(member.words).filter((token) => tokens(words).includes(token)).length);
  const most = Math.max(...shared);
  const best = family.filter((_, index) => shared[index] === most);
  return best.length === 1 ? best[0] : best.find((member) => member.words.length === words.length);
}

/** No other model: the words that are no version number of one name are all in the other. */
function agree(one: readonly string[], other: readonly string[]): boolean {
  const [first, second] = [tokens(one), tokens(other)].map((list) => list.filter((token) => /^[a-z]/.test(token)));
  if (first === undefined || second === undefined) return false;
  return first.every((token) => second.includes(token)) || second.every((token) => first.includes(token));
}

const tokens = (words: readonly string[]): string[] => words.flatMap((word) => word.toLowerCase().split("-"));

const same = (one: string | undefined, other: string | undefined): boolean =>
  one !== undefined && other !== undefined && one.toLowerCase() === other.toLowerCase();

const isPrefix = (part: readonly string[], whole: readonly string[]): boolean =>
  part.length <= whole.length && part.every((word, index) => same(word, whole[index]));

/** How each is called: by its first word, or by more words where several share it (`Claude Opus`, `claude-opus`). */
function callsOf(names: readonly (readonly string[])[]): { readonly id: ReviewerId; readonly length: number }[] {
  const taken = new Set<string>();
  return names.map((words, index) => {
    const rivals = names.filter((other, at) => at !== index && same(other[0], words[0]));
    let length = 1;
    const isShared = (): boolean => rivals.some((rival) => slugs(rival, length) === slugs(words, length));
    while (length < words.length && isShared()) length += 1;
    const base = slugs(words, length) || "reviewer";
    let id = base;
    for (let next = 2; taken.has(id); next += 1) id = `${base}-${next}`;
    taken.add(id);
    return { id: reviewerId(id), length };
  });
}

const slugs = (words: readonly string[], length: number): string =>
  words.slice(0, length).map(slug).filter(Boolean).join("-");

const slug = (word: string): string =>
  word
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, "-")
    .replace(/^[._-]+|[._-]+$/g, "");
