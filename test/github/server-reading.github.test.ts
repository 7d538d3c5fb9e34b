import { writeFile } from "node:fs/promises";
import { beforeAll, describe, expect, test } from "vitest";
import { Client } from "./client.ts";
import { makeKettle } from "./kettle.ts";
import { runGit } from "./server/git/run-git.ts";
import { useHub } from "./server/use-hub.ts";

const hub = useHub();
const REPOSITORY = "/repos/ada/kettle";
const REVIEWS = `${REPOSITORY}/pulls/1/reviews`;
const as = (login: string, options = {}): Client => new Client(hub().url, hub().tokenFor(login, options));
const at = (line: number, more = {}) => ({ path: "src/boil.ts", line, side: "RIGHT", body: "Too hot", ...more });
const review = (...comments: object[]) => ({ event: "COMMENT", body: "", comments });

describe("a pull request", () => {
  test("is told by REST, with everything around it", async () => {
    const { pull } = await makeKettle(hub());
    await pull.thread({ author: "cy", path: "src/boil.ts", line: 20, body: "Too hot?" });
    pull.comment("dan", "Nice");
    await pull.status("lint", "failure");
    await pull.check("test", "failure", { workflow: "CI", title: "3 failed" });
    const api = new Client(hub().url);
    expect((await api.get(`${REPOSITORY}/pulls/1`)).body).toMatchObject({
      title: "Boil",
      changed_files: 3,
      head: { ref: "fix", repo: { full_name: "bob/kettle", fork: true } },
      labels: [{ name: "fix" }],
    });
    const files = (await api.get(`${REPOSITORY}/pulls/1/files`)).body as unknown as {
      filename: string;
      status: string;
    }[];
    expect(files.map(({ filename, status }) => `${filename} ${status}`)).toEqual([
      "src/boil.ts modified",
      "src/lid.ts removed",
      "src/new.ts added",
    ]);
    const lists = ["", "/pulls?head=bob:fix", "/pulls/1/commits", "/pulls/1/comments", "/pulls/1/reviews"];
    const more = ["/issues/1/comments", "/commits/refs%2Fpull%2F1%2Fhead/status", "/git/ref/heads/main", "/issues/1"];
    for (const path of [...lists, ...more, "/commits/refs%2Fpull%2F1%2Fhead/check-runs"]) {
      expect((await api.get(`${REPOSITORY}${path}`)).status, path).toBe(200);
    }
  });

  test("is told by GraphQL in one query, whose cost is said", async () => {
    const { repository, fork } = await makeKettle(hub());
    const issue = repository.issue({ title: "It does not boil" });
    const pull = await repository.pull({ from: fork, branch: "fix", closes: [issue] });
    const thread = await pull.thread({ author: "bot[bot]", path: "src/boil.ts", startLine: 18, line: 20, body: "Hm" });
    pull.reply(thread, "bob", "No");
    await pull.check("test", "failure", { workflow: "CI" });
    await pull.status("lint", "success");
    const query = `query ($number: Int!) {
      rateLimit { cost remaining } viewer { login }
      repository(owner: "ada", name: "kettle") { pullRequest(number: $number) {
        state isDraft headRefOid baseRef { target { oid } } author { __typename login } labels(first: 5) { nodes { name } }
        closingIssuesReferences(first: 5) { nodes { number title repository { nameWithOwner } } }
        reviewThreads(first: 100) { pageInfo { hasNextPage endCursor } nodes {
          id path line startLine diffSide isResolved isOutdated viewerCanResolve
          comments(first: 20) { totalCount nodes { fullDatabaseId author { __typename login } originalCommit { oid } } } } }
        commits(last: 1) { nodes { commit { statusCheckRollup { state contexts(first: 10) { nodes {
          __typename ... on CheckRun { name conclusion checkSuite { workflowRun { workflow { name } } } }
          ... on StatusContext { context state } } } } } } }
      } } }`;
    const { body } = await as("ada").graphql(query, { number: pull.number });
    expect(body).toMatchObject({
      data: {
        rateLimit: { cost: 1 },
        viewer: { login: "ada" },
        repository: {
          pullRequest: {
            closingIssuesReferences: { nodes: [{ number: issue.number }] },
            reviewThreads: {
              nodes: [
                {
                  line: 20,
                  startLine: 18,
                  viewerCanResolve: true,
                  comments: { totalCount: 2, nodes: [{ author: { __typename: "Bot", login: "bot" } }, {}] },
                },
              ],
            },
            commits: {
              nodes: [
                {
                  commit: {
                    statusCheckRollup: {
                      state: "FAILURE",
                      contexts: {
                        nodes: [{ checkSuite: { workflowRun: { workflow: { name: "CI" } } } }, { context: "lint" }],
                      },
                    },
                  },
                },
              ],
            },
          },
        },
      },
    });
  });

  test("says where its base stood at the last push, and where the branch is", async () => {
    const { repository, pull } = await makeKettle(hub());
    const before = await repository.tip();
    const after = await repository.push("main", { "README.md": "Kettle 2\n" });
    const { body } = await new Client(hub().url).get(`${REPOSITORY}/pulls/1`);
    expect([body["base"]?.["sha"], (await pull.view()).baseTip]).toEqual([before, after]);
    expect((await pull.view()).mergeBase).toBe(before);
  });

  test("outlives its fork", async () => {
    const { fork } = await makeKettle(hub());
    fork.remove();
    const { body } = await new Client(hub().url).get(`${REPOSITORY}/pulls/1`);
    expect(body["head"]).toMatchObject({ ref: "fix", repo: null });
  });
});

