import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, test } from "vitest";
import { Client } from "./client.ts";
import type { Kettle } from "./kettle.ts";
import { makeKettle, numbered } from "./kettle.ts";
import { nodeId } from "./server/node-id.ts";
import { useHub } from "./server/use-hub.ts";

const hub = useHub();
const REPOSITORY = "/repos/ada/kettle";
const REVIEWS = `${REPOSITORY}/pulls/1/reviews`;
const as = (login: string, options = {}): Client => new Client(hub().url, hub().tokenFor(login, options));
const at = (line: number, more = {}) => ({ path: "src/boil.ts", line, side: "RIGHT", body: "Too hot", ...more });
const review = (...comments: object[]) => ({ event: "COMMENT", body: "", comments });

const NOT_IN_DIFF =
  "Pull request review thread line must be part of the diff and Pull request review thread diff hunk can't be blank";
const BAD_START = "Pull request review thread start line must be part of the same hunk as the line.";
const NOT_BEFORE = "Pull request review thread start line must precede the end line.";
const BAD_PATH = "Pull request review thread path is invalid and Pull request review thread diff hunk can't be blank";

interface CommentPage {
  readonly nodes: readonly { readonly body: string }[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string };
}

describe("a comment of a review", () => {
  const shared = useHub("all");
  let kettle: Kettle;
  beforeAll(async () => {
    kettle = await makeKettle(shared());
  });
  const reviewer = (): Client => new Client(shared().url, shared().tokenFor("eve"));

  test.each([
    ["on a changed line", at(20)],
    ["on the first line of context", at(17)],
    ["on a removed line", at(60, { side: "LEFT" })],
    ["in a removed file", at(2, { side: "LEFT", path: "src/lid.ts" })],
    ["over several lines", at(23, { start_line: 18, start_side: "RIGHT" })],
    ["from the old side to the new one", at(20, { start_line: 20, start_side: "LEFT" })],
  ])("is taken %s", async (_, comment) => {
    const { threads } = kettle.pull;
    const before = [threads.length, shared().writes().length];
    expect((await reviewer().post(REVIEWS, review(comment))).status).toBe(200);
    expect([threads.length - 1, shared().writes().length - 1]).toEqual(before);
  });

  test.each([
    ["on a line before the context", at(16), NOT_IN_DIFF],
    ["on a line between two hunks", at(40), NOT_IN_DIFF],
    ["on an added line's number of the old side", at(2, { side: "LEFT", path: "src/new.ts" }), NOT_IN_DIFF],
    ["on a file that is not changed", at(1, { path: "README.md" }), BAD_PATH],
    ["on a file that is not there", at(1, { path: "src/gone.ts" }), BAD_PATH],
    ["whose lines stand in two hunks", at(58, { start_line: 20 }), BAD_START],
    ["that begins where it ends", at(20, { start_line: 20 }), NOT_BEFORE],
    ["that begins after its end", at(20, { start_line: 22 }), NOT_BEFORE],
    ["without a line", { path: "src/boil.ts", body: "x" }, "Line could not be resolved"],
    ["without a text", at(20, { body: "" }), "Pull request review comment body can't be blank"],
    ["with 65,537 characters", at(20, { body: "x".repeat(65_537) }), "Body is too long (maximum is 65536 characters)"],
  ])("is refused whole %s", async (_, comment, why) => {
    const { threads, reviews } = kettle.pull;
    const before = [threads.length, reviews.length, shared().writes().length];
    const { status, body } = await reviewer().post(REVIEWS, review(at(21), comment));
    expect([status, body["message"], body["errors"]]).toEqual([422, "Unprocessable Entity", [why]]);
    expect([threads.length, reviews.length, shared().writes().length]).toEqual(before);
  });
});

