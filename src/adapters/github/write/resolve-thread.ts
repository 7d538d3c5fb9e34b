import { z } from "zod";
import type { GitHub } from "../client.ts";
import { type Attempt, attempt } from "./attempt.ts";

/** Closes a thread. It is closed only when the answer says so: accounts that may comment are often not allowed to. */
export async function resolveThread(github: GitHub, thread: string): Promise<Attempt<"resolved">> {
  const tried = await attempt(() => github.graphql(RESOLVE_THREAD, { thread }));
  if ("refused" in tried) return tried;
  const answer = answerSchema.safeParse(tried.answer);
  if (answer.data?.resolveReviewThread?.thread?.isResolved === true) return { answer: "resolved" };
  return { refused: { status: 200, words: "GitHub answered, but the thread is not resolved" } };
}

/** Closes one thread, and asks whether it is closed. */
export const RESOLVE_THREAD = `mutation ResolveThread($thread: ID!) {
  resolveReviewThread(input: { threadId: $thread }) { thread { id isResolved } }
}`;

const answerSchema = z.object({
  resolveReviewThread: z.object({ thread: z.object({ isResolved: z.boolean() }).nullable() }).nullable(),
});
