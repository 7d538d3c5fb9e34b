import type { z } from "zod";
import type { PullPart } from "#model/pull/pull-request.ts";

/** The entries of a list that a schema can parse, and the number of those that it cannot; null counts as neither. */
export function readEach<T>(
  nodes: readonly unknown[] | null | undefined,
  schema: z.ZodType<T>,
): { readonly read: readonly T[]; readonly odd: number } {
  const read: T[] = [];
  let odd = 0;
  for (const node of nodes ?? []) {
    if (node === null || node === undefined) continue;
    const result = schema.safeParse(node);
    if (result.success) read.push(result.data);
    else odd += 1;
  }
  return { read, odd };
}

export function describeNotUnderstood(count: number, things: string): readonly string[] {
  return count === 0 ? [] : [`${count} of the ${things} came in a form that is not understood and were left out`];
}

/** The field for parts that were not read completely; absent if there are none. */
export function unreadParts(parts: readonly PullPart[]): { readonly unread?: PullPart[] } {
  return parts.length === 0 ? {} : { unread: [...parts] };
}