describe("a review", () => {
  test("is refused with a commit of another branch, but not with an earlier one of its own", async () => {
    const { repository, fork, pull } = await makeKettle(hub());
    const { head } = await pull.view();
    await fork.push("fix", { "README.md": "More\n" });
    const post = (commit: string) => as("eve").post(REVIEWS, { ...review(at(20)), commit_id: commit });
    expect((await post(await repository.tip())).status).toBe(422);
    expect((await post(head)).status).toBe(200);
  });

  test("is refused while another of the same account is pending", async () => {
    const { pull } = await makeKettle(hub());
    const eve = as("eve");
    const draft = await eve.post(REVIEWS, { body: "Draft", comments: [at(20)] });
    expect(draft.body["state"]).toBe("PENDING");
    const second = await eve.post(REVIEWS, review(at(21)));
    expect([second.status, second.body["errors"]]).toEqual([
      422,
      ["User can only have one pending review per pull request"],
    ]);
    expect((await as("cy").get(REVIEWS)).body).toHaveLength(0);
    expect((await eve.get(REVIEWS)).body).toHaveLength(1);
    expect((await as("cy").get(`${REPOSITORY}/pulls/1/comments`)).body).toHaveLength(0);
    expect((await eve.call("DELETE", `${REVIEWS}/${draft.body["id"]}`)).status).toBe(200);
    expect([pull.reviews.length, pull.threads.length]).toEqual([0, 0]);
  });

  test("is handed in once", async () => {
    await makeKettle(hub());
    const eve = as("eve");
    const { body } = await eve.post(REVIEWS, { comments: [at(20)] });
    const submit = () => eve.post(`${REVIEWS}/${body["id"]}/events`, { event: "COMMENT" });
    expect((await submit()).body["state"]).toBe("COMMENTED");
    expect((await submit()).status).toBe(422);
    expect((await eve.call("DELETE", `${REVIEWS}/${body["id"]}`)).status).toBe(422);
    expect((await eve.call("PUT", `${REVIEWS}/${body["id"]}`, { body: "New words" })).body["body"]).toBe("New words");
  });

  test("is refused where it says nothing, and where the author approves", async () => {
    await makeKettle(hub());
    expect((await as("eve").post(REVIEWS, review())).status).toBe(422);
    const own = await as("bob").post(REVIEWS, { event: "APPROVE" });
    expect(own.body["errors"]).toEqual(["Can not approve your own pull request"]);
  });
});

