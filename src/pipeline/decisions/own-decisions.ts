import { type BegunRound, openNotes } from "#config/round-notes.ts";
import { type StandingDecision, standingDecisionSchema } from "#model/history/standing-decision.ts";
import { safeJson } from "#util/printable.ts";

/** The decisions that this user made or agreed to on this machine. */
export interface OwnDecisions {
  /** Never fails: a decision without a note is still in the archive. */
  note(decisions: readonly StandingDecision[]): Promise<void>;
  /** Whether exactly this decision was noted, on any branch. */
  knows(decision: StandingDecision): Promise<boolean>;
}

/** Opens the notes. They are in the user's home, because a branch can bring a decision but not a note. */
export function openOwnDecisions(env: NodeJS.ProcessEnv): OwnDecisions {
  const notes = openNotes(env, "decisions.jsonl");
  return {
    async note(decisions) {
      for (const decision of decisions) await notes.note(asNoted(decision));
    },
    knows: (decision) => notes.knows(asNoted(decision)),
  };
}

/** Parsed like a file, so that the order of its fields does not matter. */
function asNoted(decision: StandingDecision): BegunRound {
  return { id: decision.id, start: standingDecisionSchema.parse(JSON.parse(safeJson(decision))) };
}
