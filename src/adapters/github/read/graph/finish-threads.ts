import { z } from "zod";
import type { PullComment, PullThread } from "#model/pull/pull-request.ts";
import { readEach } from "../read-each.ts";
import { type QueryGraph, LONG_THREADS_QUERY, queryWithoutNewFields } from "./pull-query.ts";
import { commentNode, longThreadNode } from "./graph-nodes.ts";
import { withoutPending, commentFromNode } from "./translate-nodes.ts";
import type { GitHub } from "../../client.ts";

/** Threads with all comments, and what could not be read. */
interface FinishedThreads {
  readonly threads: readonly PullThread[];
  readonly limits: readonly string[];
}

/** Reads the rest of long threads. Omits the middle of threads with more than a hundred comments. */
export async function finishThreads(
  threads: readonly PullThread[],
  long: readonly string[],
  query: QueryGraph,
): Promise<FinishedThreads> {
  const ends = new Map<string, readonly PullComment[]>();
  let isCut = long.length > MAX_LONG;
  for (let at = 0; at < Math.min(long.length, MAX_LONG); at += AT_ONCE) {
    for (const { id, comments, count } of await readLastComments(query, long.slice(at, at + AT_ONCE))) {
      ends.set(id, comments);
      if (count > 100) isCut = true;
    }
  }
  return {
    threads: threads.map((thread) => withEnd(thread, ends.get(thread.id) ?? [])),
    limits: isCut ? ["not every comment of very long review threads was read"] : [],
  };
}

/** The last comments of threads, and how many comments each thread has. */
async function readLastComments(
  query: QueryGraph,
  ids: readonly string[],
): Promise<readonly { readonly id: string; readonly comments: readonly PullComment[]; readonly count: number }[]> {
  const { data } = await query(LONG_THREADS_QUERY, { ids });
  return readEach(nodesSchema.parse(data).nodes, longThreadNode).read.map(({ id, comments }) => ({
    id,
    comments: withoutPending(readEach(comments.nodes, commentNode).read).map(commentFromNode),
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

/** Reads the last comments of a thread in one call. Empty if the thread does not exist. */
export async function readThreadComments(github: GitHub, thread: string): Promise<readonly PullComment[]> {
  const [found] = await readLastComments(queryWithoutNewFields(github), [thread]);
  return found?.comments ?? [];
}