describe("a thread", () => {
  test("moves with its line, and is outdated when the line changes", async () => {
    const { fork, pull } = await makeKettle(hub());
    await pull.thread({ author: "cy", path: "src/boil.ts", line: 20, body: "Hm" });
    await pull.thread({ author: "cy", path: "src/boil.ts", line: 60, side: "LEFT", body: "Why?" });
    const look = async () => {
      const { body } = await as("ada").get(`${REPOSITORY}/pulls/1/comments`);
      return (body as unknown as { line: number | null; original_line: number }[]).map((each) => [
        each.line,
        each.original_line,
      ]);
    };
    const boil = numbered(80, { 20: "boil();" }).replace("line 60\n", "");
    await fork.push("fix", { "src/boil.ts": `first\nsecond\n${boil}` });
    expect(await look()).toEqual([
      [22, 20],
      [60, 60],
    ]);
    await fork.push("fix", { "src/boil.ts": `first\nsecond\n${numbered(80, { 20: "heat();" })}` });
    expect(await look()).toEqual([
      [null, 20],
      [null, 60],
    ]);
  });

  test("is answered, edited, resolved and opened again", async () => {
    const { pull } = await makeKettle(hub());
    const thread = await pull.thread({ author: "eve", path: "src/boil.ts", line: 20, body: "Hm" });
    const [first] = thread.comments;
    const reply = await as("bob").post(`${REPOSITORY}/pulls/1/comments/${first?.id}/replies`, { body: "No" });
    expect(reply.body["in_reply_to_id"]).toBe(first?.id);
    const again = await as("bob").post(`${REPOSITORY}/pulls/1/comments/${reply.body["id"]}/replies`, { body: "No" });
    expect(again.status).toBe(422);
    const edited = await as("eve").call("PATCH", `${REPOSITORY}/pulls/comments/${first?.id}`, { body: "Hm!" });
    expect(edited.body["body"]).toBe("Hm!");
    expect((await as("dan").call("PATCH", `${REPOSITORY}/pulls/comments/${first?.id}`, { body: "x" })).status).toBe(
      403,
    );
    const id = nodeId("PRRT", thread.id);
    const mutate = (name: string) =>
      as("cy").graphql(
        `mutation { ${name}(input: { threadId: "${id}" }) { thread { isResolved resolvedBy { login } } } }`,
      );
    await mutate("resolveReviewThread");
    expect([thread.isResolved, thread.resolvedBy?.login]).toEqual([true, "cy"]);
    await mutate("unresolveReviewThread");
    expect(thread.isResolved).toBe(false);
  });

  test.each([
    ["of a reader", "eve", {}, "personal access token"],
    ["that was made without that right", "cy", { canResolve: false }, "personal access token"],
    ["of a workflow", "github-actions[bot]", {}, "integration"],
  ])("is not resolved with a token %s", async (_, login, options, kind) => {
    const { pull } = await makeKettle(hub());
    const thread = await pull.thread({ author: "eve", path: "src/boil.ts", line: 20, body: "Hm" });
    const query = `mutation ($id: ID!) { resolveReviewThread(input: { threadId: $id }) { thread { isResolved } } }`;
    const { body } = await as(login, options).graphql(query, { id: nodeId("PRRT", thread.id) });
    expect(body["errors"]).toMatchObject([{ type: "FORBIDDEN", message: `Resource not accessible by ${kind}` }]);
    expect([thread.isResolved, hub().writes().length]).toEqual([false, 0]);
  });

  test("is added to a draft by GraphQL, or refused", async () => {
    const { pull } = await makeKettle(hub());
    const eve = as("eve");
    const begin = `mutation ($id: ID!) { addPullRequestReview(input: { pullRequestId: $id }) { pullRequestReview { id state } } }`;
    const begun = await eve.graphql(begin, { id: nodeId("PR", pull.state.id) });
    const id = begun.body["data"]?.["addPullRequestReview"]?.["pullRequestReview"]?.["id"];
    const add = (line: number) =>
      eve.graphql(
        `mutation ($input: AddPullRequestReviewThreadInput!) { addPullRequestReviewThread(input: $input) { thread { id line } } }`,
        { input: { pullRequestReviewId: id, path: "src/boil.ts", line, side: "RIGHT", body: "Hm" } },
      );
    expect((await add(20)).body["errors"]).toBeUndefined();
    expect((await add(40)).body["errors"]).toMatchObject([{ type: "UNPROCESSABLE", message: NOT_IN_DIFF }]);
    hub().world.quietThreads = true;
    expect((await add(40)).body).toEqual({ data: { addPullRequestReviewThread: { thread: null } } });
    const submit = `mutation ($id: ID!) { submitPullRequestReview(input: { pullRequestReviewId: $id, event: COMMENT }) { pullRequestReview { state } } }`;
    expect((await eve.graphql(submit, { id })).body["errors"]).toBeUndefined();
    expect([pull.threads.length, pull.reviews[0]?.state]).toEqual([1, "COMMENTED"]);
  });
});

