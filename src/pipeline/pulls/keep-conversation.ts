import type { Conversation } from "#model/pull/conversation.ts";
import type { PullRequest } from "#model/pull/pull-request.ts";
import { omitUndefined } from "#util/omit-undefined.ts";
import { buildConversation, type ThreadCode } from "./build-conversation.ts";

/** The pull request of a round, where it has one, and who knows its head now. */
export interface PullOfRound {
  readonly pull?: PullRequest | undefined;
  readonly checkHead?: (() => Promise<string | undefined>) | undefined;
}

/** What the record keeps of the pull request, with whether it moved on while it was reviewed. */
export async function keepConversation(
  { pull, checkHead }: PullOfRound,
  opened: ThreadCode,
): Promise<{ readonly conversation?: Conversation }> {
  if (pull === undefined) return {};
  const [told, head] = await Promise.all([buildConversation(pull, opened), checkHead?.()]);
  return { conversation: { ...told, ...omitUndefined({ movedTo: head === pull.head.commit ? undefined : head }) } };
}
