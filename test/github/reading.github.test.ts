import { describe, expect, test } from "vitest";
import { connectGitHub } from "#adapters/github/find-token.ts";
import { findPullOfBranch } from "#adapters/github/find-pull-of-branch.ts";
import { readPermission } from "#adapters/github/read-permission.ts";
import { readHead, readPullRequest } from "#adapters/github/read-pull-request.ts";
import { type PullRequest, pullRequestSchema } from "#model/pull/pull-request.ts";
import type { Fault } from "./server/faults.ts";
import { useHub } from "./server/use-hub.ts";

const hub = useHub();

const numbered = (count: number, other: Readonly<Record<number, string>> = {}): string =>
  Array.from({ length: count }, (_, index) => `${other[index + 1] ?? `line ${index + 1}`}\n`).join("");

/** `ada/kettle` with bob's pull request from a fork: line 20 of `src/boil.ts` is another one. */
async function makePull({ isPrivate = false } = {}) {
  const files = { "src/boil.ts": numbered(80) };
  const repository = await hub().repository("ada/kettle", files, { isPrivate, access: { cy: "write", eve: "read" } });
  const fork = await repository.fork("bob");
  await fork.push("fix", { "src/boil.ts": numbered(80, { 20: "boil();" }) }, { message: "Boil" });
  const issue = repository.issue({ title: "It does not boil", body: "Never." });
  const options = { from: fork, branch: "fix", title: "Boil", body: "Closes #1", author: "bob", labels: ["heat"] };
  const pull = await repository.pull({ ...options, closes: [issue], isDraft: true });
  return { repository, fork, pull };
}

async function connect(login?: string, options = {}) {
  const { host } = hub();
  const env = login === undefined ? {} : { GH_HOST: hub().host, GH_ENTERPRISE_TOKEN: hub().tokenFor(login, options) };
  return connectGitHub({ host, env, userAgent: "deep-review/test", pace: false });
}

const addressOf = (number: number) => ({ host: hub().host, owner: "ada", repository: "kettle", number });

async function talk(pull: Awaited<ReturnType<typeof makePull>>["pull"]): Promise<void> {
  const open = await pull.thread({ author: "cy", path: "src/boil.ts", startLine: 18, line: 20, body: "Too hot?" });
  pull.reply(open, "bob", "No.");
  const left = await pull.thread({ author: "lint[bot]", path: "src/boil.ts", line: 20, side: "LEFT", body: "Gone" });
  pull.resolve(left, "cy");
  await pull.thread({ author: "eve", path: "src/boil.ts", body: "The whole file" });
  pull.comment("ada", "@bob <!-- hidden --> closes #1");
  await pull.review("cy", "REQUEST_CHANGES", "Not yet");
  await pull.check("unit tests", "failure", { workflow: "CI", title: "3 failed" });
  await pull.check("build", null);
  await pull.status("deploy", "error", "no room");
}

const without = <T extends object>(value: T, ...names: readonly (keyof T)[]): Partial<T> =>
  Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name as keyof T))) as Partial<T>;

/** What both interfaces tell. */
const shared = (pull: PullRequest) => ({
  ...without(pull, "issues", "limits", "readAt", "viewer"),
  comments: pull.comments.map((comment) => without(comment, "isOurs")),
  reviews: pull.reviews.map((review) => without(review, "isOurs")),
  threads: pull.threads.map((thread) => ({
    ...without(thread, "id", "isResolved", "resolvedBy", "canResolve", "isOutdated"),
    comments: thread.comments.map((comment) => without(comment, "isOurs")),
  })),
  checks: pull.checks
    .map((check) => without(check, "workflow", "externalId"))
    .sort((one, other) => ((one.name ?? "") < (other.name ?? "") ? -1 : 1)),
});

