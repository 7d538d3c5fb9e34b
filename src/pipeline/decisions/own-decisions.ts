import { type BegunRound, openNotes } from "#config/round-notes.ts";
import { type StandingDecision, standingDecisionSchema } from "#model/history/standing-decision.ts";
import { safeJson } from "#util/printable.ts";

/** Which decisions this user wrote down, or agreed to, on this machine. */
export interface OwnDecisions {
  /** Never fails: a decision without a note still stands in the archive. */
  note(decisions: readonly StandingDecision[]): Promise<void>;
  /** Whether exactly this decision was noted, whatever branch it stands on now. */
  knows(decision: StandingDecision): Promise<boolean>;
}

/** Opens the notes. They stand in the user's home: a decision can come with a branch, a note cannot. */
export function openOwnDecisions(env: NodeJS.ProcessEnv): OwnDecisions {
  const notes = openNotes(env, "decisions.jsonl");
  return {
    async note(decisions) {
      for (const decision of decisions) await notes.note(asNoted(decision));
    },
    knows: (decision) => notes.knows(asNoted(decision)),
  };
}

/** As it is read back from a file, so that the order of its fields does not matter. */
function asNoted(decision: StandingDecision): BegunRound {
  return { id: decision.id, start: standingDecisionSchema.parse(JSON.parse(safeJson(decision))) };
}
