import { inspect } from "node:util";
import { afterEach, describe, expect, test, vi } from "vitest";
import { type GitHub, GitHubError, type GitHubOptions, type GitHubWait, openGitHub } from "#adapters/github/client.ts";
import { type AnsweringServer, type HeardRequest, type Said, startAnswering } from "../../helpers/answering-server.ts";

const TOKEN = "ghp_kettleKettleKettleKettleKettle123456";
const servers: AnsweringServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

interface Opened {
  readonly github: GitHub;
  readonly server: AnsweringServer;
}

async function open(
  answer: (request: HeardRequest, index: number) => Said,
  options: Partial<GitHubOptions> = {},
): Promise<Opened> {
  const server = await startAnswering(answer);
  servers.push(server);
  const github = openGitHub({ host: server.host, userAgent: "deep-review/test", pace: false, ...options });
  return { github, server };
}

const inTurn =
  (...answers: readonly Said[]) =>
  (_: HeardRequest, index: number): Said =>
    answers[Math.min(index, answers.length - 1)] ?? "cut";

async function failure(work: Promise<unknown>): Promise<GitHubError> {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof GitHubError)) throw new Error(`no GitHubError but ${String(error)}`);
  return error;
}

const OK = { json: { id: 1 } };
const PULL = "GET /repos/{owner}/{repo}/pulls/{pull_number}";
const COMMENT = "POST /repos/{owner}/{repo}/issues/{issue_number}/comments";
const where = { owner: "ada", repo: "kettle" };

describe("what goes out", () => {
  test("a request has its place, its token, our name, and is counted", async () => {
    const { github, server } = await open(inTurn({ ...OK, headers: { link: '<x>; rel="next"' } }), { token: TOKEN });
    const answer = await github.request(PULL, { ...where, pull_number: 7, per_page: 5 });
    expect(answer).toEqual({ status: 200, data: { id: 1 }, hasNext: true });
    const [{ path, headers } = { path: "", headers: {} }] = server.heard;
    expect(path).toBe("/api/v3/repos/ada/kettle/pulls/7?per_page=5");
    expect(headers.authorization).toContain(TOKEN);
    expect(headers["user-agent"]).toMatch(/^deep-review\/test /);
    expect(github.calls).toEqual({ reads: 1, queries: 0, writes: 0, points: 0 });
  });

  test("without a token none is sent", async () => {
    const { github, server } = await open(inTurn(OK));
    await github.request(PULL, { ...where, pull_number: 7 });
    expect(server.heard[0]?.headers.authorization).toBeUndefined();
    expect(github.hasToken).toBe(false);
  });

  test("a redirect to another host goes without the token", async () => {
    const other = await startAnswering(inTurn(OK));
    servers.push(other);
    const { github } = await open(
      inTurn({ status: 302, headers: { location: `http://${other.host}/away` }, text: "" }),
      {
        token: TOKEN,
      },
    );
    await github.request(PULL, { ...where, pull_number: 7 });
    expect(other.heard[0]?.path).toBe("/away");
    expect(JSON.stringify(other.heard[0]?.headers)).not.toContain(TOKEN);
  });

  test.each([
    "12345678901234567890n",
    'he said "12345n',
    "\u0000\u{1f600} \ud800",
    "x".repeat(60_000),
    '"-1nn", {"a": "1n"}',
  ])("a body arrives as it was written (%#)", async (body) => {
    const { github, server } = await open(({ body: heard }) => ({
      json: { back: (JSON.parse(heard) as { body: string }).body },
    }));
    const { data } = await github.request(COMMENT, { ...where, issue_number: 7, body });
    expect(JSON.parse(server.heard[0]?.body ?? "")).toEqual({ body });
    expect(data).toEqual({ back: body });
  });

  test("queries and mutations go to GraphQL's own address and are counted apart, with their cost", async () => {
    const { github, server } = await open(inTurn({ json: { data: { rateLimit: { cost: 3 } } } }), { token: TOKEN });
    await github.graphql("query { rateLimit { cost } }");
    await github.graphql("mutation { x }", { id: "T_1" });
    expect(server.heard.map(({ method, path }) => `${method} ${path}`)).toEqual(Array(2).fill("POST /api/graphql"));
    expect(JSON.parse(server.heard[1]?.body ?? "")).toEqual({ query: "mutation { x }", variables: { id: "T_1" } });
    expect(github.calls).toEqual({ reads: 0, queries: 1, writes: 1, points: 6 });
  });
});

