import { DECISIONS_FILE } from "#adapters/store/decisions.ts";
import type { OpenedChange } from "#adapters/git/open-change.ts";
import type { Tree } from "#model/change/change.ts";
import type { StandingDecision } from "#model/history/standing-decision.ts";
import { plural } from "#util/words.ts";
import type { OwnDecisions } from "./own-decisions.ts";
import { committedDecisions } from "./read-decisions.ts";

/** The decisions that hold for a change, and what to say of the others. */
export interface HeldDecisions {
  readonly decisions: readonly StandingDecision[];
  readonly notes: readonly string[];
}

/** Who vouches for decisions that come with a change. */
export interface DecisionVouchers {
  /** What the platform tells of people who may write to the repository. */
  readonly fromThreads?: readonly StandingDecision[] | undefined;
  /** What the user who sits here wrote down; not asked for a pull request, which goes by its base alone. */
  readonly own?: OwnDecisions | undefined;
}

/**
 * A change decides nothing about itself, also where its branch is checked out and its files are the archive's: a
 * decision that its commits hold counts as its base has it, or not at all, unless somebody vouches for it.
 */
export async function leaveBrought(
  decisions: readonly StandingDecision[],
  { change, head, tip, trusted }: Pick<OpenedChange, "head" | "tip" | "trusted" | "change">,
  { fromThreads = [], own }: DecisionVouchers = {},
): Promise<HeldDecisions> {
  const isPull = change.scope.pullRequest !== undefined;
  // What is not committed is the work of whoever sits here.
  const isHeld = await findHeld(isPull ? head : tip, trusted);
  if (isHeld === undefined) return { decisions, notes: [] };
  const known = new Map((await committedDecisions(trusted)).map((decision) => [decision.id, decision]));
  const held: StandingDecision[] = [];
  const left: string[] = [];
  const agreed: string[] = [];
  for (const decision of decisions) {
    const base = known.get(decision.id);
    const isOwn = !isPull && base === undefined && (await own?.knows(decision)) === true;
    if (!isHeld(decision.id) || fromThreads.includes(decision) || isOwn) held.push(decision);
    else if (base !== undefined) held.push(base);
    else left.push(decision.id);
    if (isHeld(decision.id) && isOwn) agreed.push(decision.id);
  }
  const what = isPull ? "the pull request" : "the change";
  return {
    decisions: held,
    notes: [
      ...(agreed.length === 0 ? [] : [`${describeCount(agreed)} with ${what} itself: ${agreed.join(", ")}`]),
      ...(left.length === 0 ? [] : [describeLeft(left, what)]),
    ],
  };
}

/** Tells by id which decisions the commits hold and the base does not hold the same; undefined: none. */
async function findHeld(head: Tree, trusted: Tree): Promise<((id: string) => boolean) | undefined> {
  const before = new Set(trusted.files.map(({ path, blob }) => `${blob} ${path}`));
  const brought = head.files.filter(
    ({ path, blob }) => path.toLowerCase().endsWith(DECISIONS_FILE) && !before.has(`${blob} ${path}`),
  );
  if (brought.length === 0) return undefined;
  const ids = new Set<string>();
  for (const { path } of brought) {
    const text = (await head.read(path)) ?? "not readable";
    for (const line of text.replace(/^\uFEFF/, "").split("\n")) {
      const id = line.trim() === "" ? "" : idIn(line);
      // What cannot be read may hold any of them.
      if (id === undefined) return () => true;
      ids.add(id);
    }
  }
  return (id) => ids.has(id);
}

/** The id as a reader of JSON sees it: letters can be written in several ways. */
function idIn(line: string): string | undefined {
  try {
    const { id } = JSON.parse(line) as { readonly id?: unknown };
    return typeof id === "string" ? id : undefined;
  } catch {
    return undefined;
  }
}

const describeCount = (ids: readonly string[]): string => plural(ids.length, "decision comes", "decisions come");

function describeLeft(ids: readonly string[], what: string): string {
  const how = ids.length === 1 ? "does not count" : "do not count";
  return `${describeCount(ids)} with ${what} itself and ${how}: ${ids.join(", ")}`;
}
