import { readFileSync } from "node:fs";
import { buildSchema, type GraphQLSchema } from "graphql";

// The package gives the schema in writing only together with a much larger file that it reads first.
const SCHEMA = new URL("../../../../node_modules/@octokit/graphql-schema/schema.graphql", import.meta.url);

let built: GraphQLSchema | undefined;

/** GitHub's schema; built once a process, when it is first asked for. */
export function githubSchema(): GraphQLSchema {
  const options = { assumeValid: true, assumeValidSDL: true, noLocation: true };
  return (built ??= buildSchema(readFileSync(SCHEMA, "utf8"), options));
}