describe("what is made again", () => {
  test.each<[string, Said]>([
    ["a 502", { status: 502, text: "Bad gateway" }],
    ["a lost connection", "cut"],
    ["a connection lost within the answer", "half"],
  ])("a read after %s", async (_, fault) => {
    const { github, server } = await open(inTurn(fault, OK));
    expect((await github.request(PULL, { ...where, pull_number: 7 })).data).toEqual({ id: 1 });
    expect(server.heard).toHaveLength(2);
  });

  test("a query that took the platform too long", async () => {
    const broken = { json: { data: null, errors: [{ message: "Something went wrong while executing your query." }] } };
    const { github } = await open(inTurn(broken, { json: { data: { a: 1 } } }), { token: TOKEN });
    expect(await github.graphql("query { a }")).toEqual({ a: 1 });
    expect(github.calls.queries).toBe(2);
  });

  test("a read is given up after three times", async () => {
    const { github, server } = await open(inTurn("cut"));
    const error = await failure(github.request(PULL, { ...where, pull_number: 7 }));
    expect([error.kind, error.maybeDone, server.heard.length]).toEqual(["no-answer", false, 3]);
  });

  test.each<[string, Said]>([
    ["a 502", { status: 502, text: "Bad gateway" }],
    ["a lost connection", "cut"],
    ["a connection lost within the answer", "half"],
  ])("a write never after %s, which may have been carried out", async (_, fault) => {
    const { github, server } = await open(inTurn(fault), { token: TOKEN });
    const writes = [
      github.request(COMMENT, { ...where, issue_number: 7, body: "x" }),
      github.graphql("mutation { x }"),
    ];
    for (const write of writes) {
      const error = await failure(write);
      expect([error.kind, error.maybeDone]).toEqual(["no-answer", true]);
    }
    expect(server.heard).toHaveLength(2);
  });

  test("a write that never left is known not to be done", async () => {
    const { github, server } = await open(inTurn(OK), { token: TOKEN });
    await server.close();
    const error = await failure(github.request(COMMENT, { ...where, issue_number: 7, body: "x" }));
    expect([error.kind, error.maybeDone]).toEqual(["no-answer", false]);
  });
});

describe("limits", () => {
  const SECONDARY = {
    status: 403,
    headers: { "retry-after": "0" },
    json: { message: "You have exceeded a secondary rate limit. Please wait a few minutes before you try again." },
  };
  const post = (github: GitHub) => github.request(COMMENT, { ...where, issue_number: 7, body: "x" });

  test("a write that was refused for a limit's sake is made after the wait, which is told", async () => {
    const waits: GitHubWait[] = [];
    const { github, server } = await open(inTurn(SECONDARY, SECONDARY, OK), { onWait: (wait) => waits.push(wait) });
    expect((await post(github)).data).toEqual({ id: 1 });
    const wait = { ms: 0, limit: "secondary", host: server.host };
    expect(waits).toEqual([wait, wait]);
  });

  test("after three waits it is given up, and nothing is done", async () => {
    const { github, server } = await open(inTurn(SECONDARY), { token: TOKEN });
    const error = await failure(post(github));
    expect([error.kind, error.maybeDone, server.heard.length]).toEqual(["rate-limit", false, 4]);
  });

  test("a wait that is too long is not begun", async () => {
    const reset = String(Math.round(Date.now() / 1000) + 1800);
    const spent = {
      status: 403,
      headers: { "x-ratelimit-remaining": "0", "x-ratelimit-reset": reset },
      json: { message: "no" },
    };
    const { github, server } = await open(inTurn(spent));
    expect((await failure(post(github))).kind).toBe("rate-limit");
    expect(server.heard).toHaveLength(1);
  });

  test("GraphQL's own word for it counts, and a body that only speaks of limits does not", async () => {
    const waits: GitHubWait[] = [];
    const limited = {
      headers: { "retry-after": "0" },
      json: { errors: [{ type: "RATE_LIMITED", message: "API rate limit exceeded" }] },
    };
    const talk = {
      json: { data: { body: '{"errors": "secondary rate limit"}' }, errors: [{ message: "secondary rate limit" }] },
    };
    const { github } = await open(inTurn(limited, talk), { onWait: (wait) => waits.push(wait) });
    expect((await github.graphqlInPart("query { a }")).errors).toHaveLength(1);
    expect(waits).toHaveLength(1);
  });

  test("a plain 403 is a refusal and not a limit", async () => {
    const needs = { "x-accepted-github-permissions": "pull_requests=write" };
    const { github, server } = await open(
      inTurn({ status: 403, headers: needs, json: { message: "Resource not accessible by integration" } }),
      { token: TOKEN },
    );
    const error = await failure(post(github));
    expect([error.kind, error.facts.needs, server.heard.length]).toEqual(["refused", "pull_requests=write", 1]);
  });
});

