import { omitUndefined } from "#util/omit-undefined.ts";
import type { Commit } from "#model/change/scope.ts";
import type { FindingId } from "#model/ids.ts";
import type { Location } from "#model/location.ts";
import type { EarlierProblem } from "#model/history/earlier-problem.ts";
import {
  type EarlierRef,
  earlierName,
  type FixVerdict,
  type Lineage,
  type EarlierMatch,
} from "#model/history/lineage.ts";
import type { CodeBetween, LastChange } from "#model/history/code-facts.ts";
import type { CodeState } from "../trace/code-state.ts";
import type { MatchedProblem } from "../trace-history.ts";
import { decisionHolds } from "#model/history/standing-decision.ts";
import { describeCommits, describeDecisionInForce, listFew, describePlaces, joinedSentence } from "../words.ts";

/** An earlier problem and the later commits that touched its code, lines close to it, or closed it elsewhere. */
export interface TouchedProblem {
  readonly ref: EarlierRef;
  readonly commits: readonly Commit[];
  /** Where its code is now, or was. */
  readonly locations: readonly Location[];
}

/** All commits related to an earlier problem: they may have introduced a later one. */
export function touchedProblem(
  { ref }: Pick<EarlierProblem, "ref">,
  { commits, nearby, locations }: CodeState,
  elsewhere: readonly Commit[] = [],
): TouchedProblem {
  return { ref, commits: [...commits, ...nearby, ...elsewhere], locations };
}

/** Everything that shows where a problem of this round comes from. */
export interface LineageFacts {
  readonly members: readonly FindingId[];
  readonly locations: readonly Location[];
  /** The earlier problem that it is, and the state of that one's code. */
  readonly recognised?: (MatchedProblem & { readonly code: CodeState }) | undefined;
  /** Why it is shown although a person decided against it. */
  readonly shownBecause?: string | undefined;
  /** Since round 1, from `lastChangeOf`; undefined if unknown. */
  readonly change: LastChange | undefined;
  readonly earlier: readonly TouchedProblem[];
  readonly verdicts: readonly FixVerdict[];
  /** The earlier problem whose advice it contradicts. */
  readonly contradicts?: { readonly match: EarlierMatch; readonly because: string } | undefined;
  readonly today: string;
}

/** Determines where a problem of this round comes from, with the reason. */
export function lineageOf(facts: LineageFacts): Lineage {
  const { recognised, contradicts } = facts;
  if (recognised !== undefined) return ofKnown(recognised, facts);
  if (contradicts !== undefined) {
    return {
      kind: "contradicts",
      because: contradicts.because,
      recognised: contradicts.match,
      ...commitOf(facts),
    };
  }
  return ofNew(facts);
}

/** Whether any of a problem's lines changed since round 1, and the commit that did it last. */
export async function lastChangeOf(
  locations: readonly Location[],
  sinceFirst: Pick<CodeBetween, "lastChange" | "commits"> | undefined,
): Promise<LastChange | undefined> {
  if (sinceFirst === undefined) return undefined;
  const changes: LastChange[] = [];
  for (const { path, start, end } of locations.slice(0, MAX_PLACES)) {
    const lines = start === undefined || end === undefined ? undefined : { start, end };
    const change = await sinceFirst.lastChange(path, lines);
    if (change !== undefined) changes.push(change);
  }
  const order = new Map(sinceFirst.commits.map(({ id }, at) => [id, at]));
  const place = ({ commit }: LastChange): number => order.get(commit?.id ?? "") ?? -1;
  return changes.filter(({ isAfter }) => isAfter).toSorted((a, b) => place(b) - place(a))[0] ?? changes[0];
}

const MAX_PLACES = 20;
const MAX_FIXES = 5;

const commitOf = ({ change }: LineageFacts): { commit?: Commit } =>
  change?.isAfter === true && change.commit !== undefined ? { commit: change.commit } : {};

