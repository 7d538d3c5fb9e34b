import { GraphQLError, parse, validate } from "graphql";
import { afterEach, describe, expect, test } from "vitest";
import { openGitHub } from "#adapters/github/client.ts";
import { LONG_THREADS_QUERY, PULL_QUERY, withoutNewFields } from "#adapters/github/read/graph/pull-query.ts";
import { readPullRequest } from "#adapters/github/read-pull-request.ts";
import { pullRequestSchema } from "#model/pull/pull-request.ts";
import type { AnsweringServer, Said } from "../../../helpers/answering-server.ts";
import { startAnswering } from "../../../helpers/answering-server.ts";
import { answerGraph, githubSchema, pagesOf, startScripted } from "../../../helpers/scripted-github.ts";
import * as kettle from "./kettle.ts";

const servers: AnsweringServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

function connect(server: AnsweringServer) {
  servers.push(server);
  const { host } = server;
  const github = openGitHub({ host, token: "ghp_x", tokenFrom: "GH_TOKEN", userAgent: "test", pace: false });
  return { github, read: () => readPullRequest(github, { host, ...kettle.ADDRESS }) };
}

async function readRoot(root: object) {
  const { github, read } = connect(await startScripted({ root }));
  const pull = await read();
  expect(pullRequestSchema.parse(pull)).toEqual(pull);
  return { pull, calls: github.calls };
}

const readPull = (more: Record<string, unknown> = {}) => readRoot(kettle.root(kettle.pull(more)));

test.each([PULL_QUERY, LONG_THREADS_QUERY].flatMap((query) => [query, withoutNewFields(query)]))(
  "query %# is one that GitHub's schema knows",
  (query) => {
    expect(validate(githubSchema(), parse(query))).toEqual([]);
  },
);

describe("a usual pull request", () => {
  test("is read whole with one call of one point", async () => {
    const { pull, calls } = await readPull({
      threads: [kettle.thread(1)],
      talk: [kettle.comment(5, { viewerDidAuthor: true })],
      reviewed: [kettle.review(6)],
      contexts: [kettle.failing, kettle.deployed],
    });
    expect(calls).toEqual({ reads: 0, queries: 1, writes: 0, points: 1 });
    expect(pull).toMatchObject({
      url: "https://github.com/ada/kettle/pull/7",
      title: "Stop at 100 degrees",
      author: { login: "ada", isBot: false },
      state: "open",
      labels: ["safety"],
      base: { branch: "main", commit: kettle.TIP, repository: "ada/kettle" },
      head: { branch: "stop", commit: kettle.HEAD, repository: "grace/kettle" },
      issues: [{ name: "ada/kettle#3", title: "It boils over", state: "open", body: "Since March." }],
      viewer: "deep-review",
      limits: [],
    });
    expect(pull.threads).toEqual([
      {
        id: "T_1",
        path: "src/kettle.ts",
        line: 12,
        originalLine: 10,
        originalCommit: kettle.BASE,
        side: "RIGHT",
        isResolved: false,
        isOutdated: false,
        canResolve: true,
        comments: [
          {
            id: 1000,
            author: { login: "grace", isBot: false },
            body: "remark 1000",
            at: "2026-03-01T10:00:00Z",
            url: "https://github.com/ada/kettle/pull/7#r1000",
            isOurs: false,
          },
        ],
      },
    ]);
    expect(pull.comments[0]).toMatchObject({ id: 5, isOurs: true });
    expect(pull.reviews[0]).toMatchObject({ id: 6, state: "changes-requested", commit: kettle.HEAD });
    expect(pull.checks).toEqual([
      {
        kind: "check",
        name: "unit tests",
        state: "failure",
        workflow: "CI",
        text: "3 failed",
        url: "https://github.com/ada/kettle/runs/900",
        id: 900,
        externalId: "ours-1",
      },
      { kind: "status", name: "deploy/preview", state: "failure", text: "no room", url: "https://example.org/1" },
    ]);
  });

  test("with fifty threads still takes one call", async () => {
    const { pull, calls } = await readPull({ threads: numbers(50).map((id) => kettle.thread(id)) });
    expect([pull.threads.length, calls.queries]).toEqual([50, 1]);
  });
});

