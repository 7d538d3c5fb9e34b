import { checkRequest, checkResponse } from "../description/check.ts";
import { complete } from "../description/complete.ts";
import type { Match } from "../description/description.ts";
import { description } from "../description/description.ts";
import { notFound, Refusal } from "../refusal.ts";
import type { Token } from "../state.ts";
import type { World } from "../world.ts";
import type { Answer, Call, Handler } from "./call.ts";
import { CHECK_ROUTES } from "./checks.ts";
import { COMMENT_ROUTES } from "./comments.ts";
import { OPENING_ROUTES } from "./opening.ts";
import { REPOSITORY_ROUTES } from "./repositories.ts";
import { REVIEW_ROUTES } from "./reviews.ts";

const HANDLERS = new Map<string, Handler>(
  [REPOSITORY_ROUTES, OPENING_ROUTES, COMMENT_ROUTES, REVIEW_ROUTES, CHECK_ROUTES].flatMap((routes) =>
    Object.entries(routes),
  ),
);

/** A request to the REST API as it came in. */
export interface RestRequest {
  readonly world: World;
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: unknown;
  readonly viewer: Token | undefined;
  readonly accept: string;
  readonly address: string;
}

/** Answers, and keeps account of everything that is not as GitHub describes it. */
export async function answerRest(request: RestRequest): Promise<Answer & { readonly route: string }> {
  const match = description().match(request.method, request.path);
  const route = match?.operation.route ?? `${request.method} ${request.path}`;
  try {
    return { ...(await answer(request, match)), route };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { status: error.status, body: error.body, route };
  }
}

async function answer(request: RestRequest, match: Match | undefined): Promise<Answer> {
  const { world, method, path, query, body, viewer, accept, address } = request;
  const violate = (kind: "request" | "response" | "unsupported", whats: readonly string[]): void => {
    for (const what of whats) world.violations.push({ kind, where: `${method} ${path}`, what });
  };
  if (match === undefined) {
    violate("request", ["GitHub describes no such route"]);
    throw notFound();
  }
  const { operation, params } = match;
  const wrong = checkRequest(match, query, body);
  violate("request", wrong);
  if (wrong.length > 0) throw new Refusal(422, `Invalid request.\n\n${wrong.join("\n")}`);
  const handler = HANDLERS.get(operation.route);
  if (handler === undefined) {
    violate("unsupported", [`the test server has no ${operation.route}`]);
    throw new Refusal(501, "The test server does not know this route.");
  }
  if (method !== "GET" && viewer === undefined) throw new Refusal(401, "Requires authentication");
  if (method !== "GET" && viewer?.readOnly === true) throw new Refusal(403, "Resource not accessible by integration");
  const call: Call = {
    world,
    params,
    query,
    body: (body ?? {}) as Call["body"],
    viewer,
    accept,
    address,
  };
  const given = await handler(call);
  if (given.text !== undefined) return given;
  const schema = operation.responses.get(given.status);
  // Undefined values are no part of JSON.
  const whole =
    schema === undefined ? given.body : (JSON.parse(JSON.stringify(complete(schema, given.body))) as unknown);
  violate("response", checkResponse(operation, given.status, whole));
  return { ...given, body: whole };
}
