import { type Location, mayBeSameFile } from "#model/location.ts";
import type { FindingText } from "./finding-profile.ts";

/** What says where a finding stands and what it speaks of. */
export type FindingPlace = Pick<FindingText, "places" | "wholePaths" | "mentions" | "code">;

/** Of two findings that both have a place: a few lines apart, in one file but not near, or in different files. */
export type Distance = "near" | "far" | "elsewhere";

/** Reviewers point at the same problem a few lines apart. */
const NEAR_LINES = 12;
/** A name that findings about more files than this share is no sign of one problem. */
const MAX_FILES = 4;
/** So many names in common say that it is one problem, though the places differ. */
const ENOUGH_NAMES = 2;

/** How far the nearest places of two findings are from each other. */
export function distanceOf(a: FindingPlace, b: FindingPlace): Distance {
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

/** In findings about how many files each name stands. */
export type NameSpread = ReadonlyMap<string, number>;

/**
 * Whether the texts of two findings say that they are one problem though their places do not: one names the other's file,
 * both name the same specific things, or, in one file, both quote the same line.
 */
export function nameTheSame(a: FindingPlace, b: FindingPlace, { distance, spread }: Apart): boolean {
  if (distance === "far" ? quoteTheSame(a, b) : namesFileOf(a, b) || namesFileOf(b, a)) return true;
  let shared = 0;
  for (const name of a.mentions.names) {
    if (!b.mentions.names.has(name)) continue;
    if (distance === "far") return true;
    if ((spread.get(name) ?? 0) > MAX_FILES) continue;
    shared++;
    if (a.mentions.inTitle.has(name) && b.mentions.inTitle.has(name)) return true;
  }
  return shared >= ENOUGH_NAMES;
}

/** How two findings stand to each other, and how common the names are among all of them. */
export interface Apart {
  readonly distance: "far" | "elsewhere";
  readonly spread: NameSpread;
}

/** 0 where they overlap, or one of them names no lines. */
export function linesBetween(one: Location, other: Location): number {
  if (one.start === undefined || one.end === undefined || other.start === undefined || other.end === undefined)
    return 0;
  return Math.max(one.start - other.end, other.start - one.end, 0);
}

/** Whether the text of a finding names the file of another, and not only its own by a name that both have. */
export function namesFileOf({ mentions, places }: FindingPlace, { places: others }: FindingPlace): boolean {
  for (const file of mentions.files) {
    if (places.some(({ path }) => mayBeSameFile(file, path))) continue;
    if (others.some(({ path }) => mayBeSameFile(file, path))) return true;
  }
  return false;
}

/** Counts in findings about how many files each name stands. */
export function countFiles(subjects: readonly Pick<FindingPlace, "mentions" | "places">[]): NameSpread {
  const files = new Map<string, Set<string>>();
  for (const { mentions, places } of subjects) {
    const [main] = places;
    if (main === undefined) continue;
    const file = main.path.slice(main.path.lastIndexOf("/") + 1);
    for (const name of mentions.names) files.set(name, (files.get(name) ?? new Set<string>()).add(file));
  }
  return new Map([...files].map(([name, own]) => [name, own.size]));
}

/** Without spaces; what is shorter stands in many places of a file. */
const TELLING_CODE = 24;

/** The same line in the same file: one of them counted its lines wrong. */
function quoteTheSame(a: FindingPlace, b: FindingPlace): boolean {
  for (const line of a.code) if (line.length >= TELLING_CODE && b.code.has(line)) return true;
  return false;
}
