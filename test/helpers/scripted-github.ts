import { readFileSync } from "node:fs";
import { buildSchema, execute, type GraphQLSchema, parse, validate } from "graphql";
import { type AnsweringServer, type HeardRequest, type Said, startAnswering } from "./answering-server.ts";

// The package itself reads a far larger file first.
const SCHEMA = new URL("../../node_modules/@octokit/graphql-schema/schema.graphql", import.meta.url);
let built: GraphQLSchema | undefined;

/** GitHub's published schema. */
export function githubSchema(): GraphQLSchema {
  const options = { assumeValid: true, assumeValidSDL: true, noLocation: true };
  return (built ??= buildSchema(readFileSync(SCHEMA, "utf8"), options));
}

/** What a list of things is in GraphQL: pages of them, by `first`, `last` and `after`. */
export function pagesOf(things: readonly unknown[]) {
  return ({ first, last, after }: { first?: number; last?: number; after?: string | null }) => {
    const start = last === undefined ? Number(after ?? 0) : Math.max(0, things.length - last);
    const end = last === undefined ? start + (first ?? things.length) : things.length;
    const pageInfo = { hasNextPage: end < things.length, endCursor: String(end) };
    return { totalCount: things.length, pageInfo, nodes: things.slice(start, end) };
  };
}

/** Answers a query as GitHub's schema says, from plain values and functions; a query that does not fit it is refused. */
export async function answerGraph(root: object, body: string): Promise<Said> {
  const { query, variables } = JSON.parse(body) as { query: string; variables: Record<string, unknown> };
  const document = parse(query);
  const errors = validate(githubSchema(), document);
  if (errors.length > 0) return { json: { errors: errors.map(({ message }) => ({ message })) } };
  const { data, errors: found } = await execute({
    schema: githubSchema(),
    document,
    rootValue: root,
    variableValues: variables,
  });
  const told = found?.map(({ message, path, extensions }) => ({ message, path, ...extensions }));
  return { json: { data, errors: told } };
}

/** A GitHub that has one pull request: `root` for GraphQL, `rest` by path. */
export function startScripted(script: {
  readonly root?: object;
  readonly rest?: (path: string, request: HeardRequest) => Said;
}): Promise<AnsweringServer> {
  return startAnswering((request) => {
    if (request.path === "/api/graphql" && script.root !== undefined) return answerGraph(script.root, request.body);
    const path = request.path.replace("/api/v3", "");
    return script.rest?.(path, request) ?? { status: 404, json: { message: "Not Found" } };
  });
}
