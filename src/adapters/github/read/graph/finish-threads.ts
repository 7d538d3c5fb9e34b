import { z } from "zod";
import type { PullComment, PullThread } from "#model/pull/pull-request.ts";
import { readEach } from "../read-each.ts";
import type { AskGraph } from "./ask-in-old-words.ts";
import { commentNode, longThreadNode } from "./graph-nodes.ts";
import { LONG_THREADS_QUERY } from "./pull-query.ts";
import { saidOnly, translateComment } from "./translate-nodes.ts";

/** Threads with all of their comments, and what could not be read of them. */
export interface FinishedThreads {
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
  let isCut = long.length > MOST_LONG;
  for (let at = 0; at < Math.min(long.length, MOST_LONG); at += AT_ONCE) {
    const { data } = await ask(LONG_THREADS_QUERY, { ids: long.slice(at, at + AT_ONCE) });
    for (const { id, comments } of readEach(nodesSchema.parse(data).nodes, longThreadNode).read) {
      ends.set(id, saidOnly(readEach(comments.nodes, commentNode).read).map(translateComment));
      if (comments.totalCount > 100) isCut = true;
    }
  }
  return {
    threads: threads.map((thread) => withEnd(thread, ends.get(thread.id) ?? [])),
    limits: isCut ? ["of very long review threads not every comment was read"] : [],
  };
}

/** A hundred threads at once: one point. */
const AT_ONCE = 100;
const MOST_LONG = 300;

const nodesSchema = z.object({ nodes: z.array(z.unknown()).catch([]) });

function withEnd(thread: PullThread, end: readonly PullComment[]): PullThread {
  const known = new Set(thread.comments.map(({ id }) => id));
  return { ...thread, comments: [...thread.comments, ...end.filter(({ id }) => !known.has(id))] };
}
