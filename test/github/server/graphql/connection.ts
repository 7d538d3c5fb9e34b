/** How a connection is paged through. */
export interface PageArguments {
  readonly first?: number | null;
  readonly after?: string | null;
  readonly last?: number | null;
  readonly before?: string | null;
}

/** A list as GraphQL shows it, a page at a time. Only the nodes of the page are made. */
export function connection<T>(
  items: readonly T[],
  { first, after, last, before }: PageArguments,
  show: (item: T) => unknown,
): object {
  let from = after == null ? 0 : indexOf(after) + 1;
  let to = before == null ? items.length : indexOf(before);
  if (first != null) to = Math.min(to, from + first);
  else if (last != null) from = Math.max(from, to - last);
  const part = items.slice(from, to);
  const nodes = (): unknown[] => part.map(show);
  return {
    totalCount: items.length,
    nodes,
    edges: () => part.map((item, index) => ({ cursor: cursorOf(from + index), node: show(item) })),
    pageInfo: {
      hasNextPage: to < items.length,
      hasPreviousPage: from > 0,
      startCursor: part.length === 0 ? null : cursorOf(from),
      endCursor: part.length === 0 ? null : cursorOf(from + part.length - 1),
    },
  };
}

const cursorOf = (index: number): string => Buffer.from(`cursor:${index}`).toString("base64");
const indexOf = (cursor: string): number => Number(Buffer.from(cursor, "base64").toString("utf8").split(":")[1] ?? 0);
