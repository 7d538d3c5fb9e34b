import type { DropReason } from "#model/cluster.ts";
import type { Finding } from "#model/finding.ts";
import type { FindingGrounding, PlaceGrounding } from "#model/grounding.ts";
import type { ReviewerId } from "#model/ids.ts";
import { formatLocations } from "#model/location.ts";
import { proseOf } from "./prose.ts";

/** What decides whether a finding is dropped. */
export interface DropFacts {
  /** The check against the commit. Without it nothing is refuted. */
  readonly grounding?: FindingGrounding | undefined;
  /** Other reviewers that raise the same problem. */
  readonly supporters: readonly ReviewerId[];
  /** True when a file of the head, or one that the change removed, has this name (the last part of a path). */
  readonly hasFileNamed?: ((name: string) => boolean) | undefined;
  /** The files under review; given only where the user narrowed the review by path. */
  readonly narrowedTo?: readonly string[] | undefined;
}

/** Why a finding is dropped. */
export interface Drop {
  readonly reason: DropReason;
  readonly because: string;
}

/** Decides whether a finding is dropped. In doubt it is kept, and its quality is not a reason. */
export function findDrop(finding: Finding, facts: DropFacts): Drop | undefined {
  if (finding.withdrawn === true) return { reason: "withdrawn", because: "its author takes it back in the text" };
  const refuted = findRefuted(finding, facts);
  if (refuted !== undefined) return { reason: "refuted", because: refuted };
  const outside = findOutside(finding, facts);
  return outside === undefined ? undefined : { reason: "out-of-scope", because: outside };
}

/**
 * Why the commit refutes a finding: it cites only files that never existed, or quotes only code that is nowhere, and no other
 * reviewer raises the same. A wrong line refutes nothing, and a critical finding is dropped only if both are invented.
 */
function findRefuted(finding: Finding, facts: DropFacts): string | undefined {
  const { grounding, supporters } = facts;
  // Removed code is known only with both sides. A quote of it is not in the head, but not invented.
  if (grounding === undefined || facts.hasFileNamed === undefined || supporters.length > 0) return undefined;
  // A built-in check took its quote from the commit itself.
  if (finding.check !== undefined) return undefined;
  const files = inventsFiles(grounding, facts);
  const quotes = inventsQuotes(finding, grounding);
  const where = formatLocations(finding.locations).join(", ");
  const alone = "and no other reviewer says the same";
  if (files && quotes) return `neither the cited file (${where}) nor the quoted code is in the commit, ${alone}`;
  if (finding.severity === "critical") return undefined;
  if (files && !quoteStands(grounding)) {
    return `the cited file (${where}) is not in the commit and the change did not remove it, ${alone}`;
  }
  return quotes ? `the quoted code is not in the cited or changed files, ${alone}` : undefined;
}

/** Without the list of names this is unknown: a short path may fit several files. */
function inventsFiles({ places }: FindingGrounding, { hasFileNamed }: DropFacts): boolean {
  if (hasFileNamed === undefined || places.length === 0) return false;
  return places.every((place) => place.status === "missing" && !hasFileNamed(citedName(place)));
}

function citedName({ cited: { path } }: PlaceGrounding): string {
  return path.slice(path.replaceAll("\\", "/").lastIndexOf("/") + 1);
}

/** Shorter text may be abbreviated code, or a word of prose. */
const TOO_SHORT = 20;

function inventsQuotes({ quotes }: Finding, grounding: FindingGrounding): boolean {
  // Without a place, a quote that is not found refutes nothing: links and submodules cannot be searched.
  if (grounding.places.length === 0) return false;
  const checked = grounding.quotes.filter(({ status }) => status !== "unchecked");
  if (checked.length === 0 || checked.some((quote) => quote.status !== "unsupported" || quote.found !== undefined)) {
    return false;
  }
  const letters = quotes
    .filter((_, at) => grounding.quotes[at]?.status === "unsupported")
    .reduce((sum, { code }) => sum + code.replaceAll(/\s/g, "").length, 0);
  return letters >= TOO_SHORT;
}

function quoteStands({ quotes }: FindingGrounding): boolean {
  return quotes.some(({ status }) => status !== "unsupported" && status !== "unchecked");
}

/** Words that connect a finding about another file with the change. */
const TIES =
  /\b(?:this|the) (?:change|diff|commit|pull request|PR|patch|branch)\b|\b(?:introduc|expos|regress|now (?:break|fail|call|return|use))/i;

/**
 * Why a finding is outside of what the user asked to be reviewed. Only if the review was narrowed by path, every cited
 * file is outside, and the text neither names a file inside nor refers to the change. Code that the change did not
 * touch is not outside by itself, and a critical finding is never outside.
 */
function findOutside(finding: Finding, { narrowedTo, grounding }: DropFacts): string | undefined {
  if (narrowedTo === undefined || finding.severity === "critical" || finding.locations.length === 0) return undefined;
  const cited = finding.locations.map(({ path }, at) => grounding?.places[at]?.path ?? path);
  if (cited.some((path) => narrowedTo.some((inside) => mayBeSame(path, inside)))) return undefined;
  const words = `${finding.title}\n${proseOf(finding)}`;
  if (TIES.test(words) || narrowedTo.some((inside) => words.includes(nameOf(inside)))) return undefined;
  const where = [...new Set(formatLocations(finding.locations))].join(", ");
  return `it is about ${where} alone, outside of the paths that were to be reviewed`;
}

/** A reviewer may write the end of a path, or a folder. */
function mayBeSame(cited: string, inside: string): boolean {
  if (cited.endsWith("/")) return inside.startsWith(cited) || inside.includes(`/${cited}`);
  return cited === inside || inside.endsWith(`/${cited}`) || cited.endsWith(`/${inside}`);
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
