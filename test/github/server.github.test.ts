import { describe, expect, test } from "vitest";
import { Client } from "./client.ts";
import { runGit } from "./server/git/run-git.ts";
import { useHub } from "./server/use-hub.ts";

const hub = useHub();
const lines = (count: number, change: Record<number, string> = {}): string =>
  Array.from({ length: count }, (_, index) => `${change[index + 1] ?? `line ${index + 1}`}\n`).join("");

async function kettle() {
  const repository = await hub().repository("ada/kettle", { "src/boil.ts": lines(40), "README.md": "Kettle\n" });
  const fork = await repository.fork("bob");
  await fork.push("fix", { "src/boil.ts": lines(40, { 20: "boil();" }), "src/new.ts": lines(5) }, { message: "Boil" });
  const pull = await repository.pull({ from: fork, branch: "fix", title: "Boil", author: "bob", labels: ["fix"] });
  return { repository, fork, pull };
}

describe("reading", () => {
  test("a pull request of a fork is told by REST", async () => {
    const { pull } = await kettle();
    await pull.thread({ author: "cy", path: "src/boil.ts", line: 20, body: "Too hot?" });
    const api = new Client(hub().url);
    const one = await api.get("/repos/ada/kettle/pulls/1");
    expect(one.body).toMatchObject({ title: "Boil", changed_files: 2, head: { repo: { full_name: "bob/kettle" } } });
    for (const path of [
      "",
      "/pulls",
      "/pulls/1/files",
      "/pulls/1/commits",
      "/pulls/1/comments",
      "/pulls/1/reviews",
      "/issues/1/comments",
    ]) {
      expect((await api.get(`/repos/ada/kettle${path}`)).status, path).toBe(200);
    }
  });

  test("its threads are told by GraphQL", async () => {
    const { pull } = await kettle();
    await pull.thread({ author: "cy", path: "src/boil.ts", line: 20, body: "Too hot?" });
    const api = new Client(hub().url, hub().tokenFor("ada"));
    const query = `query($n: Int!) { rateLimit { cost } viewer { login } repository(owner: "ada", name: "kettle") { pullRequest(number: $n) {
      title headRefOid baseRefOid reviewThreads(first: 50) { pageInfo { hasNextPage } nodes { id isResolved isOutdated line path comments(first: 10) { nodes { databaseId author { __typename login } body } } } } } } }`;
    const { body } = await api.graphql(query, { n: 1 });
    expect(body).toMatchObject({
      data: {
        repository: {
          pullRequest: {
            reviewThreads: {
              nodes: [{ line: 20, isOutdated: false, comments: { nodes: [{ author: { login: "cy" } }] } }],
            },
          },
        },
      },
    });
  });

  test("git fetches the head of a pull request, and a push through git is seen", async () => {
    const { repository, pull } = await kettle();
    const folder = `${hub().world.folder}/clone`;
    await runGit(hub().world.folder, ["clone", "--quiet", repository.gitUrl, folder]);
    await runGit(folder, ["fetch", "--quiet", "origin", "refs/pull/1/head"]);
    const { head } = await pull.view();
    expect((await runGit(folder, ["rev-parse", "FETCH_HEAD"])).trim()).toBe(head);
  });
});

describe("writing", () => {
  test("a review is written whole, and refused whole", async () => {
    const { pull } = await kettle();
    const api = new Client(hub().url, hub().tokenFor("cy"));
    const good = { path: "src/boil.ts", line: 20, side: "RIGHT", body: "One" };
    const path = "/repos/ada/kettle/pulls/1/reviews";
    const refused = await api.post(path, { event: "COMMENT", body: "", comments: [good, { ...good, line: 30 }] });
    expect([refused.status, refused.body["errors"]]).toEqual([
      422,
      [
        "Pull request review thread line must be part of the diff and Pull request review thread diff hunk can't be blank",
      ],
    ]);
    expect(pull.threads).toHaveLength(0);
    expect((await api.post(path, { event: "COMMENT", body: "", comments: [good] })).status).toBe(200);
    expect(pull.threads).toHaveLength(1);
    expect(hub().writes()).toHaveLength(1);
  });
});
