import type { Finding, GroundedFinding } from "#model/finding.ts";
import { bestGrounding, type FindingGrounding, type Grounding, type PlaceGrounding } from "#model/grounding.ts";
import type { Location } from "#model/location.ts";
import { groundClaims } from "./claims/ground-claims.ts";
import { groundClass, type EvidencePlace } from "./ground-class.ts";
import { groundFixes } from "./fix/ground-fixes.ts";
import type { GroundingSource } from "./grounding-source.ts";
import { locateQuote, type LocatedQuote } from "./quote/locate-quote.ts";
import { groundPlaces } from "./ground-places.ts";

/** Checks everything of one finding that can be checked. The finding stays as it is; the result is separate. */
export async function groundFinding(finding: Finding, source: GroundingSource): Promise<FindingGrounding> {
  const places = await groundPlaces(source, finding.locations);
  const quotes: LocatedQuote[] = [];
  for (const quote of finding.quotes.slice(0, MAX_QUOTES)) {
    quotes.push(await locateQuote(source, { finding, places, quote }));
  }
  const summary = summarise(places, quotes);
  return {
    finding: finding.id,
    commit: source.commit,
    summary,
    places,
    quotes: quotes.map(({ grounding }) => grounding),
    class: groundClass(source, {
      claimed: finding.class,
      isByCheck: finding.check !== undefined,
      standings: evidencePlacesOf(places, quotes),
      cited: places.map(({ path, cited }) => withPath(cited, path ?? cited.path)),
      removed:
        quotes.some(({ removed, grounding }) => removed && grounding === summary) || places[0]?.status === "removed",
    }),
    fixes: await groundFixes(source, { finding, places }),
    claims: await groundClaims(source, finding),
  };
}

/** Grounds findings against one source. Each finding is checked once, and one after the other: files are read once. */
export class Grounder {
  readonly #source: GroundingSource;
  readonly #checked = new Map<string, FindingGrounding>();
  #last: Promise<unknown> = Promise.resolve();

  constructor(source: GroundingSource) {
    this.#source = source;
  }

  /** Checks findings and returns them in their order. Can be called again, also while an earlier call still runs. */
  async ground(findings: readonly Finding[]): Promise<readonly GroundedFinding[]> {
    const done = this.#last.then(() => this.#check(findings));
    // An error goes to the caller, and does not block the next call.
    this.#last = done.catch(() => undefined);
    await done;
    return findings.map((finding) => ({ finding, grounding: this.#checked.get(finding.id)! }));
  }

  async #check(findings: readonly Finding[]): Promise<void> {
    for (const finding of findings) {
      if (!this.#checked.has(finding.id)) this.#checked.set(finding.id, await groundFinding(finding, this.#source));
    }
  }
}

/** More than this in one finding is a listing, not evidence. */
const MAX_QUOTES = 20;

function summarise(places: readonly PlaceGrounding[], quotes: readonly LocatedQuote[]): Grounding {
  const checked = quotes.map(({ grounding }) => grounding).filter(({ status }) => status !== "unchecked");
  const best = bestGrounding(checked);
  if (best !== undefined) return best;
  const [main] = places;
  if (main === undefined) return { status: "unchecked", why: "no file is cited" };
  const wrong = main.status === "missing" || main.status === "beyond-end";
  if (wrong) return { status: "unsupported", why: main.why };
  return { status: "unchecked", why: quotes[0]?.grounding.why ?? `${main.why}; no code is quoted` };
}

/** The problem is where a quote was found; without a quote, at the cited places that exist. */
function evidencePlacesOf(places: readonly PlaceGrounding[], quotes: readonly LocatedQuote[]): EvidencePlace[] {
  const evidencePlaces: EvidencePlace[] = [];
  for (const { at } of quotes) if (at !== undefined) evidencePlaces.push({ location: at, exact: true });
  if (evidencePlaces.length > 0) return evidencePlaces;
  for (const { status, path, cited } of places) {
    if (status === "exists" && path !== undefined)
      evidencePlaces.push({ location: withPath(cited, path), exact: false });
  }
  return evidencePlaces;
}

function withPath({ start, end }: Location, path: string): Location {
  return start === undefined || end === undefined ? { path } : { path, start, end };
}
