import { afterEach, describe, expect, test } from "vitest";
import { openGitHub } from "#adapters/github/client.ts";
import { findPullOfBranch } from "#adapters/github/find-pull-of-branch.ts";
import { readPermission } from "#adapters/github/read-permission.ts";
import { readHead, readPullRequest } from "#adapters/github/read-pull-request.ts";
import { pullRequestSchema } from "#model/pull/pull-request.ts";
import { UserError } from "#util/errors.ts";
import type { AnsweringServer, Said } from "../../../helpers/answering-server.ts";
import { startScripted } from "../../../helpers/scripted-github.ts";
import { ADDRESS, BASE, HEAD, TIP } from "./kettle.ts";

const servers: AnsweringServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

const WEB = "https://github.com/ada/kettle/pull/7";
const ada = { login: "ada", type: "User" };
const bot = { login: "lint-bot[bot]", type: "Bot" };
const PULL = "/repos/ada/kettle/pulls/7";

const pull = {
  number: 7,
  html_url: WEB,
  title: "Stop at 100 degrees",
  body: null,
  user: ada,
  state: "open",
  merged_at: null,
  draft: true,
  labels: [{ name: "safety" }],
  base: { ref: "release/1", sha: BASE, repo: { full_name: "ada/kettle" } },
  head: { ref: "stop", sha: HEAD, repo: null },
  comments: 1,
  review_comments: 3,
};
const comment = (id: number, more: object = {}) => ({
  id,
  user: bot,
  body: `remark ${id}`,
  created_at: "2026-03-01T10:00:00Z",
  html_url: `${WEB}#r${id}`,
  ...more,
});
const inline = (id: number, more: object = {}) =>
  comment(id, {
    path: "src/kettle.ts",
    line: 12,
    start_line: null,
    original_line: 10,
    side: "RIGHT",
    original_commit_id: BASE,
    ...more,
  });

const ANSWERS: Readonly<Record<string, unknown>> = {
  [PULL]: pull,
  "/repos/ada/kettle/git/ref/heads%2Frelease%2F1": { object: { sha: TIP } },
  "/repos/ada/kettle/issues/7/comments": [comment(1, { user: null })],
  [`${PULL}/comments`]: [
    inline(3, { in_reply_to_id: 2 }),
    inline(2),
    inline(4, { line: null, side: "LEFT" }),
    inline(5, { subject_type: "file", line: 1 }),
    inline(9, { in_reply_to_id: 8, user: ada }),
  ],
  [`${PULL}/reviews`]: [
    {
      id: 6,
      user: ada,
      state: "APPROVED",
      body: "",
      commit_id: HEAD,
      submitted_at: "2026-03-01T10:05:00Z",
      html_url: WEB,
    },
  ],
  [`/repos/ada/kettle/commits/${HEAD}/check-runs`]: {
    check_runs: [
      {
        id: 48_000_000_001,
        name: "unit tests",
        status: "completed",
        conclusion: "timed_out",
        html_url: WEB,
        external_id: "",
        output: { title: null },
      },
    ],
  },
  [`/repos/ada/kettle/commits/${HEAD}/status`]: {
    statuses: [{ context: "deploy", state: "pending", description: null, target_url: null }],
  },
};

async function connect(
  answers: Readonly<Record<string, unknown>>,
  options: { readonly token?: string; readonly said?: Readonly<Record<string, Said>> } = {},
) {
  const { said = {}, ...token } = options;
  const rest = (path: string): Said => {
    const plain = path.replace(/\?.*/, "");
    const json = answers[plain];
    return said[plain] ?? (json === undefined ? { status: 404, json: { message: "Not Found" } } : { json });
  };
  const server = await startScripted({ rest });
  servers.push(server);
  const { host } = server;
  const github = openGitHub({ host, userAgent: "test", pace: false, ...token, tokenFrom: "GH_TOKEN" });
  return { github, server, address: { host, ...ADDRESS } };
}

async function failure(work: Promise<unknown>): Promise<UserError> {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof UserError)) throw new Error(`no UserError but ${String(error)}`);
  return error;
}

