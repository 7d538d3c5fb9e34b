import type { PullComment } from "#model/pull/pull-request.ts";
import type { GitHub } from "./client.ts";
import { queryWithoutNewFields } from "./read/graph/ask-in-old-words.ts";
import { readTalks } from "./read/graph/finish-threads.ts";

/** What was said last in a thread, as it is now: one call. Empty where the thread is gone. */
export async function readThreadComments(github: GitHub, thread: string): Promise<readonly PullComment[]> {
  const [talk] = await readTalks(queryWithoutNewFields(github), [thread]);
  return talk?.comments ?? [];
}
