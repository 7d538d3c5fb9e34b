import { Lexicon, plainRarity } from "#likeness/text/lexicon.ts";
import { cosines } from "#likeness/text/tfidf.ts";
import { tokensOf } from "#likeness/text/tokens.ts";
import type { MergedRemark, RawRemark } from "./remark.ts";

/** The minimum similarity of two remarks to be merged, and of all remarks of a group to each other. */
const ALIKE = 0.24;
const AT_LEAST = 0.12;

/**
 * A panel has a few dozen remarks of one kind. Among more, only equal ones are merged, since all pairs are compared.
 */
const MAX_COUNT = 800;

/**
 * Merges remarks that say the same: those of different reviewers if similar, those of one reviewer only if the words
 * are equal. Each remark is a source of exactly one result. The order of the input does not matter.
 */
export function mergeRemarks(remarks: readonly RawRemark[]): MergedRemark[] {
  const sorted = [...remarks].sort(inOrder);
  const groups = groupBy(sorted, ({ group }) => group);
  return groups.flatMap((group) => joinAlike(group).map(merged));
}

function groupBy(remarks: readonly RawRemark[], keyOf: (remark: RawRemark) => string): RawRemark[][] {
  const groups = new Map<string, RawRemark[]>();
  for (const remark of remarks) {
    const group = groups.get(keyOf(remark));
    if (group === undefined) groups.set(keyOf(remark), [remark]);
    else group.push(remark);
  }
  return [...groups.values()];
}

const inOrder = (a: RawRemark, b: RawRemark): number =>
  compareCodeUnits(a.group, b.group) || compareCodeUnits(a.text, b.text) || compareCodeUnits(a.id, b.id);

/** By code units, so that the order is the same in every locale. */
export function compareCodeUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

interface Link {
  readonly a: number;
  readonly b: number;
  readonly likeness: number;
}

/** Merges the most similar first. All members of a group must be similar, and no reviewer may occur twice. */
function joinAlike(remarks: readonly RawRemark[]): RawRemark[][] {
  const members = joinEqual(remarks);
  if (members.length > MAX_COUNT) return members;
  const first = members.map(([remark]) => remark!);
  const texts = first.map(({ text }) => tokensOf(text));
  const lexicon = new Lexicon(texts, plainRarity);
  const likeness = cosines(texts.map((tokens) => lexicon.vector(tokens)));
  const at = members.map((_, index) => [index]);
  const home = members.map((_, index) => index);
  for (const { a, b } of linksOf(likeness)) {
    const [one, other] = [at[home[a]!]!, at[home[b]!]!];
    if (one === other || !fits({ one, other }, members, likeness)) continue;
    const target = home[a]!;
    for (const index of other) home[index] = target;
    one.push(...other.splice(0));
  }
  return at.filter((group) => group.length > 0).map((group) => group.flatMap((index) => members[index]!));
}

/** Equal except for white space and case. */
function joinEqual(remarks: readonly RawRemark[]): RawRemark[][] {
  return groupBy(remarks, ({ text }) => text.replaceAll(/\s+/g, " ").trim().toLowerCase());
}

function linksOf(likeness: readonly (readonly number[])[]): Link[] {
  const links: Link[] = [];
  for (const [b, row] of likeness.entries()) {
    for (let a = 0; a < b; a++) if (row[a]! >= ALIKE) links.push({ a, b, likeness: row[a]! });
  }
  return links.sort((x, y) => y.likeness - x.likeness || x.a - y.a || x.b - y.b);
}

interface Pair {
  readonly one: readonly number[];
  readonly other: readonly number[];
}

function fits(
  { one, other }: Pair,
  members: readonly (readonly RawRemark[])[],
  likeness: readonly (readonly number[])[],
): boolean {
  const reviewers = new Set(one.flatMap((index) => members[index]!.map(({ reviewer }) => reviewer)));
  if (other.some((index) => members[index]!.some(({ reviewer }) => reviewers.has(reviewer)))) return false;
  return one.every((a) => other.every((b) => likeness[a]![b]! >= AT_LEAST));
}

function merged(remarks: readonly RawRemark[]): MergedRemark {
  const ordered = [...remarks].sort((a, b) => b.text.length - a.text.length || inOrder(a, b));
  const [speaker] = ordered;
  return {
    group: speaker!.group,
    text: speaker!.text,
    credits: [...new Set(ordered.map(({ reviewer }) => reviewer))].sort(compareCodeUnits),
    sources: ordered.map(({ id }) => id),
    position: Math.min(...ordered.map(({ position }) => position)),
  };
}
