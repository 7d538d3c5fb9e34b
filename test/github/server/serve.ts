import { createHash } from "node:crypto";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { Fault, Faults, IncomingCall } from "./faults.ts";
import { serveGit } from "./git/http-backend.ts";
import { syncHead } from "./git/pull-view.ts";
import { answerGraphql } from "./graphql/answer-graphql.ts";
import { operationsOf } from "./graphql/operations-of.ts";
import type { RequestLog } from "./log.ts";
import { answerRest } from "./rest/answer-rest.ts";
import type { Answer } from "./rest/call.ts";
import type { Token } from "./state.ts";
import type { World } from "./world.ts";
import { RANK } from "./world.ts";

/** What the server is made of. */
export interface Parts {
  readonly world: World;
  readonly faults: Faults;
  readonly log: RequestLog;
}

/** Listens on a free port of this machine. */
export async function serve(parts: Parts): Promise<Server> {
  const server = createServer((request, response) => {
    handle(parts, request, response).catch((error: unknown) => {
      const what = error instanceof Error ? (error.stack ?? error.message) : String(error);
      parts.world.violations.push({ kind: "unsupported", where: `${request.method} ${request.url}`, what });
      if (!response.headersSent) response.writeHead(500, { "content-type": "application/json" });
      response.end('{"message":"The test server failed."}');
    });
  });
  server.listen(0, "127.0.0.1");
  await new Promise((resolve, reject) => server.once("listening", resolve).once("error", reject));
  parts.world.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return server;
}

async function handle(parts: Parts, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? "/", parts.world.url);
  const git = /^\/([^/]+)\/([^/]+?)\.git(\/.*)$/.exec(url.pathname);
  if (git !== null) return handleGit(parts, { request, response, url, name: `${git[1]}/${git[2]}` });
  const body = await readBody(request);
  const isGraphql = url.pathname === "/graphql" || url.pathname === "/api/graphql";
  const path = url.pathname.replace(/^\/api\/v3(?=\/)/, "");
  const method = request.method ?? "GET";
  const operations = isGraphql ? operationsOf(body) : [];
  const isWrite = isGraphql ? operations.some((each) => each.startsWith("mutation ")) : method !== "GET";
  const call: IncomingCall = { method, path, body, operations, isWrite };
  const auth = viewerOf(parts.world, request.headers.authorization);
  const faults = parts.faults.met(call);
  const entry = { method, path, query: url.search, body, operations, user: auth.viewer?.account.login };
  const route = isGraphql ? "graphql" : `${method} ${path}`;
  const said = await meet(faults);
  if (said !== undefined) {
    parts.log.add({ ...entry, route, status: said.status, changed: false, fault: said.fault, cost: 0 });
    if (said.status === 0) request.socket.destroy();
    else send(response, said, headersFor(auth.viewer, isGraphql));
    return;
  }
  if (auth.bad) {
    parts.log.add({ ...entry, route, status: 401, changed: false, cost: 0 });
    return send(response, { status: 401, body: { message: "Bad credentials", status: "401" } }, {});
  }
  const { viewer } = auth;
  const accept = String(request.headers.accept ?? "");
  const address = `${parts.world.url}${url.pathname}`;
  const answer = isGraphql
    ? await answerGraphql({ world: parts.world, body, viewer })
    : await answerRest({ world: parts.world, method, path, query: url.searchParams, body, viewer, accept, address });
  const cost = "cost" in answer ? answer.cost : 1;
  if (viewer !== undefined) viewer.used += cost;
  const changed = "changed" in answer ? answer.changed : method !== "GET" && answer.status < 300;
  const cut = faults.some(({ kind }) => kind === "cut-after");
  const routed = "route" in answer ? answer.route : route;
  const fault = cut ? { fault: "cut-after" } : {};
  parts.log.add({ ...entry, route: routed, status: cut ? 0 : answer.status, changed, cost, ...fault });
  if (cut) request.socket.destroy();
  else send(response, answer, headersFor(viewer, isGraphql), request.headers["if-none-match"]);
}

