import type { Conversation } from "./conversation.ts";

/** What a reader must know of how a pull request stands: `a draft`, `closed`, `merged`; undefined where it is simply open. */
export function describePullState({ isDraft, state }: Pick<Conversation, "isDraft" | "state">): string | undefined {
  if (state === "closed" || state === "merged") return state;
  return isDraft ? "a draft" : undefined;
}
