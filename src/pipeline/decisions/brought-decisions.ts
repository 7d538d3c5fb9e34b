import { DECISIONS_FILE } from "#adapters/store/decisions.ts";
import type { OpenedChange } from "#adapters/git/open-change.ts";
import type { StandingDecision } from "#model/rounds/standing-decision.ts";
import { committedDecisions } from "./read-decisions.ts";

/** The decisions that hold for a pull request, and what to say of the others. */
export interface HeldDecisions {
  readonly decisions: readonly StandingDecision[];
  readonly notes: readonly string[];
}

/**
 * A pull request decides nothing about itself, also where its branch is checked out and its files are the archive's: a
 * decision that its commits hold counts as the base branch has it, or not at all, unless the platform vouches for it.
 */
export async function leaveBrought(
  decisions: readonly StandingDecision[],
  { head, trusted }: Pick<OpenedChange, "head" | "trusted">,
  vouched: readonly StandingDecision[] = [],
): Promise<HeldDecisions> {
  const before = new Set(trusted.files.map(({ path, blob }) => `${blob} ${path}`));
  const brought = head.files.filter(
    ({ path, blob }) => path.toLowerCase().endsWith(DECISIONS_FILE) && !before.has(`${blob} ${path}`),
  );
  if (brought.length === 0) return { decisions, notes: [] };
  const texts = await Promise.all(brought.map(({ path }) => head.read(path)));
  // A text that cannot be read may hold any of them.
  const isHeld = (id: string): boolean => texts.some((text) => text?.includes(`"${id}"`) ?? true);
  const isBrought = (one: StandingDecision): boolean => !vouched.includes(one) && isHeld(one.id);
  const known = new Map((await committedDecisions(trusted)).map((decision) => [decision.id, decision]));
  const held = decisions.flatMap((decision) => (isBrought(decision) ? (known.get(decision.id) ?? []) : decision));
  const count = decisions.length - held.length;
  if (count === 0) return { decisions: held, notes: [] };
  const said = count === 1 ? "1 decision comes" : `${count} decisions come`;
  const how = count === 1 ? "does not count" : "do not count";
  return { decisions: held, notes: [`${said} with the pull request itself and ${how}`] };
}