describe("a pull request from a fork", () => {
  test("is read whole with one call of one point", async () => {
    const { repository, pull } = await makePull();
    await talk(pull);
    const github = await connect("cy");
    const read = await readPullRequest(github, addressOf(pull.number));
    expect(pullRequestSchema.parse(read)).toEqual(read);
    expect(github.calls).toEqual({ reads: 0, queries: 1, writes: 0, points: 1 });
    expect(read).toMatchObject({
      title: "Boil",
      author: { login: "bob", isBot: false },
      isDraft: true,
      labels: ["heat"],
      base: { branch: "main", commit: await repository.tip(), repository: "ada/kettle" },
      head: { branch: "fix", repository: "bob/kettle" },
      issues: [{ name: "ada/kettle#1", title: "It does not boil", state: "open", body: "Never." }],
      viewer: "cy",
      limits: [],
    });
    const [open, left, file] = read.threads;
    expect(open).toMatchObject({ startLine: 18, line: 20, side: "RIGHT", isResolved: false, isOutdated: false });
    expect(open?.comments.map(({ author, isOurs }) => [author.login, isOurs])).toEqual([
      ["cy", true],
      ["bob", false],
    ]);
    expect(left).toMatchObject({ side: "LEFT", isResolved: true, resolvedBy: "cy" });
    expect(left?.comments[0]?.author).toEqual({ login: "lint", isBot: true });
    expect(file).not.toHaveProperty("line");
    expect(read.checks).toMatchObject([
      { kind: "check", name: "unit tests", state: "failure", workflow: "CI", text: "3 failed" },
      { kind: "check", name: "build", state: "pending" },
      { kind: "status", name: "deploy", state: "failure", text: "no room" },
    ]);
    expect(read.reviews.some(({ state, body }) => state === "changes-requested" && body === "Not yet")).toBe(true);
  });

  test("is told alike without a token, but for what only GraphQL knows", async () => {
    const { pull } = await makePull();
    await talk(pull);
    const [alone, known] = [await connect(), await connect("cy")];
    const byRest = await readPullRequest(alone, addressOf(pull.number));
    const byGraph = await readPullRequest(known, addressOf(pull.number));
    expect(shared(byRest)).toEqual(shared(byGraph));
    expect(alone.calls).toEqual({ reads: 7, queries: 0, writes: 0, points: 0 });
    expect(byRest.limits).toHaveLength(2);
  });

  test("whose lines change, whose base goes on and whose fork goes away", async () => {
    const { repository, fork, pull } = await makePull();
    await talk(pull);
    const before = await readPullRequest(await connect("cy"), addressOf(pull.number));
    await fork.push("fix", { "src/boil.ts": numbered(80, { 20: "simmer();" }) });
    await repository.push("main", { "README.md": "Kettle\n" });
    const github = await connect("cy");
    expect(await readHead(github, addressOf(pull.number))).toBe(await fork.tip("fix"));
    fork.remove();
    const read = await readPullRequest(github, addressOf(pull.number));
    expect(read.threads[0]).toMatchObject({ isOutdated: true, originalLine: 20, originalCommit: before.head.commit });
    expect(read.threads[0]).not.toHaveProperty("line");
    expect(read.base.commit).toBe(await repository.tip());
    expect(read.head.repository).toBeUndefined();
    expect(read.head.commit).not.toBe(before.head.commit);
  });

  test("with more than a page of everything", async () => {
    const { pull } = await makePull();
    for (let count = 0; count < 120; count += 1) {
      await pull.thread({ author: "cy", path: "src/boil.ts", line: 20, body: `Remark ${count}` });
      pull.comment("eve", `Word ${count}`);
    }
    const [first] = pull.threads;
    for (let count = 0; count < 30; count += 1) if (first !== undefined) pull.reply(first, "bob", `Answer ${count}`);
    const github = await connect("cy");
    const read = await readPullRequest(github, addressOf(pull.number));
    expect(read.threads.map(({ comments }) => comments[0]?.body)).toEqual(
      pull.threads.map(({ comments }) => comments[0]?.body),
    );
    expect(read.threads[0]?.comments.map(({ body }) => body)).toEqual(
      pull.threads[0]?.comments.map(({ body }) => body),
    );
    expect([read.comments.length, read.reviews.length, read.limits]).toEqual([120, 150, []]);
    expect(github.calls).toMatchObject({ queries: 3, points: 3 });
  });
});

describe("what does not go well", () => {
  test.each<[string, Fault]>([
    ["a failure of the server", { kind: "status", status: 502 }],
    ["a lost connection", { kind: "cut-before" }],
    ["a lost answer", { kind: "cut-after" }],
    ["a limit", { kind: "secondary-limit", retryAfter: 0 }],
  ])("%s is got over", async (_, fault) => {
    const { pull } = await makePull();
    hub().fault(fault);
    const github = await connect("cy");
    expect((await readPullRequest(github, addressOf(pull.number))).title).toBe("Boil");
    expect(github.calls.queries).toBe(2);
  });

  test("a private repository is not told without a token, nor with a stranger's", async () => {
    const { pull } = await makePull({ isPrivate: true });
    await expect(readPullRequest(await connect(), addressOf(pull.number))).rejects.toThrow(
      /cannot read pull request ada\/kettle#2/,
    );
    await expect(readPullRequest(await connect("mallory"), addressOf(pull.number))).rejects.toThrow(
      /Could not resolve/,
    );
    expect((await readPullRequest(await connect("cy"), addressOf(pull.number))).title).toBe("Boil");
  });

  test("a pull request that is not there, and a token that is none", async () => {
    await makePull();
    await expect(readPullRequest(await connect("cy"), addressOf(99))).rejects.toThrow(
      /cannot read pull request ada\/kettle#99/,
    );
    const { host } = hub();
    const github = await connectGitHub({
      host,
      env: { GH_HOST: hub().host, GH_ENTERPRISE_TOKEN: "ghp_none" },
      userAgent: "test",
      pace: false,
    });
    await expect(readPullRequest(github, addressOf(2))).rejects.toThrow(/the token is from GH_ENTERPRISE_TOKEN/);
  });
});

test("who may write is told to those who may", async () => {
  await makePull();
  const github = await connect("ada");
  const kettle = addressOf(2);
  const asked = ["ada", "cy", "eve", "bob", "mallory"].map((login) => readPermission(github, kettle, login));
  expect(await Promise.all(asked)).toEqual(["write", "write", "none", "none", "unknown"]);
  expect(await readPermission(await connect("eve"), kettle, "cy")).toBe("unknown");
});

test("the pull request of a branch is found, in a fork too", async () => {
  const { repository, pull } = await makePull();
  await repository.push("own", { "src/boil.ts": numbered(81) });
  const own = await repository.pull({ branch: "own" });
  const github = await connect("cy");
  const kettle = { owner: "ada", repository: "kettle" };
  const numbersOf = async (branch: { readonly branch: string; readonly headOwner?: string }) =>
    (await findPullOfBranch(github, { ...kettle, ...branch })).map(({ number }) => number);
  expect(await numbersOf({ branch: "fix", headOwner: "bob" })).toEqual([pull.number]);
  expect(await numbersOf({ branch: "own" })).toEqual([own.number]);
  expect(await numbersOf({ branch: "fix" })).toEqual([]);
});