/** What a fault answers in the place of the server; undefined where the request is handled. */
async function meet(faults: readonly Fault[]): Promise<(Answer & { readonly fault: string }) | undefined> {
  for (const fault of faults) {
    switch (fault.kind) {
      case "slow":
        await sleep(fault.milliseconds);
        break;
      case "do":
        await fault.action();
        break;
      case "cut-after":
        break;
      case "cut-before":
        return { status: 0, fault: fault.kind };
      case "status": {
        const message = fault.message ?? (fault.status >= 500 ? "Server Error" : "Unprocessable Entity");
        const errors = fault.errors === undefined ? {} : { errors: fault.errors };
        return { status: fault.status, body: { message, ...errors, status: String(fault.status) }, fault: fault.kind };
      }
      case "secondary-limit": {
        const message =
          "You have exceeded a secondary rate limit. Please wait a few minutes before you try again. If you reach out to GitHub Support for help, please include the request ID.";
        const documentation =
          "https://docs.github.com/rest/overview/rate-limits-for-the-rest-api#about-secondary-rate-limits";
        const headers = { "retry-after": String(fault.retryAfter ?? 1) };
        return { status: 403, body: { message, documentation_url: documentation }, headers, fault: fault.kind };
      }
      case "primary-limit": {
        const reset = String(Math.ceil(Date.now() / 1000) + (fault.resetIn ?? 1));
        const headers = { "x-ratelimit-remaining": "0", "x-ratelimit-reset": reset };
        const body = {
          message: "API rate limit exceeded for user ID 1.",
          documentation_url: "https://docs.github.com/rest/overview/rate-limits-for-the-rest-api",
        };
        return { status: 403, body, headers, fault: fault.kind };
      }
    }
  }
  return undefined;
}

function send(response: ServerResponse, answer: Answer, headers: Record<string, string>, known?: string): void {
  const text = answer.text ?? (answer.body === undefined ? "" : JSON.stringify(answer.body));
  const etag = `W/"${createHash("sha256").update(text).digest("hex")}"`;
  const all = {
    "content-type": answer.text === undefined ? "application/json; charset=utf-8" : "text/plain; charset=utf-8",
    "x-github-request-id": "TEST:0000",
    "x-github-media-type": "github.v3; format=json",
    ...(answer.status === 200 ? { etag } : {}),
    ...headers,
    ...answer.headers,
  };
  if (answer.status === 200 && known === etag) response.writeHead(304, all).end();
  else response.writeHead(answer.status, all).end(text === "" ? undefined : text);
}

function headersFor(viewer: Token | undefined, isGraphql: boolean): Record<string, string> {
  const limit = viewer === undefined ? 60 : 5000;
  const used = viewer?.used ?? 0;
  return {
    "x-ratelimit-limit": String(limit),
    "x-ratelimit-remaining": String(Math.max(limit - used, 0)),
    "x-ratelimit-used": String(used),
    "x-ratelimit-reset": String(Math.floor(Date.now() / 1000) + 3600),
    "x-ratelimit-resource": isGraphql ? "graphql" : "core",
    ...(viewer === undefined || viewer.isApp ? {} : { "x-oauth-scopes": "repo, workflow" }),
  };
}

/** The token of a request: `token X`, `Bearer X`, or the password that git sends. */
function viewerOf(world: World, header: string | undefined): { readonly viewer?: Token; readonly bad: boolean } {
  if (header === undefined) return { bad: false };
  const [scheme = "", value = ""] = header.split(" ");
  const secret = scheme.toLowerCase() === "basic" ? passwordIn(value) : value;
  const viewer = world.tokens.get(secret);
  return viewer === undefined ? { bad: true } : { viewer, bad: false };
}

function passwordIn(value: string): string {
  const text = Buffer.from(value, "base64").toString("utf8");
  const at = text.indexOf(":");
  const password = text.slice(at + 1);
  // Git may be given the token as the name alone.
  return password === "" || password === "x-oauth-basic" ? text.slice(0, at) : password;
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString("utf8");
  if (text === "") return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

async function handleGit(
  { world, log }: Parts,
  { request, response, url, name }: { request: IncomingMessage; response: ServerResponse; url: URL; name: string },
): Promise<void> {
  const { viewer, bad } = viewerOf(world, request.headers.authorization);
  const repository = bad ? undefined : world.visible(name, viewer);
  const isPush = url.pathname.endsWith("/git-receive-pack") || url.searchParams.get("service") === "git-receive-pack";
  const entry = {
    method: request.method ?? "GET",
    path: url.pathname,
    query: url.search,
    route: "git",
    operations: [],
    body: undefined,
    user: viewer?.account.login,
    cost: 0,
  };
  const mayPush =
    repository !== undefined && RANK[world.permission(repository, viewer)] >= RANK.write && viewer?.readOnly !== true;
  if (repository === undefined || (isPush && !mayPush)) {
    // Nobody is told that a private repository is there, and a git client asks for a name first.
    const status = viewer === undefined ? 401 : isPush && repository !== undefined ? 403 : 404;
    log.add({ ...entry, status, changed: false });
    request.resume();
    response.writeHead(status, status === 401 ? { "www-authenticate": 'Basic realm="GitHub"' } : {}).end();
    return;
  }
  for (const pull of repository.pulls.values()) await syncHead(pull);
  const path = url.pathname.replace(`/${name}.git`, `/${repository.owner.login}/${repository.name}.git`);
  const status = await serveGit({
    request,
    response,
    root: world.folder,
    path,
    query: url.search.slice(1),
    user: viewer?.account.login,
  });
  log.add({ ...entry, status, changed: url.pathname.endsWith("/git-receive-pack") && status < 300 });
}
