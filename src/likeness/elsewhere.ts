import { type Location, mayBeSameFile } from "#model/location.ts";
import type { FindingText } from "./finding-profile.ts";

/** The places and names of a finding. */
export type FindingPlace = Pick<FindingText, "places" | "wholePaths" | "mentions" | "code">;

/** The distance of two findings with places: a few lines apart, in one file but not near, or in different files. */
type Distance = "near" | "far" | "elsewhere";

/** Reviewers cite the same problem a few lines apart. */
const NEAR_LINES = 12;
/** A name shared by findings about more files than this is not significant. */
const MAX_FILES = 4;
/** This many names in common indicate one problem even if the places differ. */
const ENOUGH_NAMES = 2;

/** The distance between the nearest places of two findings. */
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

/** For each name, the number of files that findings with it are about. */
export type NameSpread = ReadonlyMap<string, number>;

/**
 * Whether the texts of two findings indicate one problem although their places differ: one names the other's file, both
 * name the same specific things, or, in one file, both quote the same line.
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

/** The distance of two findings, and how common names are among all of them. */
interface Apart {
  readonly distance: "far" | "elsewhere";
  readonly spread: NameSpread;
}

/** 0 if they overlap or one of them has no lines. */
export function linesBetween(one: Location, other: Location): number {
  if (one.start === undefined || one.end === undefined || other.start === undefined || other.end === undefined)
    return 0;
  return Math.max(one.start - other.end, other.start - one.end, 0);
}

/** Whether the text of a finding names the file of another, and not just its own file of the same name. */
export function namesFileOf({ mentions, places }: FindingPlace, { places: others }: FindingPlace): boolean {
  for (const file of mentions.files) {
    if (places.some(({ path }) => mayBeSameFile(file, path))) continue;
    if (others.some(({ path }) => mayBeSameFile(file, path))) return true;
  }
  return false;
}

/** Counts for each name the files that findings with it are about. */
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

/** The minimum length without spaces. Shorter lines occur in many places of a file. */
const MIN_DISTINCTIVE_CODE = 24;

/** Whether both quote the same line in the same file, so that one has wrong line numbers. */
function quoteTheSame(a: FindingPlace, b: FindingPlace): boolean {
  for (const line of a.code) if (line.length >= MIN_DISTINCTIVE_CODE && b.code.has(line)) return true;
  return false;
}