describe("how it ends", () => {
  test("the signal breaks a wait off", async () => {
    const stop = new AbortController();
    const limit = { status: 429, headers: { "retry-after": "200" }, json: { message: "slow down" } };
    const { github } = await open(inTurn(limit), {
      signal: stop.signal,
      onWait: () => stop.abort(new Error("stopped")),
    });
    await expect(github.request(PULL, { ...where, pull_number: 7 })).rejects.toThrow("stopped");
  });

  test("the signal breaks a request off", async () => {
    const stop = new AbortController();
    const { github } = await open(
      () => {
        stop.abort(new Error("stopped"));
        return "silence";
      },
      { signal: stop.signal },
    );
    await expect(github.request(PULL, { ...where, pull_number: 7 })).rejects.toThrow("stopped");
    await expect(github.request(PULL, { ...where, pull_number: 7 })).rejects.toThrow("stopped");
    expect(github.calls.reads).toBe(1);
  });

  test("a server that never answers is told of at each of three tries", async () => {
    const slow: number[] = [];
    const { github } = await open(inTurn("silence"), {
      timeoutMs: 60,
      slowMs: 10,
      onSlow: (attempt) => slow.push(attempt),
    });
    const error = await failure(github.request(PULL, { ...where, pull_number: 7 }));
    expect([error.kind, error.message]).toEqual(["no-answer", expect.stringContaining("no answer within 0.06 s")]);
    expect([github.calls.reads, slow]).toEqual([3, [1, 2, 3]]);
  });

  test("what only asks is waited for a third of a minute at a time, a write for a minute", async () => {
    const timers = vi.spyOn(globalThis, "setTimeout");
    const waits = (): unknown[] => timers.mock.calls.map(([, ms]) => ms).filter((ms) => ms === 20_000 || ms === 60_000);
    const { github } = await open(inTurn(OK));
    await github.request(PULL, { ...where, pull_number: 7 });
    expect(waits()).toEqual([60_000, 20_000]);
    timers.mockClear();
    await github.request(COMMENT, { ...where, issue_number: 7, body: "x" });
    expect(waits()).toEqual([60_000, 60_000]);
    timers.mockRestore();
  });

  test.each(["http://forge.example/api/v3", "http://"])("%s is not asked: plain http is for this machine", (apiUrl) => {
    expect(() => openGitHub({ host: "forge.example", apiUrl, userAgent: "deep-review/test", token: TOKEN })).toThrow(
      "plain http",
    );
  });

  test("a request that is not answered in time is lost", async () => {
    const { github } = await open(inTurn("silence"), { timeoutMs: 30, token: TOKEN });
    const error = await failure(github.request(COMMENT, { ...where, issue_number: 7, body: "x" }));
    expect([error.kind, error.maybeDone]).toEqual(["no-answer", true]);
  });
});

describe("what is refused", () => {
  test.each<[string, Said, string]>([
    ["a bad token", { status: 401, json: { message: "Bad credentials" } }, "bad-token"],
    ["a page for people", { status: 200, text: "<!doctype html><title>Welcome</title>" }, "not-github"],
    ["a page that says that there is none", { status: 404, text: "<h1>Not found</h1>" }, "not-github"],
    ["something that is not there", { status: 404, json: { message: "Not Found" } }, "refused"],
  ])("%s", async (_, said, kind) => {
    const { github } = await open(inTurn(said), { token: TOKEN, tokenFrom: "GH_TOKEN" });
    expect((await failure(github.request(PULL, { ...where, pull_number: 7 }))).kind).toBe(kind);
  });

  test("what is wrong with a write is told one by one", async () => {
    const errors = ["Line must be part of the diff", { resource: "X", field: "body", code: "missing" }, 7];
    const { github } = await open(inTurn({ status: 422, json: { message: "Unprocessable Entity", errors } }), {
      token: TOKEN,
    });
    const { facts } = await failure(github.request(COMMENT, { ...where, issue_number: 7, body: "" }));
    expect(facts.details).toEqual(["Line must be part of the diff", "body: missing", ""]);
  });

  test("an error of GraphQL is thrown, or told beside the data where part is enough", async () => {
    const json = { data: { a: 1, b: null }, errors: [{ type: "FORBIDDEN", message: "not you", path: ["b", 0] }] };
    const { github } = await open(inTurn({ json }), { token: TOKEN });
    expect((await failure(github.graphql("query { a b }"))).facts.types).toEqual(["FORBIDDEN"]);
    expect(await github.graphqlInPart("query { a b }")).toEqual({
      data: { a: 1, b: null },
      errors: [{ type: "FORBIDDEN", message: "not you", path: "b.0" }],
    });
  });

  test("no error holds a token that cannot be sent", async () => {
    const { github, server } = await open(inTurn(OK), { token: `${TOKEN}\n${TOKEN}` });
    const error = await failure(github.request(PULL, { ...where, pull_number: 7 }));
    expect(inspect(error, { depth: 20, showHidden: true })).not.toContain("Kettle");
    expect(server.heard).toEqual([]);
  });

  test.each<[string, Said]>([
    ["a lost connection", "cut"],
    ["a refusal that repeats it", { status: 403, json: { message: `no right for ${TOKEN}`, errors: [TOKEN] } }],
    ["an error of GraphQL that repeats it", { json: { data: null, errors: [{ message: `what is ${TOKEN}` }] } }],
    ["a page that repeats it", { status: 404, text: `<p>${TOKEN}</p>` }],
  ])("no error holds the token: %s", async (_, said) => {
    const { github } = await open(inTurn(said), { token: TOKEN });
    const error = await failure(github.graphql("mutation { x }"));
    expect(inspect(error, { depth: 20, showHidden: true })).not.toContain("Kettle");
  });
});