describe("without a token", () => {
  test("a pull request is read by REST with seven calls, and what only GraphQL knows is told", async () => {
    const { github, address } = await connect(ANSWERS);
    const read = await readPullRequest(github, address);
    expect(pullRequestSchema.parse(read)).toEqual(read);
    expect(github.calls).toEqual({ reads: 7, queries: 0, writes: 0, points: 0 });
    expect(read).toMatchObject({
      body: "",
      state: "open",
      isDraft: true,
      base: { branch: "release/1", commit: TIP, repository: "ada/kettle" },
      head: { branch: "stop", commit: HEAD },
      comments: [{ id: 1, author: { login: "ghost", isBot: false }, isOurs: false }],
      reviews: [{ id: 6, state: "approved", commit: HEAD }],
      checks: [
        { kind: "check", name: "unit tests", state: "timed-out", id: 48_000_000_001 },
        { kind: "status", name: "deploy", state: "pending" },
      ],
      limits: [
        "which review threads are resolved is not known without a token",
        "linked issues are not known without a token",
      ],
    });
    expect(read.viewer).toBeUndefined();
  });

  test("comments at lines are put together into threads", async () => {
    const { github, address } = await connect(ANSWERS);
    const [first, second, third, fourth] = (await readPullRequest(github, address)).threads;
    expect(first).toMatchObject({ id: "", line: 12, originalLine: 10, originalCommit: BASE, isOutdated: false });
    expect(first?.comments.map(({ id, author }) => [id, author])).toEqual([
      [2, { login: "lint-bot", isBot: true }],
      [3, { login: "lint-bot", isBot: true }],
    ]);
    expect(first).not.toHaveProperty("isResolved");
    expect(second).toMatchObject({ isOutdated: true, side: "LEFT" });
    expect(second).not.toHaveProperty("line");
    expect(third).not.toHaveProperty("line");
    // The comment that began it is gone.
    expect(fourth?.comments.map(({ id }) => id)).toEqual([9]);
  });

  test("lists that the pull request says are empty are not asked for", async () => {
    const { github, address } = await connect({ ...ANSWERS, [PULL]: { ...pull, comments: 0, review_comments: 0 } });
    expect((await readPullRequest(github, address)).threads).toEqual([]);
    expect(github.calls.reads).toBe(5);
  });

  test("what is refused is told, the rest is read", async () => {
    const refused = { status: 403, json: { message: "Resource not accessible" } };
    const said = {
      [`/repos/ada/kettle/commits/${HEAD}/check-runs`]: refused,
      "/repos/ada/kettle/git/ref/heads%2Frelease%2F1": refused,
    };
    const { github, address } = await connect(ANSWERS, { said });
    const read = await readPullRequest(github, address);
    expect([read.checks.length, read.base.commit]).toEqual([1, BASE]);
    expect(read.limits).toContain("the check runs could not be read: 403 Resource not accessible");
    expect(read.limits).toContain("the tip of the base branch is not known; it is taken from the last push");
  });

  test("long lists are cut after three pages, and that is told", async () => {
    const page = { json: ANSWERS["/repos/ada/kettle/issues/7/comments"], headers: { link: '<next>; rel="next"' } };
    const { github, address } = await connect(ANSWERS, { said: { "/repos/ada/kettle/issues/7/comments": page } });
    const read = await readPullRequest(github, address);
    expect([read.comments.length, github.calls.reads]).toEqual([3, 9]);
    expect(read.limits).toContain("only the first 300 comments were read");
    expect(read.unread).toEqual(["comments"]);
  });
});

test("with a token, where GraphQL is closed, REST is asked, as whom we speak too", async () => {
  const answers = { ...ANSWERS, "/user": { login: "lint-bot[bot]" } };
  const { github, address } = await connect(answers, { token: "ghp_x" });
  const read = await readPullRequest(github, address);
  expect(read).toMatchObject({ viewer: "lint-bot", comments: [{ isOurs: false }] });
  expect(read.threads[0]?.comments[0]?.isOurs).toBe(true);
  expect(read.limits).toContain("linked issues are not known here");
});

