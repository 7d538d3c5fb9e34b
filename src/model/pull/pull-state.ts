import type { Conversation } from "./conversation.ts";

/** The state of a pull request that readers must know: `a draft`, `closed`, `merged`. Undefined if it is just open. */
export function describePullState({ isDraft, state }: Pick<Conversation, "isDraft" | "state">): string | undefined {
  if (state === "closed" || state === "merged") return state;
  return isDraft ? "a draft" : undefined;
}
