import type { Conversation } from "#model/pull/conversation.ts";
import { omitUndefined } from "#util/omit-undefined.ts";
import { buildConversation, type ThreadCode } from "./build-conversation.ts";
import { describeLeftOutCommenters, type CommentingPanel } from "./add-commenters.ts";

/** The pull request of a round, where it has one, who knows its head now, and who is on the panel. */
export interface PullOfRound extends CommentingPanel {
  readonly checkHead?: (() => Promise<string | undefined>) | undefined;
}

/**
 * What the record keeps of the pull request, with whether it moved on while it was reviewed; and who said something there
 * of which nothing came onto the panel.
 */
export async function keepConversation(
  round: PullOfRound,
  opened: ThreadCode,
): Promise<{ readonly conversation: Conversation | undefined; readonly untaken: readonly string[] }> {
  const { pull, checkHead } = round;
  const untaken = describeLeftOutCommenters(round);
  if (pull === undefined) return { conversation: undefined, untaken };
  const [told, head] = await Promise.all([buildConversation(pull, opened), checkHead?.()]);
  const movedTo = head === pull.head.commit ? undefined : head;
  return { conversation: { ...told, ...omitUndefined({ movedTo }) }, untaken };
}
