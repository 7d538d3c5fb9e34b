import { z } from "zod";
import type { PullComment, PullThread } from "#model/pull/pull-request.ts";
import { readEach } from "../read-each.ts";
import { type AskGraph, LONG_THREADS_QUERY, queryWithoutNewFields } from "./pull-query.ts";
import { commentNode, longThreadNode } from "./graph-nodes.ts";
import { saidOnly, commentFromNode } from "./translate-nodes.ts";
import type { GitHub } from "../../client.ts";

/** Threads with all of their comments, and what could not be read of them. */
interface FinishedThreads {
  readonly threads: readonly PullThread[];
  readonly limits: readonly string[];
}

/** Reads what follows in threads that go on. Of one with more than a hundred comments the middle is left out. */
export async function finishThreads(
  threads: readonly PullThread[],
  long: readonly string[],
  ask: AskGraph,
): Promise<FinishedThreads> {
  const ends = new Map<string, readonly PullComment[]>();
  let isCut = long.length > MAX_LONG;
  for (let at = 0; at < Math.min(long.length, MAX_LONG); at += AT_ONCE) {
    for (const { id, comments, count } of await readTalks(ask, long.slice(at, at + AT_ONCE))) {
      ends.set(id, comments);
      if (count > 100) isCut = true;
    }
  }
  return {
    threads: threads.map((thread) => withEnd(thread, ends.get(thread.id) ?? [])),
    limits: isCut ? ["of very long review threads not every comment was read"] : [],
  };
}

/** The end of what was said in threads, and how many comments each has. */
async function readTalks(
  ask: AskGraph,
  ids: readonly string[],
): Promise<readonly { readonly id: string; readonly comments: readonly PullComment[]; readonly count: number }[]> {
  const { data } = await ask(LONG_THREADS_QUERY, { ids });
  return readEach(nodesSchema.parse(data).nodes, longThreadNode).read.map(({ id, comments }) => ({
    id,
    comments: saidOnly(readEach(comments.nodes, commentNode).read).map(commentFromNode),
    count: comments.totalCount,
  }));
}

/** A hundred threads at once: one point. */
const AT_ONCE = 100;
const MAX_LONG = 300;

const nodesSchema = z.object({ nodes: z.array(z.unknown()).catch([]) });

function withEnd(thread: PullThread, end: readonly PullComment[]): PullThread {
  const known = new Set(thread.comments.map(({ id }) => id));
  return { ...thread, comments: [...thread.comments, ...end.filter(({ id }) => !known.has(id))] };
}

/** What was said last in a thread, as it is now: one call. Empty where the thread is gone. */
export async function readThreadComments(github: GitHub, thread: string): Promise<readonly PullComment[]> {
  const [talk] = await readTalks(queryWithoutNewFields(github), [thread]);
  return talk?.comments ?? [];
}