describe("a comment, a status, a check run, a SARIF log", () => {
  test("comments are written, edited by their author, and removed", async () => {
    const { pull } = await makeKettle(hub());
    const eve = as("eve");
    const path = `${REPOSITORY}/issues/1/comments`;
    const { body } = await eve.post(path, { body: "Summary" });
    const one = `${REPOSITORY}/issues/comments/${body["id"]}`;
    expect((await eve.call("PATCH", one, { body: "New" })).body["body"]).toBe("New");
    expect((await as("dan").call("PATCH", one, { body: "x" })).status).toBe(403);
    expect((await eve.post(path, { body: "  " })).status).toBe(422);
    expect((await eve.post(path, { body: "x".repeat(65_537) })).status).toBe(422);
    expect((await eve.post(path, { body: "😀".repeat(65_536) })).status).toBe(201);
    expect((await eve.call("DELETE", one)).status).toBe(204);
    expect(pull.comments).toHaveLength(1);
  });

  test("lists come in pages, with links", async () => {
    const { pull } = await makeKettle(hub());
    for (let number = 1; number <= 45; number += 1) pull.comment("dan", `Comment ${number}`);
    const first = await new Client(hub().url).get(`${REPOSITORY}/issues/1/comments?per_page=20&page=2`);
    expect([first.body.length, first.headers.get("link")?.match(/rel="\w+"/g)]).toEqual([
      20,
      ['rel="prev"', 'rel="next"', 'rel="last"', 'rel="first"'],
    ]);
    const query = `query ($after: String) { repository(owner: "ada", name: "kettle") { pullRequest(number: 1) {
      comments(first: 20, after: $after) { pageInfo { hasNextPage endCursor } nodes { body } } } } }`;
    let after: string | null = null;
    const bodies: string[] = [];
    do {
      const answer = await as("ada").graphql(query, { after });
      const found = answer.body["data"]?.["repository"]?.["pullRequest"]?.["comments"];
      const { nodes, pageInfo } = (found ?? {}) as unknown as CommentPage;
      bodies.push(...nodes.map(({ body }) => body));
      after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
    } while (after !== null);
    expect([bodies.length, bodies.at(-1)]).toEqual([45, "Comment 45"]);
  });

  test("check runs are written by apps alone; annotations are added, 50 at a time", async () => {
    const { pull } = await makeKettle(hub());
    const { head } = await pull.view();
    const annotation = {
      path: "src/boil.ts",
      start_line: 20,
      end_line: 20,
      annotation_level: "warning",
      message: "Hm",
    };
    const run = (count: number) => ({
      name: "Deep Review",
      head_sha: head,
      external_id: "round-1",
      conclusion: "neutral",
      output: { title: "One", summary: "Two", annotations: Array.from({ length: count }, () => annotation) },
    });
    const path = `${REPOSITORY}/check-runs`;
    const refused = await as("cy").post(path, run(1));
    expect([refused.status, refused.body["message"]]).toEqual([403, "You must authenticate via a GitHub App."]);
    const app = as("github-actions[bot]");
    const made = await app.post(path, run(50));
    expect(made.body).toMatchObject({ status: "completed", output: { annotations_count: 50 } });
    const { name: _, head_sha: __, ...more } = run(7);
    const changed = await app.call("PATCH", `${path}/${made.body["id"]}`, more);
    expect(changed.body["output"]?.["annotations_count"]).toBe(57);
    const other = await as("other[bot]").call("PATCH", `${path}/${made.body["id"]}`, more);
    expect(other.status).toBe(403);
    expect((await app.post(path, run(51))).status).toBe(422);
    expect(hub().takeViolations()).toMatchObject([{ kind: "request", what: expect.stringContaining("50") }]);
    const listed = await app.get(`${REPOSITORY}/commits/${head}/check-runs`);
    expect(listed.body["total_count"]).toBe(1);
  });

  test("statuses are written by who may push; the last of a context counts", async () => {
    const { pull } = await makeKettle(hub());
    const { head } = await pull.view();
    const path = `${REPOSITORY}/statuses/${head}`;
    expect((await as("eve").post(path, { state: "success", context: "x" })).status).toBe(403);
    await as("cy").post(path, { state: "failure", context: "x" });
    await as("cy").post(path, { state: "success", context: "x", description: "Good" });
    const { body } = await as("cy").get(`${REPOSITORY}/commits/${head}/status`);
    expect([body["state"], body["total_count"]]).toEqual(["success", 1]);
  });

  test("SARIF must be SARIF, zipped", async () => {
    const { pull, repository } = await makeKettle(hub());
    const { head } = await pull.view();
    const log = {
      version: "2.1.0",
      runs: [
        {
          tool: { driver: { name: "Deep Review", version: "1-abc" } },
          automationDetails: { id: "deep-review/" },
          results: [],
        },
      ],
    };
    const upload = (sarif: string, login = "cy") =>
      as(login).post(`${REPOSITORY}/code-scanning/sarifs`, { commit_sha: head, ref: "refs/pull/1/head", sarif });
    const good = gzipSync(JSON.stringify(log)).toString("base64");
    expect((await as("cy").get(`${REPOSITORY}/code-scanning/analyses`)).status).toBe(404);
    expect((await upload(Buffer.from(JSON.stringify(log)).toString("base64"))).status).toBe(400);
    expect((await upload(gzipSync('{"version":"2.1.0"}').toString("base64"))).status).toBe(400);
    expect((await upload(good, "eve")).status).toBe(403);
    expect((await upload(good)).status).toBe(202);
    expect(repository.state.analyses).toHaveLength(1);
    const { body } = await as("cy").get(`${REPOSITORY}/code-scanning/analyses?tool_name=Deep%20Review`);
    expect(body).toMatchObject([{ category: "deep-review/", commit_sha: head, tool: { version: "1-abc" } }]);
  });
});