describe("git over HTTP", () => {
  test("gives the head of a pull request of a fork, and any commit by its name", async () => {
    const { repository, pull } = await makeKettle(hub());
    const { head } = await pull.view();
    const folder = `${hub().world.folder}/clone`;
    await runGit(hub().world.folder, ["clone", "--quiet", repository.gitUrl, folder]);
    await runGit(folder, ["fetch", "--quiet", "origin", "refs/pull/1/head"]);
    expect((await runGit(folder, ["rev-parse", "FETCH_HEAD"])).trim()).toBe(head);
    await runGit(folder, ["fetch", "--quiet", repository.gitUrl, head]);
  });

  test("takes a push with a token, and the pull request has moved", async () => {
    const { fork, pull } = await makeKettle(hub());
    const before = await pull.view();
    const folder = `${hub().world.folder}/clone`;
    const url = fork.gitUrl.replace("http://", `http://x:${hub().tokenFor("bob")}@`);
    await runGit(hub().world.folder, ["clone", "--quiet", "--branch", "fix", url, folder]);
    const identity = ["-c", "user.name=Bob", "-c", "user.email=bob@example.test"];
    await runGit(folder, [...identity, "commit", "--quiet", "--allow-empty", "-m", "More"]);
    await runGit(folder, ["push", "--quiet", "origin", "HEAD"]);
    const { body } = await new Client(hub().url).get(`${REPOSITORY}/pulls/1`);
    expect(body["head"]?.["sha"]).not.toBe(before.head);
    expect(body["commits"]).toBe(2);
  });

  test("hides a private repository, and refuses a push of somebody who may only read", async () => {
    const { repository } = await makeKettle(hub());
    const secret = await hub().repository("ada/secret", { a: "1" }, { isPrivate: true });
    const list = (url: string) => runGit(hub().world.folder, ["ls-remote", url]);
    await expect(list(secret.gitUrl)).rejects.toThrow(/could not read Username/);
    const withToken = (url: string, login: string) => url.replace("http://", `http://x:${hub().tokenFor(login)}@`);
    expect(await list(withToken(secret.gitUrl, "ada"))).toContain("refs/heads/main");
    await expect(list(withToken(secret.gitUrl, "eve"))).rejects.toThrow(/not found/);
    const push = ["push", withToken(repository.gitUrl, "eve"), "refs/heads/main:refs/heads/x"];
    await expect(runGit(repository.folder, push)).rejects.toThrow(/403/);
    expect((await new Client(hub().url).get("/repos/ada/secret")).status).toBe(404);
  });
});

test("a repository, its fork, and a pull request from there are made by API and git alone", async () => {
  const [ada, bob] = [as("ada"), as("bob")];
  const { folder } = hub().world;
  const identity = ["-c", "user.name=Bob", "-c", "user.email=bob@example.test"];
  expect((await ada.post("/user/repos", { name: "cup", auto_init: true })).status).toBe(201);
  expect((await bob.post("/repos/ada/cup/forks", {})).body["full_name"]).toBe("bob/cup");
  const url = `${hub().url}/bob/cup.git`.replace("http://", `http://x:${hub().tokenFor("bob")}@`);
  await runGit(folder, ["clone", "--quiet", url, "work"]);
  await writeFile(`${folder}/work/cup.ts`, "pour();\n");
  await runGit(`${folder}/work`, ["add", "cup.ts"]);
  await runGit(`${folder}/work`, [...identity, "commit", "--quiet", "-m", "Pour"]);
  await runGit(`${folder}/work`, ["push", "--quiet", "origin", "HEAD:refs/heads/pour"]);
  const asked = { title: "Pour", head: "bob:pour", base: "main" };
  const opened = await bob.post("/repos/ada/cup/pulls", asked);
  expect(opened.body).toMatchObject({ number: 1, user: { login: "bob" }, head: { label: "bob:pour" }, commits: 1 });
  expect((await bob.post("/repos/ada/cup/pulls", asked)).status).toBe(422);
  expect((await bob.post("/repos/ada/cup/pulls", { ...asked, head: "bob:main" })).status).toBe(422);
  expect((await bob.post("/repos/ada/cup/pulls", { ...asked, head: "bob:none" })).status).toBe(422);
  expect(((await ada.get("/repos/ada/cup/pulls")).body as unknown as object[]).length).toBe(1);
});

