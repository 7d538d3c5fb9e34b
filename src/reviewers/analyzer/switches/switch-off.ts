import picomatch from "picomatch";
import type { CheckHit, CheckPlace, UncheckedFile } from "#model/change/analyzer.ts";
import type { ChangeIndex, SideIndex } from "#model/change/change-index.ts";
import { inBothNames } from "#model/change/scope.ts";
import { formatSilencing, type Silencing } from "#model/finding.ts";
import type { ReviewerId } from "#model/ids.ts";
import { formatLocation, type Location } from "#model/location.ts";
import type { SwitchedOff } from "#model/panel/receipt.ts";
import type { Switches } from "#model/change/settings.ts";
import { omitUndefined } from "#util/omit-undefined.ts";
import { maskSecrets } from "#util/secrets/mask-secrets.ts";
import { baseLinesOf, isMoved } from "./at-base.ts";
import { type InlineSwitch, readInlineSwitches } from "./inline-switches.ts";

interface SwitchInput {
  readonly reviewer: ReviewerId;
  readonly index: ChangeIndex;
  readonly switches: Switches;
  /** Whether a whole tree is checked instead of a change. No comment then counts as added. */
  readonly isWholeTree?: boolean;
}

/** The hits that stay, and those that are switched off. */
interface SwitchedHits {
  readonly hits: readonly CheckHit[];
  readonly off: readonly SwitchedOff[];
}

/**
 * Removes what is switched off: a check everywhere, a check or reviewer for some paths, or a line by a comment. What the
 * change itself adds silences only suggestions. More severe hits stay and name what silences them.
 */
export async function switchOff(found: readonly CheckHit[], input: SwitchInput): Promise<SwitchedHits> {
  const findCause = createSwitchFinder(input);
  const account = new Account(input.reviewer);
  const hits: CheckHit[] = [];
  for (const hit of found) {
    const real = hit.places.filter(({ evidence }) => evidence !== true);
    const off = new Map<CheckPlace, string>();
    const silenced = new Map<CheckPlace, Silencing>();
    for (const place of real) {
      const cause = await findCause(hit.check, place.location);
      if (cause === undefined) continue;
      if (cause.added === true && hit.severity !== "suggestion")
        silenced.set(place, { path: cause.path, line: cause.line, reason: cause.reason });
      else off.set(place, account.add(hit.check, place.location, cause));
    }
    if (real.length > 0 && off.size === real.length) continue;
    const left = off.size === 0 ? hit : without(hit, off);
    hits.push(silenced.size === 0 ? left : withSilencing(left, silenced));
  }
  return { hits, off: account.entries() };
}

/** The skipped files of checks that were not switched off before the change. */
export async function keepWanted(unlooked: readonly UncheckedFile[], input: SwitchInput): Promise<UncheckedFile[]> {
  const findCause = createSwitchFinder(input);
  const causes = await Promise.all(unlooked.map(({ check, path }) => findCause(check, { path })));
  return unlooked.filter((_, at) => causes[at] === undefined || causes[at].added === true);
}

type Cause = Pick<SwitchedOff, "by" | "at" | "reason" | "added"> & { readonly line?: number; readonly path: string };
type Names = (ids: readonly string[]) => boolean;
type FindCause = (check: string, location: Location) => Promise<Cause | undefined>;

function createSwitchFinder(input: SwitchInput): FindCause {
  const { reviewer, switches } = input;
  const { off, offIn, from, brought } = switches;
  const everywhere = new Set(off);
  const globs = offIn.map(({ glob, ids }) => ({ glob, ids, matches: picomatch(glob, { dot: true }) }));
  const isIn = inBothNames(input.index.change.scope.files);
  const findComment = createCommentFinder(input);
  return async (check, location) => {
    const names: Names = (ids) => ids.includes(check) || ids.includes(reviewer);
    if (everywhere.has(check)) {
      return { by: "configuration", at: from, path: from, added: brought?.off.includes(check) || undefined };
    }
    const glob = globs.find(({ ids, matches }) => names(ids) && isIn(location.path, matches));
    if (glob === undefined) return findComment(names, location);
    const isFromChange = brought?.offIn.some((one) => one.glob === glob.glob && names(one.ids));
    return { by: "path", at: `${glob.glob} in ${from}`, path: from, added: isFromChange || undefined };
  };
}

