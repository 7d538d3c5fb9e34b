import type { Finding } from "#model/finding.ts";
import { mayBeSameFile } from "#model/location.ts";
import type { EarlierProblem } from "#model/history/earlier-problem.ts";
import { earlierName, type EarlierMatch } from "#model/history/lineage.ts";
import { demandsOf, opposite } from "./demands.ts";
import { findUndoRequests } from "./undo-requests.ts";

/**
 * The earlier problem whose advice some findings, one cluster's members, ask to undo. Conservative: only if the author
 * says so and names the earlier problem, if a proposed diff reverts the earlier diff, or if words ask for the reverse
 * of the same thing in the same file. Pass only problems that were fixed: advice that nobody followed cannot be
 * undone.
 */
export function contradicts(members: readonly Finding[], earlier: readonly EarlierProblem[]): EarlierMatch | undefined {
  const said = new Set(earlier.length === 0 ? [] : members.flatMap((member) => [...findUndoRequests(member)]));
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

/** What a proposed diff changes, as lines without white space. A line that only moves is in neither. */
interface Edits {
  readonly added: ReadonlyMap<string, string>;
  readonly removed: ReadonlyMap<string, string>;
}

const MAX_DIFF = 20_000;
/** Shorter lines, such as a closing bracket, are in every diff. */
const MIN_LINE = 10;

/** The lines that a finding's diffs add and remove, each with its text as written. */
function editsOf({ fix }: Pick<Finding, "fix">): Edits {
  const added = new Map<string, string>();
  const removed = new Map<string, string>();
  for (const diff of fix?.diffs ?? []) {
    for (const line of diff.slice(0, MAX_DIFF).split("\n")) {
      if (/^(?:\+\+\+|---)/.test(line)) continue;
      const side = line.startsWith("+") ? added : line.startsWith("-") ? removed : undefined;
      const plain = line.slice(1).replaceAll(/\s+/g, "");
      if (plain.length >= MIN_LINE) side?.set(plain, line.slice(1).trim());
    }
  }
  for (const line of added.keys()) if (removed.delete(line)) added.delete(line);
  return { added, removed };
}

/**
 * A line by which one diff reverts the other: it removes what the other added and adds what the other removed; or one
 * only adds and the other only removes the same lines. Changing the same lines again is not undoing.
 */
function undoes(one: Edits, other: Edits): string | undefined {
  const gone = commonLine(one.removed, other.added);
  const back = commonLine(one.added, other.removed);
  if (gone !== undefined && back !== undefined) return gone;
  const isPure = (some: Edits, side: "added" | "removed"): boolean =>
    some[side].size > 0 && some[side === "added" ? "removed" : "added"].size === 0;
  if (isPure(one, "removed") && isPure(other, "added") && containsCommit(other.added, one.removed)) return gone;
  if (isPure(one, "added") && isPure(other, "removed") && containsCommit(other.removed, one.added)) return back;
  return undefined;
}

function commonLine(some: ReadonlyMap<string, string>, others: ReadonlyMap<string, string>): string | undefined {
  for (const [plain, text] of some) if (others.has(plain)) return text.slice(0, 120);
  return undefined;
}

const containsCommit = (all: ReadonlyMap<string, string>, part: ReadonlyMap<string, string>): boolean =>
  [...part.keys()].every((line) => all.has(line));
