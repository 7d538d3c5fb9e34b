import type { DocumentNode, GraphQLError, GraphQLFieldResolver } from "graphql";
import { execute, getOperationAST, parse, validate } from "graphql";
import { Refusal } from "../refusal.ts";
import type { Answer } from "../rest/call.ts";
import type { Token } from "../state.ts";
import type { World } from "../world.ts";
import { costOf } from "./cost.ts";
import { Forbidden, mutations } from "./mutations.ts";
import { Nodes } from "./nodes.ts";
import { queries } from "./queries.ts";
import { githubSchema } from "./schema.ts";

interface GraphqlRequest {
  readonly world: World;
  readonly body: unknown;
  readonly viewer: Token | undefined;
}

/** What GraphQL answered, what it cost, and whether it changed something. */
export interface GraphqlAnswer extends Answer {
  readonly cost: number;
  readonly changed: boolean;
}

/** GitHub's schema has this field, and our server does not. */
class UnknownField extends Error {}

/** Checks a query and its variables against GitHub's schema, and runs it. */
export async function answerGraphql({ world, body, viewer }: GraphqlRequest): Promise<GraphqlAnswer> {
  const nothing = { cost: 0, changed: false };
  if (viewer === undefined) {
    return {
      ...nothing,
      status: 401,
      body: { message: "This endpoint requires you to be authenticated.", status: "401" },
    };
  }
  const {
    query,
    variables = {},
    operationName,
  } = (body ?? {}) as {
    readonly query?: string;
    readonly variables?: Record<string, unknown>;
    readonly operationName?: string;
  };
  const refuse = (errors: readonly { readonly message: string }[]): GraphqlAnswer => {
    for (const { message } of errors) world.violations.push({ kind: "graphql", where: "graphql", what: message });
    return { ...nothing, status: 200, body: { errors } };
  };
  let document: DocumentNode;
  try {
    document = parse(query ?? "", { noLocation: true });
  } catch (error) {
    return refuse([{ message: error instanceof Error ? error.message : String(error) }]);
  }
  const errors = validate(githubSchema(), document);
  if (errors.length > 0) return refuse(errors.map(({ message }) => ({ message })));
  const cost = costOf(document, variables);
  if (cost.wrong.length > 0)
    return refuse(cost.wrong.map((message) => ({ message, type: "MISSING_PAGINATION_BOUNDARIES" })));
  if (cost.nodes > 500_000) {
    const message = `This query requests up to ${cost.nodes} possible nodes which exceeds the maximum limit of 500,000.`;
    return refuse([{ message }]);
  }
  const nodes = new Nodes(world, viewer);
  const isMutation = getOperationAST(document, operationName)?.operation === "mutation";
  const rateLimit = { cost: cost.points, nodeCount: cost.nodes, used: viewer.used };
  const result = await execute({
    schema: githubSchema(),
    document,
    variableValues: variables,
    operationName,
    rootValue: isMutation ? mutations(world, viewer, nodes) : queries({ world, viewer, nodes, rateLimit }),
    fieldResolver: resolveField,
  });
  const said = (result.errors ?? []).map((error) => describe(world, error));
  const changed = isMutation && Object.values(result.data ?? {}).some((value) => value !== null);
  const answer = {
    data: result.data,
    ...(said.length === 0 ? {} : { errors: said }),
  };
  return { status: 200, body: answer, cost: cost.points, changed };
}

/** A value of the object, or what its function gives. A field that nobody wrote is an error, never null. */
const resolveField: GraphQLFieldResolver<unknown, unknown> = (source, args, context, info) => {
  if (typeof source !== "object" || source === null) return undefined;
  if (!(info.fieldName in source)) {
    throw new UnknownField(`The test server has no ${info.parentType.name}.${info.fieldName}.`);
  }
  const value = (source as Record<string, unknown>)[info.fieldName];
  return typeof value === "function" ? (value.call(source, args, context, info) as unknown) : value;
};

function describe(world: World, error: GraphQLError): object {
  const cause = error.originalError;
  const { path } = error;
  if (cause instanceof Forbidden)
    return { type: cause.type, path, extensions: { saml_failure: false }, message: error.message };
  if (cause instanceof Refusal) {
    const words = (cause.body["errors"] as readonly string[] | undefined)?.join(", ") ?? error.message;
    return { type: cause.status === 404 ? "NOT_FOUND" : "UNPROCESSABLE", path, message: words };
  }
  const kind = cause instanceof UnknownField ? "unsupported" : "graphql";
  world.violations.push({ kind, where: path?.join(".") ?? "graphql", what: error.message });
  return { path, message: error.message };
}