function ofKnown({ match, problem, code }: NonNullable<LineageFacts["recognised"]>, facts: LineageFacts): Lineage {
  const { decision, settled } = problem;
  const name = earlierName(problem.ref);
  const rest = { recognised: match, ...commitOf(facts) };
  if (decision?.kind === "declined" || decision?.kind === "accepted-risk") {
    const { shownBecause } = facts;
    const because = joinedSentence(`it is ${name}`, describeDecisionInForce(decision));
    return {
      kind: "re-raised",
      because,
      ...rest,
      decision: decision.id,
      shownBecause,
    };
  }
  const isFixed = decision?.kind === "fixed" ? decisionHolds(decision, facts.today) : settled !== undefined;
  if (isFixed) {
    const because = joinedSentence(`it is ${name}`, describeUnfixed(code, settled ?? "fixed"));
    return { kind: "carried-over", because, ...rest, ...(decision !== undefined && { decision: decision.id }) };
  }
  if (code.kind === "moved") {
    return {
      kind: "moved",
      because: joinedSentence(`it is ${name}, whose code is now at ${describePlaces(code.locations)}`),
      ...rest,
    };
  }
  return { kind: "carried-over", because: joinedSentence(`it is ${name}, which is still open`), ...rest };
}

function describeUnfixed({ restored }: CodeState, settled: "fixed" | "gone"): string {
  if (restored === undefined)
    return settled === "fixed" ? "its fix did not hold" : "it was gone with its code and is back";
  const commit = restored.commit === undefined ? "" : ` by ${describeCommits([restored.commit])}`;
  return `its fix was undone${commit}`;
}

function ofNew(facts: LineageFacts): Lineage {
  const { change, earlier } = facts;
  const introduced = introducedBy(facts);
  if (introduced !== undefined) return { ...introduced, ...omitUndefined(commitOf(facts)) };
  if (change === undefined)
    return { kind: "latent", because: "What became of its lines since round 1 is not known, so it counts as latent." };
  if (!change.isAfter) return { kind: "latent", because: "Its lines are as they were in round 1." };
  const { commit } = change;
  const fixed = commit === undefined ? [] : earlier.filter(({ commits }) => commits.some(({ id }) => id === commit.id));
  if (commit === undefined || fixed.length === 0) {
    const by = commit === undefined ? "" : `, with ${describeCommits([commit])}`;
    return { kind: "new-code", because: `Its lines came after round 1${by}.`, ...commitOf(facts) };
  }
  const fixOf = nearest(fixed, facts.locations);
  const names = listFew(fixOf.map(earlierName));
  const because = `Its lines were last changed by ${describeCommits([commit])}, which also had to do with ${names}.`;
  return { kind: "introduced", because, fixOf, commit };
}

/** A commit that answers a whole review touches many problems; those of the same file come first. */
function nearest(fixed: readonly TouchedProblem[], locations: readonly Location[]): EarlierRef[] {
  const paths = new Set(locations.map(({ path }) => path));
  const same = fixed.filter((one) => one.locations.some(({ path }) => paths.has(path)));
  return (same.length > 0 ? same : fixed).slice(0, MAX_FIXES).map(({ ref }) => ref);
}

/** A reviewer attributes its own finding to a fix. */
function introducedBy({ members, verdicts, earlier }: LineageFacts): Lineage | undefined {
  const attributing = verdicts.filter(({ introduces = [] }) => introduces.some((id) => members.includes(id)));
  const fixOf = earlier
    .filter(({ ref }) => attributing.some(({ of }) => of === earlierName(ref)))
    .map(({ ref }) => ref);
  if (fixOf.length === 0) return undefined;
  const who = listFew([...new Set(attributing.map(({ reviewer }) => reviewer))]);
  const because = `${who} says that the fix of ${listFew(fixOf.map(earlierName))} introduces it.`;
  return { kind: "introduced", because, fixOf: fixOf.slice(0, MAX_FIXES) };
}
