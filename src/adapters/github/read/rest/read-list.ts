import { z } from "zod";
import { type GitHub, GitHubError } from "../../client.ts";
import { describeStatus } from "../../client/github-error.ts";
import { readEach, describeNotUnderstood } from "../read-each.ts";
import { lookUp } from "#util/look-up.ts";

/** A list that a route gives page by page. */
export interface ListRequest<T> {
  readonly route: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  /** One entry. */
  readonly schema: z.ZodType<T>;
  /** What the entries are called: `reviews`. */
  readonly things: string;
  /** Where the list stands in the answer; absent: it is the answer. */
  readonly key?: string;
}

/** What a list holds, and what could not be read of it. */
export interface ReadList<T> {
  readonly entries: readonly T[];
  readonly limits: readonly string[];
}

/** Reads a list, as far as the budget allows. A list that is refused is empty, and that is told. */
export async function readList<T>(github: GitHub, request: ListRequest<T>): Promise<ReadList<T>> {
  const { route, parameters, schema, things, key } = request;
  const most = github.hasToken ? MAX_PAGES : MAX_PAGES_ALONE;
  const nodes: unknown[] = [];
  const limits: string[] = [];
  try {
    for (let page = 1; ; page += 1) {
      const { data, hasNext } = await github.request(route, { ...parameters, per_page: 100, page });
      nodes.push(...listIn(data, key));
      if (!hasNext) break;
      if (page === most) {
        limits.push(`only the first ${most * 100} ${things} were read`);
        break;
      }
    }
  } catch (error) {
    if (!(error instanceof GitHubError) || error.kind !== "refused") throw error;
    limits.push(`the ${things} could not be read: ${describeStatus(error.facts)}`);
  }
  const { read, odd } = readEach(nodes, schema);
  return { entries: read, limits: [...limits, ...describeNotUnderstood(odd, things)] };
}

const MAX_PAGES = 10;
/** Without a token there are sixty calls an hour for everything. */
const MAX_PAGES_ALONE = 3;

function listIn(data: unknown, key: string | undefined): readonly unknown[] {
  const given = key === undefined ? data : lookUp(z.record(z.string(), z.unknown()).safeParse(data).data, key);
  return z.array(z.unknown()).safeParse(given).data ?? [];
}