/** Finds the comment that switches a place off, and whether it already did so at the base. */
function createCommentFinder({ index, isWholeTree = false }: SwitchInput) {
  const [atHead, atBase] = [switchesOf(index.head), switchesOf(index.base)];
  /** Whether the same lines were silenced at the base. An old comment does not cover new code. */
  const wasSilencedAtBase = async (names: Names, location: Location): Promise<boolean> => {
    const { path, start = 0, end = start } = location;
    const before = await baseLinesOf(index, path);
    if (before === undefined) return false;
    const old = await atBase(before.path);
    const [first, last] = [before.lineOf(start), before.lineOf(end)];
    if (first !== undefined && last !== undefined && last - first === end - start) {
      return findSwitch(old, names, [first, last]) !== undefined;
    }
    return isMoved(
      { start, end },
      { switches: old.filter(({ ids }) => names(ids)), text: await index.base.tree.read(before.path) },
      { switches: (await atHead(path)).filter(({ ids }) => names(ids)), text: await index.head.tree.read(path) },
    );
  };
  return async (names: Names, location: Location): Promise<Cause | undefined> => {
    const { path, start, end = start } = location;
    if (start === undefined || end === undefined) return undefined;
    const comment = findSwitch(await atHead(path), names, [start, end]);
    if (comment === undefined) return undefined;
    const isOld = isWholeTree || (await wasSilencedAtBase(names, location));
    return {
      by: "comment",
      at: `${path}:${comment.line}`,
      path,
      line: comment.line,
      reason: comment.reason === "" ? undefined : maskSecrets(comment.reason.slice(0, MAX_REASON)),
      added: isOld ? undefined : true,
    };
  };
}

/** Reads the comments of each file of one side once. */
function switchesOf(side: SideIndex): (path: string) => Promise<readonly InlineSwitch[]> {
  const known = new Map<string, Promise<readonly InlineSwitch[]>>();
  return async (path) => {
    const switches = known.get(path) ?? readFrom(side, path);
    known.set(path, switches);
    return switches;
  };
}

function findSwitch(
  switches: readonly InlineSwitch[],
  names: Names,
  lines: readonly number[],
): InlineSwitch | undefined {
  return switches.find(({ ids, line, last }) => names(ids) && lines.some((one) => one >= line && one <= last));
}

const MAX_REASON = 300;

async function readFrom(side: SideIndex, path: string): Promise<readonly InlineSwitch[]> {
  const [facts, text] = [await side.facts(path), await side.tree.read(path)];
  return facts === undefined || text === undefined ? [] : readInlineSwitches(text, facts);
}

/** The hit with the places that stay. A note lists the others, because the title and the text may count them. */
function without(hit: CheckHit, off: ReadonlyMap<CheckPlace, string>): CheckHit {
  const [first, ...rest] = hit.places.filter((place) => !off.has(place));
  if (first === undefined) return hit;
  const gone = [...off].map(([{ location }, why]) => `${formatLocation(location)} (${why})`);
  const note = `Switched off, and not counted here: ${gone.join(", ")}.`;
  return { ...hit, places: [first, ...rest], explanation: `${hit.explanation.trim()}\n\n${note}` };
}

/** The silenced hit. If only some places are silenced, a note lists them. */
function withSilencing(hit: CheckHit, silenced: ReadonlyMap<CheckPlace, Silencing>): CheckHit {
  const real = hit.places.filter(({ evidence }) => evidence !== true);
  const [first] = silenced.values();
  if (first !== undefined && real.every((place) => silenced.has(place))) return { ...hit, silencedBy: first };
  const places = [...silenced].map(([{ location }, by]) => `${formatLocation(location)} (${formatSilencing(by)})`);
  const note = `Silenced by this change, but still counted: ${places.join(", ")}.`;
  return { ...hit, explanation: `${hit.explanation.trim()}\n\n${note}` };
}

/** One entry for each check and each thing that switched it off. */
class Account {
  readonly #entries = new Map<string, SwitchedOff & { readonly places: Location[]; count: number }>();
  readonly #reviewer: ReviewerId;

  constructor(reviewer: ReviewerId) {
    this.#reviewer = reviewer;
  }

  /** Adds one place and describes in short what switched it off. */
  add(check: string, location: Location, { by, at, reason, added }: Cause): string {
    const key = JSON.stringify([check, by, at, added]);
    const cause = omitUndefined({ by, at, reason, added });
    const entry = this.#entries.get(key) ?? { reviewer: this.#reviewer, check, ...cause, count: 0, places: [] };
    entry.count += 1;
    if (entry.places.length < MAX_PLACES) entry.places.push(location);
    this.#entries.set(key, entry);
    return by === "comment" ? "by a comment" : `by ${at}`;
  }

  entries(): readonly SwitchedOff[] {
    return [...this.#entries.values()];
  }
}

/** How many places are listed. All are counted. */
const MAX_PLACES = 20;
