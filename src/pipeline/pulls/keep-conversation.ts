import type { Conversation } from "#model/pull/conversation.ts";
import type { PullRequest } from "#model/pull/pull-request.ts";
import { buildConversation, type ThreadCode } from "./build-conversation.ts";

/** The pull request of a round, if it has one. */
export interface PullOfRound {
  readonly pull?: PullRequest;
  readonly checkHead?: () => Promise<string | undefined>;
}

/** What the record keeps of the pull request, and its new head if it moved during the review. */
export async function keepConversation(
  { pull, checkHead }: PullOfRound,
  opened: ThreadCode,
): Promise<{ readonly conversation?: Conversation }> {
  if (pull === undefined) return {};
  const [conversation, head] = await Promise.all([buildConversation(pull, opened), checkHead?.()]);
  return { conversation: { ...conversation, movedTo: head === pull.head.commit ? undefined : head } };
}
