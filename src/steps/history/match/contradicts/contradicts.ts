import type { Finding } from "#model/finding.ts";
import { mayBeSameFile } from "#model/location.ts";
import type { EarlierProblem } from "#model/history/earlier-problem.ts";
import { earlierName, type EarlierMatch } from "#model/history/lineage.ts";
import { editsOf, undoes } from "./edits.ts";
import { demandsOf, opposite } from "./demands.ts";
import { saidUndone } from "./said-undone.ts";

/**
 * The earlier problem whose advice some findings, one cluster's members, ask to undo. Conservative: only if the author
 * says so and names the earlier problem, if a proposed diff reverts the earlier diff, or if words ask for the reverse
 * of the same thing in the same file. Pass only problems that were fixed: advice that nobody followed cannot be
 * undone.
 */
export function contradicts(members: readonly Finding[], earlier: readonly EarlierProblem[]): EarlierMatch | undefined {
  const said = new Set(earlier.length === 0 ? [] : members.flatMap((member) => [...saidUndone(member)]));
  const named = earlier.find(({ ref }) => said.has(earlierName(ref)));
  if (named !== undefined) {
    const because = `its author says that it asks to undo ${earlierName(named.ref)}`;
    return { of: named.ref, tier: "coarse", confidence: BY_NAME, because };
  }
  for (const { ref, wordings } of earlier) {
    for (const member of members) {
      for (const wording of wordings) {
        const why = reverses(member, wording);
        if (why !== undefined) return { of: ref, ...why };
      }
    }
  }
  return undefined;
}

function reverses(one: Finding, other: Finding): Omit<EarlierMatch, "of"> | undefined {
  const line = undoes(editsOf(one), editsOf(other));
  if (line !== undefined)
    return { tier: "coarse", confidence: BY_DIFF, because: `its fix takes back what that fix proposed: ${line}` };
  if (!one.locations.some((a) => other.locations.some((b) => mayBeSameFile(a.path, b.path)))) return undefined;
  const reversed = opposite(demandsOf(one), demandsOf(other));
  if (reversed === undefined) return undefined;
  return { tier: "meaning", confidence: BY_WORDS, because: `asks for the reverse: ${reversed}` };
}

/** Not measured: the published reports contain too few of these. Set high, since such a claim leaves little doubt. */
const BY_NAME = 0.9;
const BY_DIFF = 0.9;
const BY_WORDS = 0.7;
