import type { Portrait } from "#likeness/portrait.ts";
import { checkOf } from "#model/finding.ts";
import { type Location, mayBeSameFile } from "#model/location.ts";

/** Whether two groups of findings, by their places in the list, may be one problem at all. */
export type MayJoin = (left: readonly number[], right: readonly number[]) => boolean;

/** What tells findings apart beside their places. */
export interface ApartFacts {
  /** The built-in reviewers: what they say is exact. */
  readonly analyzers: ReadonlySet<string>;
  /** How probable it is that two findings are one problem, where they were compared. */
  readonly probability: (one: number, other: number) => number | undefined;
}

/** Reviewers point at the same problem a few lines apart. */
const NEAR_LINES = 12;
/** A name that findings about more files than this share is no sign of one problem. */
const MAX_FILES = 4;
/** So many names in common say that it is one problem, though the places differ. */
const ENOUGH_NAMES = 2;
/** Below this a reviewer has told two of its own findings apart. */
const APART = 0.2;

/**
 * Words alone do not glue. Findings about different files, or distant lines of one, are different problems unless their
 * texts say otherwise: one names the other's file, both name the same specific things, or a third that is joined with
 * them cites both places. A reviewer that gives two findings places of their own means two problems.
 */
export function tellApart(portraits: readonly Portrait[], facts: ApartFacts): MayJoin {
  const places = new PlaceRules(portraits, facts);
  return (left, right) => {
    for (const one of left) {
      for (const other of right) {
        const verdict = places.verdictOn(one, other);
        if (verdict === "never") return false;
        if (verdict === "elsewhere" && !places.isBridged(one, other, [left, right])) return false;
      }
    }
    return true;
  };
}

/** Which of the given findings may be one problem is one thing; that a place lies elsewhere, another finding can heal. */
type Verdict = "possible" | "elsewhere" | "never";

class PlaceRules {
  readonly #portraits: readonly Portrait[];
  readonly #facts: ApartFacts;
  readonly #spread: ReadonlyMap<string, number>;

  constructor(portraits: readonly Portrait[], facts: ApartFacts) {
    this.#portraits = portraits;
    this.#facts = facts;
    this.#spread = countFiles(portraits);
  }

  verdictOn(one: number, other: number): Verdict {
    const a = this.#portraits[one]!;
    const b = this.#portraits[other]!;
    if (this.#areDifferentHits(a, b)) return "never";
    if (a.places.length === 0 || b.places.length === 0) return "possible";
    if (a.finding.reviewer === b.finding.reviewer) return this.#isRepeated(one, other) ? "possible" : "never";
    const distance = distanceOf(a, b);
    if (distance === "near") return "possible";
    return this.#namesTheSame(a, b, distance) ? "possible" : "elsewhere";
  }

  /** Two places are one problem where somebody who is joined with both cites both. */
  isBridged(one: number, other: number, groups: readonly (readonly number[])[]): boolean {
    const touches = (at: number, partner: number): boolean =>
      distanceOf(this.#portraits[at]!, this.#portraits[partner]!) === "near";
    return groups.some((members) =>
      members.some(
        (at) =>
          at !== one &&
          at !== other &&
          this.#portraits[at]!.places.length > 1 &&
          touches(at, one) &&
          touches(at, other),
      ),
    );
  }

  /** Two checks ask two questions, and one check names each place once. */
  #areDifferentHits({ finding: a }: Portrait, { finding: b }: Portrait): boolean {
    const { analyzers } = this.#facts;
    if (!analyzers.has(a.reviewer) || !analyzers.has(b.reviewer)) return false;
    const [one] = a.locations;
    const [other] = b.locations;
    if (a.reviewer === b.reviewer) return one?.path !== other?.path || one?.start !== other?.start;
    return checkOf(a) !== checkOf(b);
  }

  /** A reviewer says the same again on the same lines; or it names the other file; else it means another problem. */
  #isRepeated(one: number, other: number): boolean {
    const a = this.#portraits[one]!;
    const b = this.#portraits[other]!;
    if (a.placed && b.placed && (this.#facts.probability(one, other) ?? 0) < APART) return false;
    return overlap(a.places, b.places) || namesFileOf(a, b) || namesFileOf(b, a);
  }

  #namesTheSame(a: Portrait, b: Portrait, distance: "far" | "elsewhere"): boolean {
    if (distance === "far" ? quoteTheSame(a, b) : namesFileOf(a, b) || namesFileOf(b, a)) return true;
    let shared = 0;
    for (const name of a.mentions.names) {
      if (!b.mentions.names.has(name)) continue;
      if (distance === "far") return true;
      if ((this.#spread.get(name) ?? 0) > MAX_FILES) continue;
      shared++;
      if (a.mentions.inTitle.has(name) && b.mentions.inTitle.has(name)) return true;
    }
    return shared >= ENOUGH_NAMES;
  }
}

function distanceOf(a: Portrait, b: Portrait): "near" | "far" | "elsewhere" {
  const areWhole = a.wholePaths && b.wholePaths;
  let sameFile = false;
  for (const one of a.places) {
    for (const other of b.places) {
      if (areWhole ? one.path !== other.path : !mayBeSameFile(one.path, other.path)) continue;
      sameFile = true;
      if (linesBetween(one, other) <= NEAR_LINES) return "near";
    }
  }
  return sameFile ? "far" : "elsewhere";
}

/** By the path as written: a reviewer that writes `package.json` and `web/package.json` means two files. */
function overlap(some: readonly Location[], others: readonly Location[]): boolean {
  return some.some((one) => others.some((other) => one.path === other.path && linesBetween(one, other) === 0));
}

/** 0 where they overlap, or one of them names no lines. */
function linesBetween(one: Location, other: Location): number {
  if (one.start === undefined || one.end === undefined || other.start === undefined || other.end === undefined)
    return 0;
  return Math.max(one.start - other.end, other.start - one.end, 0);
}

/** Whether the text of a finding names the file of another, and not only its own by a name that both have. */
function namesFileOf({ mentions, places }: Portrait, { places: others }: Portrait): boolean {
  for (const file of mentions.files) {
    if (places.some(({ path }) => mayBeSameFile(file, path))) continue;
    if (others.some(({ path }) => mayBeSameFile(file, path))) return true;
  }
  return false;
}

/** Without spaces; what is shorter stands in many places of a file. */
const TELLING_CODE = 24;

/** The same line in the same file: one of them counted its lines wrong. */
function quoteTheSame(a: Portrait, b: Portrait): boolean {
  for (const line of a.code) if (line.length >= TELLING_CODE && b.code.has(line)) return true;
  return false;
}

/** In findings about how many files each name stands. */
function countFiles(portraits: readonly Portrait[]): ReadonlyMap<string, number> {
  const files = new Map<string, Set<string>>();
  for (const { mentions, places } of portraits) {
    const [main] = places;
    if (main === undefined) continue;
    const file = main.path.slice(main.path.lastIndexOf("/") + 1);
    for (const name of mentions.names) files.set(name, (files.get(name) ?? new Set<string>()).add(file));
  }
  return new Map([...files].map(([name, own]) => [name, own.size]));
}
