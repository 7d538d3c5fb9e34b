import type { Commit } from "#model/change/scope.ts";
import type { EarlierProblem } from "#model/history/earlier-problem.ts";
import type { StandingDecision } from "#model/history/standing-decision.ts";
import type { CodeAt, CodeBetween, FollowedLines } from "#model/history/code-facts.ts";
import type { CodeState, CodeStateKind } from "./code-state.ts";
import { findPlaces } from "./find-places.ts";
import { areRenamed, renamedIn, type RenameFacts } from "./find-rename.ts";
import { followByText } from "./follow-by-text.ts";
import { placeState, type PlaceState } from "./place-state.ts";
import { codeOfDecision, codeOfProblem, type TracedCode } from "./traced-code.ts";

/** The code since a problem was last seen, or since a decision. */
export interface TraceFacts {
  /** The new head. */
  readonly now: CodeAt;
  /** Since the head that last saw it; undefined if that commit is not here. */
  readonly since: CodeBetween | undefined;
  /** Since the head of the preceding round. Shows whether the fix of a fixed problem was undone. */
  readonly sinceLast?: CodeBetween | undefined;
  /** The files of the new head that define a name. Absent: unknown. */
  readonly definedIn?: RenameFacts["definedIn"] | undefined;
}

/** The state of the code of an earlier problem. */
export async function followProblem(problem: EarlierProblem, facts: TraceFacts): Promise<CodeState> {
  const state = await followCode(codeOfProblem(problem), facts);
  const { sinceLast } = facts;
  const wasFixed = problem.settled !== undefined || problem.decision?.kind === "fixed";
  if (!wasFixed || sinceLast === undefined || state.isMaterial) return state;
  const restored = await findReturn(state, sinceLast);
  return { ...state, restored };
}

/**
 * The state of the code that a person decided about. `since` then starts at the head of the decision. New names count as a
 * change: nobody decided about them.
 */
export function followDecided(decision: StandingDecision, { now, since }: TraceFacts): Promise<CodeState> {
  return followCode(codeOfDecision(decision), { now, since });
}

async function followCode(traced: TracedCode, { now, since, definedIn }: TraceFacts): Promise<CodeState> {
  if (since === undefined) return followByText(traced, now);
  const states: PlaceState[] = [];
  for (const { path, lines } of await findPlaces(traced, since.from)) {
    const followed = await since.follow(path, lines);
    if (followed === undefined) continue;
    const state = placeState(traced.title, { path, ...(lines && { lines }) }, followed);
    const mayBeRenamed = definedIn !== undefined && !isAboutNames(traced.title);
    states.push(mayBeRenamed ? await withRename(state, followed, { since, definedIn }) : state);
  }
  return states.length === 0 ? followByText(traced, now) : combine(states, since);
}

/** Whether a new name may solve the problem. */
const isAboutNames = (title: string): boolean =>
  /\b(?:nam(?:es?|ed|ing)|renam\w*|identifiers?|typos?|misspell\w*|spelling|shadow\w*)\b/i.test(title);

/** Code in which only names changed is not material, if the names still mean the same. */
async function withRename(state: PlaceState, followed: FollowedLines, facts: RenameFacts): Promise<PlaceState> {
  if (state.kind !== "changed" || state.at === undefined) return state;
  const file = { from: state.before.path, to: state.at.path };
  const names = renamedIn(file, followed);
  if (names === undefined) return state;
  return (await areRenamed(names, file, facts)) ? { ...state, kind: "renamed" } : { ...state, onlyNames: true };
}

function combine(places: readonly PlaceState[], { isRewritten, commits }: CodeBetween): CodeState {
  const others = places.filter(isOther);
  const touched = inHistoryOrder(
    places.flatMap((place) => place.commits),
    commits,
  );
  const nearby = inHistoryOrder(
    places.flatMap((place) => place.nearby),
    commits,
  );
  const kind = kindOf(places, others.length);
  const last = touched.at(-1);
  const isBack = kind === "unchanged" && last !== undefined;
  return {
    kind,
    isMaterial: others.length > 0,
    locations: places.map(({ at, before }) => at ?? before),
    unchanged:
      others.length === 0 ? [] : places.filter((place) => !isOther(place)).map(({ at, before }) => at ?? before),
    commits: touched,
    nearby: nearby.filter(({ id }) => !touched.some((one) => one.id === id)),
    ...(others.length > 0 && others.every(({ onlyNames }) => onlyNames === true) && { onlyNames: true as const }),
    ...(isBack && { restored: { commit: last } }),
    ...(isRewritten && { note: "the history was rewritten since" }),
  };
}

const isOther = ({ kind }: PlaceState): boolean => kind === "changed" || kind === "gone";

function kindOf(places: readonly PlaceState[], others: number): CodeStateKind {
  if (places.every(({ kind }) => kind === "gone")) return "gone";
  if (others === places.length) return "changed";
  if (others > 0) return "partly";
  return MILDER.find((kind) => places.some((place) => place.kind === kind)) ?? "unchanged";
}

const MILDER = ["renamed", "layout", "moved", "around"] as const;

/** Each commit once, in the order of the history; merged commits come before their merge. */
export function inHistoryOrder(found: readonly Commit[], order: readonly Commit[]): Commit[] {
  const all = new Map(found.map((commit) => [commit.id, commit]));
  const ranks = new Map(order.map(({ id }, at) => [id, at]));
  return [...all.values()].toSorted((a, b) => (ranks.get(a.id) ?? -1) - (ranks.get(b.id) ?? -1));
}

/** The code is as it was when the problem was seen, but not as in the preceding round: somebody restored it. */
async function findReturn(state: CodeState, sinceLast: CodeBetween): Promise<CodeState["restored"]> {
  for (const { path, start, end } of state.locations) {
    const lines = start === undefined || end === undefined ? undefined : { start, end };
    const change = await sinceLast.lastChange(path, lines);
    if (change?.isAfter === true) return change.commit === undefined ? {} : { commit: change.commit };
  }
  return undefined;
}
