import { Lexicon } from "#likeness/text/lexicon.ts";
import { cosine, type TextVector } from "#likeness/text/tfidf.ts";
import { tokensOf } from "#likeness/text/tokens.ts";
import { mayBeSameFile } from "#model/location.ts";
import type { Complaint } from "./complaint.ts";

/** Complaints about one thing: with the same identity or check, or similar in words and about the same file. */
export function groupComplaints(complaints: readonly Complaint[]): Complaint[][] {
  const taken = complaints.slice(-MAX_COUNT);
  const portraits = portray(taken);
  const groups: Portrait[][] = [];
  for (const portrait of portraits) {
    const home = groups.find((group) => group.every((other) => isAlike(portrait, other)));
    if (home === undefined) groups.push([portrait]);
    else home.push(portrait);
  }
  return groups.map((group) => group.map(({ complaint }) => complaint));
}

/** At most this many, the newest, are compared pairwise. */
const MAX_COUNT = 1500;

interface Portrait {
  readonly complaint: Complaint;
  readonly title: TextVector;
  readonly whole: TextVector;
}

function portray(complaints: readonly Complaint[]): Portrait[] {
  const titles = complaints.map(({ title }) => tokensOf(title));
  const wholes = complaints.map(({ text }, at) => [...(titles[at] ?? []), ...(titles[at] ?? []), ...tokensOf(text)]);
  const lexicon = new Lexicon(wholes);
  return complaints.map((complaint, at) => ({
    complaint,
    title: lexicon.vector(titles[at] ?? []),
    whole: lexicon.vector(wholes[at] ?? []),
  }));
}

function isAlike(one: Portrait, other: Portrait): boolean {
  const [left, right] = [one.complaint, other.complaint];
  if (left.check !== undefined || right.check !== undefined) return left.check === right.check;
  if (sameIdentity(left, right)) return true;
  const likeness = cosine(one.title, other.title);
  if (likeness >= SAME_TITLE) return true;
  if (left.path === undefined || right.path === undefined || !mayBeSameFile(left.path, right.path)) return false;
  return likeness >= LIKE_TITLE || (likeness >= NEAR_TITLE && cosine(one.whole, other.whole) >= LIKE_TEXT);
}

/** Read off the available published reviews: below these, the first pairs of different problems appear. */
const SAME_TITLE = 0.72;
const LIKE_TITLE = 0.45;
const NEAR_TITLE = 0.25;
const LIKE_TEXT = 0.4;

function sameIdentity({ identity: one }: Complaint, { identity: other }: Complaint): boolean {
  if (one === undefined || other === undefined || one.version !== other.version) return false;
  const same = (key: "exact" | "code" | "place"): boolean => one[key] !== undefined && one[key] === other[key];
  return same("exact") || same("code") || same("place");
}