describe("a long one", () => {
  test("is read page by page, all parts of it with the same calls", async () => {
    const { pull, calls } = await readPull({
      threads: numbers(230).map((id) => kettle.thread(id)),
      talk: numbers(130).map((id) => kettle.comment(id)),
      reviewed: numbers(201).map((id) => kettle.review(id)),
      contexts: numbers(150).map((id) => ({ ...kettle.deployed, context: `c${id}` })),
    });
    expect(calls.queries).toBe(3);
    expect(pull.threads.map(({ id }) => id)).toEqual(numbers(230).map((id) => `T_${id}`));
    expect(pull.comments.map(({ id }) => id)).toEqual(numbers(130));
    expect([pull.reviews.length, pull.checks.length, pull.limits]).toEqual([201, 150, []]);
    expect(pull).not.toHaveProperty("unread");
  });

  test("is cut at five thousand of each, and that is told", async () => {
    const { pull, calls } = await readPull({ talk: numbers(5100).map((id) => kettle.comment(id)) });
    expect([pull.comments.length, calls.queries]).toEqual([5000, 50]);
    expect(pull.limits).toEqual(["only the first 5000 comments were read"]);
    expect(pull.unread).toEqual(["comments"]);
  });

  test("threads that go on are read to their end; of very long ones the middle is missing, and that is told", async () => {
    const long = (id: number, count: number) =>
      kettle.thread(id, { comments: numbers(count).map((each) => kettle.comment(id * 1000 + each)) });
    const threads = [long(1, 20), long(2, 60), long(3, 150)];
    const nodes = ({ ids }: { ids: readonly string[] }) => threads.filter(({ id }) => ids.includes(id));
    const { pull, calls } = await readRoot(kettle.root(kettle.pull({ threads }), { nodes }));
    const [one, two, three] = pull.threads.map(({ comments }) => comments.map(({ id }) => id % 1000));
    expect([one, two]).toEqual([numbers(20), numbers(60)]);
    expect(three).toEqual([...numbers(20), ...numbers(150).slice(70)]);
    expect([calls.queries, pull.limits]).toEqual([2, ["not every comment of very long review threads was read"]]);
  });

  test("more linked issues than are read are told", async () => {
    const [issue] = kettle.pull().closingIssuesReferences({ first: 1 }).nodes;
    const { pull } = await readPull({ closingIssuesReferences: pagesOf(numbers(21).map(() => issue)) });
    expect([pull.issues.length, pull.limits]).toEqual([20, ["only the first 20 linked issues were read"]]);
  });

  test("new commits that come between two pages are told", async () => {
    let asked = 0;
    const talk = numbers(101).map((id) => kettle.comment(id));
    const { pull } = await readRoot(
      kettle.root(() => kettle.pull({ talk, headRefOid: asked++ === 0 ? kettle.HEAD : "d".repeat(40) })),
    );
    expect([pull.head.commit, pull.limits]).toEqual([kettle.HEAD, ["new commits came while it was read"]]);
  });
});