describe("a pull request that cannot be read", () => {
  const limit = { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "99999999999" };
  test.each<{ title: string; answer: Said; token?: string; why: RegExp; fix: RegExp }>([
    {
      title: "it is not there, or private",
      answer: { status: 404, json: { message: "Not Found" } },
      why: /answered 404 Not Found/,
      fix: /gh auth login.*without a token only public/,
    },
    {
      title: "the token is bad",
      answer: { status: 401, json: { message: "Bad credentials" } },
      token: "ghp_x",
      why: /401 Bad credentials; the token is from GH_TOKEN/,
      fix: /renew the token from GH_TOKEN/,
    },
    {
      title: "it is no GitHub",
      answer: { text: "<html><b>Welcome</b>" },
      why: /not as GitHub does \(200 Welcome\)/,
      fix: /check the address/,
    },
    {
      title: "something else answers",
      answer: { json: { hello: 1 } },
      why: /not as GitHub does/,
      fix: /check the address/,
    },
    {
      title: "the platform fails",
      answer: { status: 503, text: "<h1>Unicorn</h1>" },
      why: /answered 503/,
      fix: /wait a little/,
    },
    { title: "nobody answers", answer: "cut", why: /gave no answer/, fix: /check the connection/ },
    {
      title: "the hour's budget is used up",
      answer: { status: 403, headers: limit, json: { message: "API rate limit exceeded" } },
      why: /asks to wait until \d\d:\d\d UTC/,
      fix: /with a token the limit is far higher/,
    },
  ])("$title", async ({ answer, token, why, fix }) => {
    const said = { [PULL]: answer, "/api/graphql": answer };
    const { github, address } = await connect({}, { said, token });
    const error = await failure(readPullRequest(github, address));
    expect(error.what).toBe("cannot read pull request ada/kettle#7");
    expect(error.why).toMatch(why);
    expect(error.fix).toMatch(fix);
  });

  test("GraphQL says that there is none", async () => {
    const json = {
      data: { repository: null },
      errors: [{ type: "NOT_FOUND", message: "Could not resolve to a Repository" }],
    };
    const { github, address } = await connect({}, { token: "ghp_x", said: { "/api/graphql": { json } } });
    const error = await failure(readPullRequest(github, address));
    expect(error.why).toMatch(/Could not resolve to a Repository/);
    expect(error.fix).toMatch(/if it is private, the token from GH_TOKEN must be allowed to see it/);
  });
});

test("the head is looked up with one call", async () => {
  const { github, address } = await connect(ANSWERS);
  expect(await readHead(github, address)).toBe(HEAD);
  expect(github.calls.reads).toBe(1);
});

describe("what somebody may do", () => {
  const path = (login: string) => `/repos/ada/kettle/collaborators/${login}/permission`;
  test.each([
    [{ permission: "admin", role_name: "admin" }, "write"],
    [{ permission: "write", role_name: "release-manager" }, "write"],
    [{ permission: "read", role_name: "maintain" }, "write"],
    [{ permission: "read", role_name: "triage" }, "none"],
    [{ permission: "none" }, "none"],
    [{ hello: 1 }, "unknown"],
    [undefined, "unknown"],
  ])("%j: %s", async (answer, expected) => {
    const { github, address } = await connect({ [path("grace")]: answer }, { token: "ghp_x" });
    expect(await readPermission(github, address, "grace")).toBe(expected);
  });

  test("is not asked for without a token, or for what is no login", async () => {
    const { github, address, server } = await connect({});
    expect(await readPermission(github, address, "grace")).toBe("unknown");
    const other = await connect({}, { token: "ghp_x" });
    expect(await readPermission(other.github, other.address, "../../user")).toBe("unknown");
    expect([server.heard, other.server.heard]).toEqual([[], []]);
  });
});

test("the pull requests of a branch are those that are open from there, whatever else the platform answers", async () => {
  const of = (number: number, ref: string, full_name: string) => ({
    ...pull,
    number,
    head: { ref, sha: HEAD, repo: { full_name } },
  });
  const list = [of(7, "stop", "Grace/kettle"), of(8, "stop", "eve/kettle"), of(9, "other", "grace/kettle")];
  const { github, server } = await connect({ "/repos/ada/kettle/pulls": list });
  const branch = { owner: "ada", repository: "kettle", branch: "stop", headOwner: "grace" };
  const found = await findPullOfBranch(github, branch);
  expect(found.map(({ number }) => number)).toEqual([7]);
  expect(server.heard[0]?.path).toContain("state=open&head=grace%3Astop");
});