describe("who asks", () => {
  test("a token that nobody has is refused, and nobody may write", async () => {
    await makeKettle(hub());
    expect((await new Client(hub().url, "ghp_wrong").get(REPOSITORY)).status).toBe(401);
    const nobody = new Client(hub().url);
    expect((await nobody.post(`${REPOSITORY}/issues/1/comments`, { body: "x" })).status).toBe(401);
    expect((await nobody.graphql("{ viewer { login } }")).status).toBe(401);
  });

  test("a token of a pull request from a fork reads and does not write", async () => {
    await makeKettle(hub());
    const api = as("github-actions[bot]", { readOnly: true });
    expect((await api.get(REPOSITORY)).status).toBe(200);
    const refused = await api.post(REVIEWS, review(at(20)));
    expect([refused.status, refused.body["message"]]).toEqual([403, "Resource not accessible by integration"]);
  });

  test("an app is not told who it is by REST, and is by GraphQL", async () => {
    const api = as("github-actions[bot]");
    expect((await api.get("/user")).status).toBe(403);
    expect((await api.graphql("{ viewer { login } }")).body).toEqual({
      data: { viewer: { login: "github-actions[bot]" } },
    });
    expect((await as("ada").get("/user")).body["login"]).toBe("ada");
  });

  test("what somebody may do is told to those who may push", async () => {
    await makeKettle(hub());
    const path = (login: string) => `${REPOSITORY}/collaborators/${login}/permission`;
    expect((await as("ada").get(path("cy"))).body["permission"]).toBe("write");
    expect((await as("ada").get(path("bob"))).body["permission"]).toBe("read");
    expect((await as("eve").get(path("cy"))).status).toBe(403);
  });
});

describe("what GitHub does not describe", () => {
  const shared = useHub("all");
  beforeAll(async () => {
    await makeKettle(shared());
  });
  const ada = (): Client => new Client(shared().url, shared().tokenFor("ada"));

  test.each([
    ["a route that is not there", `GET ${REPOSITORY}/nonsense`, undefined, /no such route/],
    ["a parameter with another name", `GET ${REPOSITORY}/pulls?sate=open`, undefined, /no parameter "sate"/],
    ["a value that is none of the list", `GET ${REPOSITORY}/pulls?state=opened`, undefined, /"state"/],
    ["a number that is none", `GET ${REPOSITORY}/pulls/one`, undefined, /"pull_number"/],
    ["a body without what is required", `POST ${REPOSITORY}/issues/1/comments`, {}, /required property 'body'/],
    ["a property with another name", `POST ${REVIEWS}`, { ...review(), boddy: "x" }, /boddy is not described/],
    ["one deep inside", `POST ${REVIEWS}`, review(at(20, { startLine: 3 })), /comments\/0\/startLine is not/],
    ["a value of another type", `POST ${REVIEWS}`, review(at(20, { line: "20" })), /must be integer/],
  ])("%s is a violation", async (_, asked, body, what) => {
    const [method = "", path = ""] = asked.split(" ");
    expect([404, 422]).toContain((await ada().call(method, path, body)).status);
    expect(shared().takeViolations()).toMatchObject([{ kind: "request", what: expect.stringMatching(what) }]);
  });

  test.each([
    ["a field that the schema lacks", "{ viewer { nickname } }", /Cannot query field "nickname"/],
    [
      "a list without a size",
      `{ repository(owner: "ada", name: "kettle") { pullRequests { nodes { id } } } }`,
      /You must provide/,
    ],
    [
      "a page of more than a hundred",
      `{ repository(owner: "ada", name: "kettle") { pullRequests(first: 101) { nodes { id } } } }`,
      /limit of 100/,
    ],
    ["a field that we do not have", "{ viewer { bio } }", /has no User.bio/],
  ])("%s is a violation", async (_, query, what) => {
    expect((await ada().graphql(query)).body["errors"]).toHaveLength(1);
    expect(shared().takeViolations()).toMatchObject([{ what: expect.stringMatching(what) }]);
  });
});
