import { type PullAddress, PULL_PARTS, type PullPart } from "#model/pull/pull-request.ts";
import type { GitHub, GraphAnswer, GraphError } from "../../client.ts";
import { GitHubError } from "../../client/github-error.ts";
import { type QueryGraph, PULL_QUERY } from "./pull-query.ts";
import { type GraphConnection, type PageAnswer, pageAnswer } from "./graph-nodes.ts";

export interface PullPage {
  readonly pull: NonNullable<NonNullable<PageAnswer["repository"]>["pullRequest"]>;
  readonly viewer?: string;
  /** The parts that were refused. */
  readonly errors: readonly GraphError[];
}

/** More entries of a part are not read, and reported. */
export const MAX_ENTRIES = 5000;
const MAX_PAGES = MAX_ENTRIES / 100;

/** Reads all pages of a pull request. Each call reads the next page of every part that has one. */
export async function readPages(
  query: QueryGraph,
  { github, address }: { readonly github: GitHub; readonly address: PullAddress },
): Promise<{ readonly pages: readonly PullPage[]; readonly cut: readonly PullPart[] }> {
  const pages: PullPage[] = [];
  let cursors: Cursors = new Map(PULL_PARTS.map((part) => [part, null]));
  while (cursors.size > 0 && pages.length < MAX_PAGES) {
    const answer = await query(PULL_QUERY, variablesFor(address, cursors, pages.length === 0));
    const page = pageOf(answer, github);
    pages.push(page);
    cursors = nextCursors(page, cursors);
  }
  return { pages, cut: [...cursors.keys()] };
}

/** The entries of a part on all pages. */
export function nodesOf(pages: readonly PullPage[], part: PullPart): readonly unknown[] {
  return pages.flatMap((page) => connectionOf(page, part)?.nodes ?? []);
}

/** The parts that are not complete, with their cursors. */
type Cursors = ReadonlyMap<PullPart, string | null>;

function variablesFor(address: PullAddress, cursors: Cursors, head: boolean): Record<string, unknown> {
  const { owner, repository: name, number } = address;
  const variables: Record<string, unknown> = { owner, name, number, head };
  for (const part of PULL_PARTS) {
    variables[part] = cursors.has(part);
    variables[`${part}After`] = cursors.get(part) ?? null;
  }
  return variables;
}

function nextCursors(page: PullPage, cursors: Cursors): Cursors {
  const next = new Map<PullPart, string>();
  for (const part of cursors.keys()) {
    const { hasNextPage = false, endCursor } = connectionOf(page, part)?.pageInfo ?? {};
    if (hasNextPage && typeof endCursor === "string") next.set(part, endCursor);
  }
  return next;
}

function connectionOf({ pull }: PullPage, part: PullPart): GraphConnection {
  if (part === "threads") return pull.reviewThreads;
  if (part === "checks") return pull.commits?.nodes?.[0]?.commit.statusCheckRollup?.contexts;
  return pull[part];
}

/** Throws if the pull request does not exist or is not visible to us. */
function pageOf({ data, errors }: GraphAnswer, { host, tokenFrom }: GitHub): PullPage {
  const read = pageAnswer.safeParse(data);
  const pull = read.success ? read.data.repository?.pullRequest : undefined;
  if (pull !== undefined && pull !== null) {
    const viewer = read.data?.viewer?.login;
    return { pull, errors, viewer };
  }
  throw new GitHubError({
    kind: read.success ? "refused" : "not-github",
    host,
    said: errors[0]?.message ?? "there is no such pull request",
    types: errors.length === 0 ? ["NOT_FOUND"] : errors.flatMap(({ type }) => (type === undefined ? [] : [type])),
    tokenFrom,
    maybeDone: false,
  });
}
