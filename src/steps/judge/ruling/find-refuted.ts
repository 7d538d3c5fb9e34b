import type { Finding } from "#model/finding.ts";
import type { FindingGrounding, PlaceGrounding } from "#model/grounding.ts";
import { formatLocations } from "#model/location.ts";
import type { DropFacts } from "./find-drop.ts";

/**
 * Why the commit refutes a finding: it cites only files that were never there, or quotes only code that stands nowhere,
 * and nobody else says the same. A wrong line refutes nothing, and a critical falls only when both are invented.
 */
export function findRefuted(finding: Finding, facts: DropFacts): string | undefined {
  const { grounding, supporters } = facts;
  // What the change removed is known only with both sides; quoted from there it stands nowhere, and is not invented.
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
  return quotes ? `the quoted code stands nowhere in the cited or changed files, ${alone}` : undefined;
}

/** Without the list of names nothing can be said: a short path may fit several files. */
function inventsFiles({ places }: FindingGrounding, { hasFileNamed }: DropFacts): boolean {
  if (hasFileNamed === undefined || places.length === 0) return false;
  return places.every((place) => place.status === "missing" && !hasFileNamed(nameOf(place)));
}

function nameOf({ cited: { path } }: PlaceGrounding): string {
  return path.slice(path.replaceAll("\\", "/").lastIndexOf("/") + 1);
}

/** So little text may be shortened code, or a word of prose. */
const TOO_SHORT = 20;

function inventsQuotes({ quotes }: Finding, grounding: FindingGrounding): boolean {
  // Without a place to look at, a quote that is not found refutes nothing: links and submodules are no text to search.
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
