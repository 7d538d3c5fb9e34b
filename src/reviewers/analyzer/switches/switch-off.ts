import picomatch from "picomatch";
import type { CheckHit, CheckPlace } from "#model/change/analyzer.ts";
import type { ChangeIndex } from "#model/change/change-index.ts";
import type { ReviewerId } from "#model/ids.ts";
import { formatLocation, type Location } from "#model/location.ts";
import type { SwitchedOff } from "#model/panel/receipt.ts";
import type { Switches } from "#model/change/settings.ts";
import { omitUndefined } from "#util/omit-undefined.ts";
import { maskSecrets } from "#util/secrets/mask-secrets.ts";
import { type InlineSwitch, readInlineSwitches } from "./inline-switches.ts";

/** What switching off needs to know. */
export interface SwitchInput {
  readonly reviewer: ReviewerId;
  readonly index: ChangeIndex;
  readonly switches: Switches;
}

/** Hits that stay, and an account of those that somebody switched off. */
export interface SwitchedHits {
  readonly hits: readonly CheckHit[];
  readonly off: readonly SwitchedOff[];
}

/** Takes out what is switched off: a check everywhere, a check or reviewer for some paths, a line by its comment. */
export async function switchOff(found: readonly CheckHit[], input: SwitchInput): Promise<SwitchedHits> {
  const judge = createJudge(input);
  const account = new Account(input.reviewer);
  const hits: CheckHit[] = [];
  for (const hit of found) {
    const real = hit.places.filter(({ evidence }) => evidence !== true);
    const off = new Map<CheckPlace, string>();
    for (const place of real) {
      const cause = await judge(hit.check, place.location);
      if (cause !== undefined) off.set(place, account.add(hit.check, place.location, cause));
    }
    if (off.size === 0) hits.push(hit);
    else if (off.size < real.length) hits.push(without(hit, off));
  }
  return { hits, off: account.entries() };
}

type Cause = Pick<SwitchedOff, "by" | "at" | "reason" | "added">;
type Judge = (check: string, location: Location) => Promise<Cause | undefined>;

function createJudge({ index, reviewer, switches }: SwitchInput): Judge {
  const { off, offIn, from } = switches;
  const everywhere = new Set(off);
  const globs = offIn.map(({ glob, ids }) => ({ glob, ids, matches: picomatch(glob, { dot: true }) }));
  const known = new Map<string, Promise<readonly InlineSwitch[]>>();
  const switchesIn = (path: string): Promise<readonly InlineSwitch[]> => {
    const switchesOfFile = known.get(path) ?? readFrom(index, path);
    known.set(path, switchesOfFile);
    return switchesOfFile;
  };
  return async (check, location) => {
    const names = (ids: readonly string[]): boolean => ids.includes(check) || ids.includes(reviewer);
    if (everywhere.has(check)) return { by: "configuration", at: from };
    const glob = globs.find(({ ids, matches }) => names(ids) && matches(location.path));
    if (glob !== undefined) return { by: "path", at: `${glob.glob} in ${from}` };
    const lines = [location.start, location.end].filter((line) => line !== undefined);
    const comment = (await switchesIn(location.path)).find(
      ({ ids, line, last }) => names(ids) && lines.some((one) => one >= line && one <= last),
    );
    if (comment === undefined) return undefined;
    const isAdded = index.addedLines(location.path).has(comment.line);
    return omitUndefined({
      by: "comment" as const,
      at: `${location.path}:${comment.line}`,
      reason: comment.reason === "" ? undefined : maskSecrets(comment.reason.slice(0, LONGEST_REASON)),
      added: isAdded ? (true as const) : undefined,
    });
  };
}

/** A reason is a sentence, not a file. */
const LONGEST_REASON = 300;

async function readFrom({ head }: ChangeIndex, path: string): Promise<readonly InlineSwitch[]> {
  const [facts, text] = [await head.facts(path), await head.tree.read(path)];
  return facts === undefined || text === undefined ? [] : readInlineSwitches(text, facts);
}

/** The hit with the places that stay; what its title and text say of the others is put right by a sentence. */
function without(hit: CheckHit, off: ReadonlyMap<CheckPlace, string>): CheckHit {
  const [first, ...rest] = hit.places.filter((place) => !off.has(place));
  if (first === undefined) return hit;
  const gone = [...off].map(([{ location }, why]) => `${formatLocation(location)} (${why})`);
  const note = `Switched off, and not counted here: ${gone.join(", ")}.`;
  return { ...hit, places: [first, ...rest], explanation: `${hit.explanation.trim()}\n\n${note}` };
}

/** One entry for each check and each thing that switched it off. */
class Account {
  readonly #entries = new Map<string, SwitchedOff & { readonly places: Location[]; count: number }>();
  readonly #reviewer: ReviewerId;

  constructor(reviewer: ReviewerId) {
    this.#reviewer = reviewer;
  }

  /** Notes one place, and says in short by what it is off. */
  add(check: string, location: Location, cause: Cause): string {
    const key = JSON.stringify([check, cause.by, cause.at]);
    const entry = this.#entries.get(key) ?? { reviewer: this.#reviewer, check, ...cause, count: 0, places: [] };
    entry.count += 1;
    if (entry.places.length < MOST_PLACES) entry.places.push(location);
    this.#entries.set(key, entry);
    return cause.by === "comment" ? "by a comment" : `by ${cause.at}`;
  }

  entries(): readonly SwitchedOff[] {
    return [...this.#entries.values()];
  }
}

/** So many places are listed; all are counted. */
const MOST_PLACES = 20;
