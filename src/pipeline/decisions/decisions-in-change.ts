import { DECISIONS_FILE } from "#adapters/store/decisions.ts";
import type { OpenedChange } from "#adapters/git/open-change.ts";
import type { Tree } from "#model/change/change.ts";
import type { StandingDecision } from "#model/history/standing-decision.ts";
import { plural } from "#util/words.ts";
import type { OwnDecisions } from "./own-decisions.ts";
import { committedDecisions } from "./read-decisions.ts";

/** The decisions that apply to a change, and notes about the others. */
export interface CountingDecisions {
  readonly decisions: readonly StandingDecision[];
  readonly notes: readonly string[];
}

/** What confirms decisions that come with a change. */
export interface DecisionConfirmations {
  /** Decisions in threads, by people with write access according to the platform. */
  readonly fromThreads?: readonly StandingDecision[];
  /** The local user's own decisions. Ignored for a pull request, where only the base counts. */
  readonly own?: OwnDecisions;
}

/**
 * Drops the decisions that a change makes about itself, even if its branch is checked out and contains the archive. A
 * decision in its commits counts only as the base has it, unless somebody confirms it.
 */
export async function dropDecisionsOfChange(
  decisions: readonly StandingDecision[],
  { change, head, tip, trusted }: Pick<OpenedChange, "head" | "tip" | "trusted" | "change">,
  { fromThreads = [], own }: DecisionConfirmations = {},
): Promise<CountingDecisions> {
  const isPull = change.scope.pullRequest !== undefined;
  // Uncommitted files are the work of the local user.
  const isInChange = await findIdsInChange(isPull ? head : tip, trusted);
  if (isInChange === undefined) return { decisions, notes: [] };
  const known = new Map((await committedDecisions(trusted)).map((decision) => [decision.id, decision]));
  const counting: StandingDecision[] = [];
  const dropped: string[] = [];
  const agreed: string[] = [];
  for (const decision of decisions) {
    const base = known.get(decision.id);
    const isOwn = !isPull && base === undefined && (await own?.knows(decision)) === true;
    if (!isInChange(decision.id) || fromThreads.includes(decision) || isOwn) counting.push(decision);
    else if (base !== undefined) counting.push(base);
    else dropped.push(decision.id);
    if (isInChange(decision.id) && isOwn) agreed.push(decision.id);
  }
  const what = isPull ? "the pull request" : "the change";
  return {
    decisions: counting,
    notes: [
      ...(agreed.length === 0 ? [] : [`${describeCount(agreed)} with ${what} itself: ${agreed.join(", ")}`]),
      ...(dropped.length === 0 ? [] : [describeDropped(dropped, what)]),
    ],
  };
}

/** Finds the ids of decisions that the commits add or change. Undefined if there are none. */
async function findIdsInChange(head: Tree, trusted: Tree): Promise<((id: string) => boolean) | undefined> {
  const before = new Set(trusted.files.map(({ path, blob }) => `${blob} ${path}`));
  const changed = head.files.filter(
    ({ path, blob }) => path.toLowerCase().endsWith(DECISIONS_FILE) && !before.has(`${blob} ${path}`),
  );
  if (changed.length === 0) return undefined;
  const ids = new Set<string>();
  for (const { path } of changed) {
    const text = (await head.read(path)) ?? "not readable";
    for (const line of text.replace(/^\uFEFF/, "").split("\n")) {
      const id = line.trim() === "" ? "" : idIn(line);
      // An unreadable line may contain any decision.
      if (id === undefined) return () => true;
      ids.add(id);
    }
  }
  return (id) => ids.has(id);
}

/** Parses the line, because JSON can escape the letters of an id. */
function idIn(line: string): string | undefined {
  try {
    const { id } = JSON.parse(line) as { readonly id?: unknown };
    return typeof id === "string" ? id : undefined;
  } catch {
    return undefined;
  }
}

const describeCount = (ids: readonly string[]): string => plural(ids.length, "decision comes", "decisions come");

function describeDropped(ids: readonly string[], what: string): string {
  const how = ids.length === 1 ? "does not count" : "do not count";
  return `${describeCount(ids)} with ${what} itself and ${how}: ${ids.join(", ")}`;
}
