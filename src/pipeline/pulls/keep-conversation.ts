import type { Conversation } from "#model/pull/conversation.ts";
import { buildConversation, type ThreadCode } from "./build-conversation.ts";
import { describeLeftOutCommenters, type CommentingPanel } from "./add-commenters.ts";

/** The pull request of a round, if it has one, and the panel. */
export interface PullOfRound extends CommentingPanel {
  readonly checkHead?: () => Promise<string | undefined>;
}

/**
 * What the record keeps of the pull request, with its new head if it moved during the review; and the commenters of whose
 * comments none became a finding.
 */
export async function keepConversation(
  round: PullOfRound,
  opened: ThreadCode,
): Promise<{ readonly conversation: Conversation | undefined; readonly gaps: readonly string[] }> {
  const { pull, checkHead } = round;
  const gaps = describeLeftOutCommenters(round);
  if (pull === undefined) return { conversation: undefined, gaps };
  const [conversation, head] = await Promise.all([buildConversation(pull, opened), checkHead?.()]);
  return { conversation: { ...conversation, movedTo: head === pull.head.commit ? undefined : head }, gaps };
}