describe("odd data", () => {
  test("accounts, forks and branches that are gone", async () => {
    const { pull } = await readPull({
      author: null,
      headRepository: null,
      baseRef: null,
      talk: [kettle.comment(1, { author: null })],
    });
    expect(pull.author).toEqual({ login: "ghost", isBot: false });
    expect(pull.comments[0]?.author).toEqual({ login: "ghost", isBot: false });
    expect(pull.head).toEqual({ branch: "stop", commit: kettle.HEAD });
    expect(pull.base.commit).toBe(kettle.BASE);
  });

  test("programs are known as such", async () => {
    const { pull } = await readPull({ talk: [kettle.comment(1, { author: kettle.lintBot })] });
    expect(pull.comments[0]?.author).toEqual({ login: "lint-bot", isBot: true });
  });

  test("threads without lines: outdated ones, and talk about a whole file", async () => {
    const { pull } = await readPull({
      threads: [
        kettle.thread(1, { line: null, isOutdated: true, originalLine: 4, originalStartLine: 2, diffSide: "LEFT" }),
        kettle.thread(2, { subjectType: "FILE", line: 1, originalLine: 1 }),
        kettle.thread(3, { isResolved: true, resolvedBy: { login: "ada" }, viewerCanResolve: false, startLine: 9 }),
      ],
    });
    const [outdated, file, resolved] = pull.threads;
    expect(outdated).toMatchObject({ isOutdated: true, originalLine: 4, originalStartLine: 2, side: "LEFT" });
    expect(outdated).not.toHaveProperty("line");
    expect(file).not.toHaveProperty("line");
    expect(file).not.toHaveProperty("originalLine");
    expect(resolved).toMatchObject({ isResolved: true, resolvedBy: "ada", canResolve: false, line: 12, startLine: 9 });
  });

  test("a draft that nobody but its writer sees is nothing that was said", async () => {
    const draft = { state: "PENDING", viewerDidAuthor: true };
    const { pull } = await readPull({
      threads: [
        kettle.thread(1, { comments: [kettle.comment(1, draft)] }),
        kettle.thread(2, { comments: [kettle.comment(2), kettle.comment(3, draft)] }),
      ],
      reviewed: [kettle.review(6, { state: "PENDING", submittedAt: null })],
    });
    expect(pull.threads.map(({ id, comments }) => [id, comments.length])).toEqual([["T_2", 1]]);
    expect(pull.reviews[0]).toMatchObject({ state: "pending" });
  });

  test("ids beyond 32 bits, long texts, and check runs whose number only their address tells", async () => {
    const body = "\u0000<!-- x --> @ada \u{1f600}".repeat(3000);
    const { pull } = await readPull({
      body,
      talk: [kettle.comment(1, { fullDatabaseId: "9007199254740000", body })],
      contexts: [
        { ...kettle.failing, databaseId: null, permalink: "https://github.com/ada/kettle/runs/48000000001" },
        { ...kettle.failing, status: "QUEUED", conclusion: null, checkSuite: { workflowRun: null } },
        { ...kettle.failing, conclusion: "STARTUP_FAILURE", title: null },
      ],
    });
    expect(pull.body).toBe(body);
    expect(pull.comments[0]).toMatchObject({ id: 9007199254740000, body });
    expect(pull.checks.map(({ id, state }) => [id, state])).toEqual([
      [48000000001, "failure"],
      [900, "pending"],
      [900, "failure"],
    ]);
  });

  test("checks of another commit are not told as the head's", async () => {
    const contexts = pagesOf([kettle.failing]);
    const commits = pagesOf([{ commit: { oid: "d".repeat(40), statusCheckRollup: { contexts } } }]);
    const { pull } = await readPull({ commits });
    expect([pull.checks, pull.limits]).toEqual([[], ["the checks of the head are not known yet"]]);
  });

  test("a part that is refused is told, the rest is read", async () => {
    const statusCheckRollup = () => {
      throw new GraphQLError("Resource not accessible by integration", { extensions: { type: "FORBIDDEN" } });
    };
    const commits = pagesOf([{ commit: { oid: kettle.HEAD, statusCheckRollup } }]);
    const { pull } = await readPull({ commits, talk: [kettle.comment(1)] });
    expect(pull.comments).toHaveLength(1);
    expect(pull.unread).toEqual(["checks"]);
    expect(pull.limits).toEqual([
      "a part of the checks and statuses could not be read: Resource not accessible by integration",
    ]);
  });

  test("an entry of an unknown form costs no other", async () => {
    const { read } = connect(
      await startAnswering(async ({ body }) => {
        const said = (await answerGraph(kettle.root(kettle.pull({ talk: [kettle.comment(1)] })), body)) as {
          json: { data: { repository: { pullRequest: { comments: { nodes: unknown[] } } } } };
        };
        said.json.data.repository.pullRequest.comments.nodes.push({ fullDatabaseId: null }, null, 7);
        return said as Said;
      }),
    );
    const pull = await read();
    expect(pull.comments).toHaveLength(1);
    expect(pull.limits).toEqual(["2 of the comments came in a form that is not understood and were left out"]);
  });
});

test("a server whose schema is older is asked in older words", async () => {
  const asked: string[] = [];
  const { read } = connect(
    await startAnswering(({ body }) => {
      asked.push(body);
      const message = "Field 'fullDatabaseId' doesn't exist on type 'IssueComment'";
      if (/fullDatabaseId(?!:)/.test(body)) return { json: { errors: [{ message }] } };
      return answerGraph(kettle.root(kettle.pull({ talk: [kettle.comment(4)], threads: [kettle.thread(1)] })), body);
    }),
  );
  const pull = await read();
  expect([pull.comments[0]?.id, pull.threads.length, asked.length]).toEqual([4, 1, 2]);
});
