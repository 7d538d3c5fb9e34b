import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openArchive } from "#adapters/store/archive.ts";
import { formatMarker } from "#grammar/marker.ts";
import { reviewId } from "#model/ids.ts";
import { publishToGitHub } from "#pipeline/publish/publish-to-github.ts";
import { editQueue, type Life, OFF_BY_ONE, SHIFT, SHIFT_FIXED } from "../e2e/rounds/life.ts";
import { beginPublishing, type Publishing, reviewOnce, standing, THREE, threadIds, told, wipe } from "./publishing.ts";
import type { IncomingCall } from "./server/faults.ts";
import { createReview } from "./server/review-actions.ts";
import { useHub } from "./server/use-hub.ts";

const hub = useHub();
let reviewed: Life;
let desk: Publishing;
/** As GITHUB_TOKEN: writes check runs, resolves nothing. */
let bot: string;
/** As a person's own token: the other way round. */
let rosa: string;

beforeAll(async () => {
  reviewed = await reviewOnce(...THREE);
});
afterAll(() => reviewed.close());
beforeEach(async () => {
  desk = await beginPublishing(hub(), reviewed);
  bot = hub().tokenFor("deep-review[bot]");
  rosa = hub().tokenFor("rosa");
});
afterEach(() => desk.close());

describe("publishing a review", () => {
  test("posts one review with its comments, one summary, a check run and an upload; again, nothing", async () => {
    const first = await desk.publish(bot);
    expect(first).toMatchObject({ code: 0 });
    const { pull } = desk;
    expect(pull.reviews.map(({ state }) => state)).toEqual(["COMMENTED"]);
    expect([...threadIds(pull)].sort()).toEqual(["I1", "S1", "S2"]);
    expect(pull.threads.map(({ startLine, line }) => [startLine, line])).toContainEqual([8, 9]);
    expect(pull.comments).toHaveLength(1);
    expect(pull.checks).toMatchObject([{ status: "completed" }]);
    expect(pull.state.repository.analyses).toHaveLength(1);
    expect(hub().writes()).toHaveLength(4);
    // One tells where the comments are, one looks for what another run may have posted meanwhile.
    expect(hub().log.calls()).toHaveLength(9);
    expect(pull.comments[0]?.body.match(/\(\[thread\]\([^)]+#discussion_r\d+\)\)/g)).toHaveLength(3);
    expect(first.stdout).toMatch(/review +3 comments posted\n/);
    hub().log.clear();
    const again = await desk.publish(bot);
    expect(again).toMatchObject({ code: 0 });
    expect(hub().writes()).toEqual([]);
    expect(hub().log.calls()).toHaveLength(2);
    expect(again.stdout).toMatch(
      /review +already there\n +summary +already there\n +check +already there\n +sarif +already there\n/,
    );
  });

  test("dry, shows what would be sent and sends nothing", async () => {
    const { code, stdout } = await desk.publish(bot, "--dry-run");
    expect(code).toBe(0);
    expect(stdout).toContain("src/queue.ts");
    expect(stdout).toContain("posts `undefined` when the queue runs empty");
    expect(hub().writes()).toEqual([]);
    expect(
      hub()
        .log.calls()
        .every(({ method, operations }) => method === "GET" || operations.every((one) => one.startsWith("query"))),
    ).toBe(true);
  });

  test("posts at most so many comments; the rest stands in the summary", async () => {
    expect(await desk.publish(bot, "--max-comments", "1")).toMatchObject({ code: 0 });
    expect(threadIds(desk.pull)).toEqual(["I1"]);
    expect(desk.pull.comments[0]?.body).toContain("The queue takes 101 jobs");
  });

  test("posts nothing at the lines of what was declined since", async () => {
    await desk.life.cli("decline", "S1", "--because", "a hundred and one is fine");
    expect(await desk.publish(bot)).toMatchObject({ code: 0 });
    expect([...threadIds(desk.pull)].sort()).toEqual(["I1", "S2"]);
    expect(desk.pull.comments[0]?.body).toContain("it was declined");
  });

  test("posts only the parts that are asked for", async () => {
    expect(await desk.publish(bot, "--parts", "summary")).toMatchObject({ code: 0 });
    expect(
      hub()
        .writes()
        .map(({ route }) => route),
    ).toEqual(["POST /repos/{owner}/{repo}/issues/{issue_number}/comments"]);
  });
});

describe("a later round", () => {
  test("closes what is fixed, keeps what somebody replied to, and posts only what is new", async () => {
    await desk.publish(rosa);
    const { pull, life } = desk;
    const loud = pull.threads[threadIds(pull).indexOf("S2")];
    if (loud === undefined) throw new Error("the thread is missing");
    pull.reply(loud, "tess", "I need this line while I debug.");
    editQueue(life, [SHIFT, SHIFT_FIXED], "Leave the loop when there is no job");
    desk.push();
    await desk.review(OFF_BY_ONE);
    hub().log.clear();
    const { code, stdout } = await desk.publish(rosa);
    expect(code).toBe(0);
    const states = Object.fromEntries(pull.threads.map(({ isResolved }, at) => [threadIds(pull)[at], isResolved]));
    expect(states).toEqual({ I1: true, S1: false, S2: false });
    expect(pull.threads).toHaveLength(3);
    expect(pull.comments).toHaveLength(1);
    expect(stdout).toMatch(/1 thread resolved/);
    hub().log.clear();
    await desk.publish(rosa);
    expect(hub().writes()).toEqual([]);
  });

  test("does not close what somebody replied to after it was read", async () => {
    await desk.publish(rosa);
    const { pull, life } = desk;
    editQueue(life, [SHIFT, SHIFT_FIXED], "Leave the loop when there is no job");
    desk.push();
    await desk.review(OFF_BY_ONE);
    const fixed = pull.threads[threadIds(pull).indexOf("I1")];
    if (fixed === undefined) throw new Error("the thread is missing");
    // The first reading is over when the thread is looked at again.
    let queries = 0;
    const isSecond = ({ isWrite, operations }: IncomingCall): boolean =>
      !isWrite && operations.length > 0 && (queries += 1) === 2;
    hub().fault({ kind: "do", action: () => void pull.reply(fixed, "tess", "This is not fixed."), on: isSecond });
    const { code, stdout } = await desk.publish(rosa);
    expect(code).toBe(0);
    expect(fixed.isResolved).toBe(false);
    expect(stdout).toMatch(/left as it is: R1\.I1 \(tess replied meanwhile\)/);
    expect(pull.comments[0]?.body).toMatch(/: fixed, but tess replied \(\[thread\]\(/);
    hub().log.clear();
    await desk.publish(rosa);
    expect(hub().writes()).toEqual([]);
  });

  test("does not claim what the token may not close", async () => {
    await desk.publish(bot);
    editQueue(desk.life, [SHIFT, SHIFT_FIXED], "Leave the loop when there is no job");
    desk.push();
    await desk.review(OFF_BY_ONE);
    const result = told(await desk.publish(bot, "--json"));
    expect(result.posted.resolved).toEqual([]);
    expect(desk.pull.threads.map(({ isResolved }) => isResolved)).toEqual([false, false, false]);
    hub().log.clear();
    expect(await desk.publish(bot)).toMatchObject({ code: 0 });
    expect(hub().writes()).toEqual([]);
  });
});

test("a stranger's thousand comments do not keep a review from being published, nor from being known again", async () => {
  for (let count = 0; count < 1001; count += 1) desk.pull.comment("stranger", "+1");
  expect(await desk.publish(bot)).toMatchObject({ code: 0 });
  hub().log.clear();
  expect(await desk.publish(bot)).toMatchObject({ code: 0 });
  expect(hub().writes()).toEqual([]);
});

describe("two runs at the same time", () => {
  test("leave everything there once", async () => {
    const ended = await Promise.all([desk.publish(bot), desk.publish(bot)]);
    expect(ended.map(({ code }) => code)).toEqual([0, 0]);
    expect([...threadIds(desk.pull)].sort()).toEqual(["I1", "S1", "S2"]);
    expect(desk.pull.comments).toHaveLength(1);
    hub().log.clear();
    expect(await desk.publish(bot)).toMatchObject({ code: 0 });
    expect(hub().writes()).toEqual([]);
  });

  test("whose doubles stayed are put right by a later one, but for what somebody answered", async () => {
    await desk.publish(bot);
    const { pull } = desk;
    const us = hub().world.account("deep-review[bot]");
    const [answered, silent] = pull.threads;
    if (answered === undefined || silent === undefined) throw new Error("the threads are missing");
    const again = [answered, silent].map(({ path, line, side, comments: [first] }) => ({
      path,
      line: line ?? 1,
      side,
      body: first?.body ?? "",
    }));
    await createReview(hub().world, pull.state, { author: us, body: "", comments: again, event: "COMMENT" } as never);
    pull.comment("deep-review[bot]", pull.comments[0]?.body ?? "");
    const double = pull.threads[3];
    if (double === undefined) throw new Error("the double is missing");
    pull.reply(double, "tess", "I see.");
    const kept = [...pull.threads.slice(0, 3), double].map(({ id }) => id);
    const dry = await desk.publish(bot, "--dry-run");
    expect(dry.stdout.match(/Withdraw comment \d+, about .*: it was posted twice/g)).toHaveLength(2);
    expect(pull.threads).toHaveLength(5);
    const { code, stdout } = await desk.publish(bot);
    expect(code).toBe(0);
    expect(stdout).toContain("2 duplicates removed");
    expect(pull.threads.map(({ id }) => id)).toEqual(kept);
    expect(pull.comments).toHaveLength(1);
  });
});

describe("what GitHub refuses", () => {
  test("one comment goes to the summary, and the others are posted", async () => {
    hub().fault({ kind: "status", status: 422, message: "Validation Failed", on: isWholeReview });
    hub().fault({ kind: "status", status: 422, message: "line must be part of the diff", on: addsThread("101 jobs") });
    const result = told(await desk.publish(bot, "--json"));
    expect(result.refused.comments).toMatchObject([{ of: "S2", why: expect.stringContaining("part of the diff") }]);
    expect([...threadIds(desk.pull)].sort()).toEqual(["I1", "S1"]);
    expect(desk.pull.reviews.map(({ state }) => state)).toEqual(["COMMENTED"]);
    expect(desk.pull.comments[0]?.body).toContain("The queue takes 101 jobs");
    expect(desk.pull.comments[0]?.body).toContain("did not accept a comment");
    hub().log.clear();
    expect(await desk.publish(bot)).toMatchObject({ code: 0 });
    expect(hub().writes()).toEqual([]);
  });

  test.each(["was submitted too quickly", "User can only have one pending review per pull request"])(
    "a review that it does not take now is tried again the next time: %s",
    async (message) => {
      hub().fault({ kind: "status", status: 422, message, times: 2, on: isReview });
      const { code, stdout } = await desk.publish(bot);
      expect(code).toBe(3);
      expect(stdout).toContain("run the same command later to post what is missing");
      expect(threadIds(desk.pull)).toEqual([]);
      expect(desk.pull.comments[0]?.body).toContain("(only here: GitHub did not let us comment)");
      expect(await desk.publish(bot)).toMatchObject({ code: 0 });
      expect([...threadIds(desk.pull)].sort()).toEqual(["I1", "S1", "S2"]);
      expect(desk.pull.comments.map(({ body }) => body)).toEqual([expect.not.stringContaining("only here")]);
    },
  );

  test("the summary tells which comments stand when the review was cut short", async () => {
    const taken = addsThread("101 jobs");
    hub().fault({ kind: "status", status: 422, message: "Validation Failed", on: isWholeReview });
    hub().fault({ kind: "status", status: 422, message: "was submitted too quickly", on: taken });
    const { code, stdout } = await desk.publish(bot);
    expect(code).toBe(3);
    const standing = threadIds(desk.pull);
    expect(standing).toContain("I1");
    expect(standing).not.toContain("S2");
    expect(stdout).toMatch(/review +\d comments? posted, the rest not: /);
    const rows = desk.pull.comments[0]?.body.split("\n").filter((row) => /^- \*\*\w+:\*\* /.test(row)) ?? [];
    expect(rows.filter((row) => row.includes("only here"))).toHaveLength(3 - standing.length);
    expect(await desk.publish(bot)).toMatchObject({ code: 0 });
    expect([...threadIds(desk.pull)].sort()).toEqual(["I1", "S1", "S2"]);
  });

  test("a token without check runs is told so; asked for by name, that is incomplete", async () => {
    const { code, stdout } = await desk.publish(rosa);
    expect(code).toBe(0);
    expect(stdout).toMatch(/check +not posted: You must authenticate via a GitHub App/);
    expect(await desk.publish(rosa, "--parts", "review,check")).toMatchObject({ code: 3 });
  });

  test("a token that may only read posts nothing, and says what it lacks", async () => {
    const { code, stdout } = await desk.publish(hub().tokenFor("tess", { readOnly: true }));
    expect(code).toBe(3);
    expect(stdout).toContain("must be allowed to write to pull requests");
    expect(hub().writes()).toEqual([]);
  });

  test("a secondary limit is waited for as long as it asks", async () => {
    hub().fault({ kind: "secondary-limit", retryAfter: 1, on: "write" });
    const { code, stderr } = await desk.publish(bot);
    expect(code).toBe(0);
    expect(stderr).toMatch(/asks to wait 1 s/);
    expect([...threadIds(desk.pull)].sort()).toEqual(["I1", "S1", "S2"]);
    expect(desk.pull.comments).toHaveLength(1);
  });
});

describe("a pull request that moved", () => {
  test("is not posted to, unless the user says so", async () => {
    editQueue(desk.life, [SHIFT, SHIFT_FIXED], "Leave the loop when there is no job");
    desk.push();
    const { code, stderr } = await desk.publish(bot);
    expect(code).toBe(2);
    expect(stderr).toContain("--moved");
    expect(hub().writes()).toEqual([]);
    const anyway = await desk.publish(bot, "--moved");
    expect(anyway.code).toBe(0);
    expect(anyway.stdout).toMatch(/check +skipped: the pull request has moved on/);
    expect(desk.pull.comments.map(({ body }) => body)).toEqual([expect.stringContaining("has moved on to")]);
  });

  test("is noticed between reading and posting", async () => {
    let reads = 0;
    const move = (): void => {
      editQueue(desk.life, [SHIFT, SHIFT_FIXED], "Leave the loop when there is no job");
      desk.push();
    };
    // The second call of a run is the last look at the head.
    hub().fault({ kind: "do", action: move, on: () => (reads += 1) === 2 });
    expect(await desk.publish(bot)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("not what was reviewed"),
    });
    expect(hub().writes()).toEqual([]);
  });

  test("is not posted to when it is closed", async () => {
    desk.pull.close();
    expect(await desk.publish(bot)).toMatchObject({ code: 2, stderr: expect.stringContaining("is closed") });
    expect(hub().writes()).toEqual([]);
  });
});

describe("drafts", () => {
  const draft = (login: string, body: string) =>
    createReview(hub().world, desk.pull.state, { author: hub().world.account(login), body, comments: [] });

  test("one that a lost connection left behind is taken back", async () => {
    await draft("deep-review[bot]", `${formatMarker({ kind: "review", review: reviewId("r1") })}\nWords`);
    expect(await desk.publish(bot)).toMatchObject({ code: 0 });
    expect(desk.pull.reviews.map(({ state }) => state)).toEqual(["COMMENTED"]);
    expect([...threadIds(desk.pull)].sort()).toEqual(["I1", "S1", "S2"]);
  });

  test("one that a person is writing is not touched", async () => {
    await draft("rosa", "I am still thinking.");
    expect(await desk.publish(rosa)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("while you are writing one"),
    });
    expect(desk.pull.reviews.map(({ state, body }) => [state, body])).toEqual([["PENDING", "I am still thinking."]]);
    expect(hub().writes()).toEqual([]);
  });
});

describe("a connection that is lost while publishing", () => {
  test.each(["cut-before", "cut-after"] as const)(
    "%s, at every write in turn: nothing double, nothing missing",
    async (kind) => {
      await desk.publish(bot);
      const wanted = standing(desk.pull);
      const writes = hub().writes().length;
      for (let at = 0; at < writes; at += 1) {
        wipe(desk.pull);
        hub().log.clear();
        let seen = 0;
        hub().fault({ kind, on: ({ isWrite }: IncomingCall) => isWrite && (seen += 1) === at + 1 });
        expect(await desk.publish(bot), `write ${at + 1}`).toMatchObject({ code: 0 });
        expect(standing(desk.pull), `write ${at + 1}`).toEqual(wanted);
        hub().log.clear();
        await desk.publish(bot);
        expect(hub().writes(), `write ${at + 1}, again`).toEqual([]);
      }
    },
  );

  test("again and again is given up, with what was posted; the same command later goes on", async () => {
    hub().fault({ kind: "cut-before", times: 3, on: ({ isWrite, path }) => isWrite && path.endsWith("/comments") });
    const { code, stderr } = await desk.publish(bot);
    expect(code).toBe(2);
    expect(stderr).toContain("posted before that: 3 comments");
    expect(await desk.publish(bot)).toMatchObject({ code: 0 });
    expect(desk.pull.comments).toHaveLength(1);
    expect(threadIds(desk.pull)).toHaveLength(3);
  });

  test("in the middle of handing comments in one by one leaves no draft behind", async () => {
    hub().fault({ kind: "status", status: 422, on: isWholeReview });
    hub().fault({ kind: "cut-after", on: addsThread("101 jobs") });
    expect(await desk.publish(bot)).toMatchObject({ code: 0 });
    expect([...threadIds(desk.pull)].sort()).toEqual(["I1", "S1", "S2"]);
    expect(desk.pull.reviews.filter(({ state }) => state === "PENDING")).toEqual([]);
  });
});

test("publishing ends between two posts when the user stops it; the same command later goes on", async () => {
  const stop = new AbortController();
  hub().fault({ kind: "do", action: () => stop.abort(), on: ({ isWrite }) => isWrite });
  const review = desk.life.record();
  const request = { review, pr: desk.pull.url, options: {}, allowMoved: false, isDryRun: false };
  const env = { GITHUB_SERVER_URL: hub().url, GITHUB_TOKEN: bot, PATH: "" };
  const archive = openArchive(`${desk.life.folder}/.deep-review`);
  const tool = { name: "deep-review", version: "0.0.0-dev" };
  const host = { archive, folder: desk.life.folder, env, tool, stop: stop.signal, onWait: () => {} };
  const { isStopped, posted } = await publishToGitHub(request, host);
  expect({ isStopped, comments: posted.comments.size, summary: posted.summary }).toEqual({
    isStopped: true,
    comments: 3,
  });
  expect(hub().writes()).toHaveLength(1);
  expect(await desk.publish(bot)).toMatchObject({ code: 0 });
  expect(hub().writes()).toHaveLength(4);
});

const isReview = ({ method, path }: IncomingCall): boolean => method === "POST" && path.endsWith("/reviews");

const isWholeReview = ({ method, path, body }: IncomingCall): boolean =>
  method === "POST" && path.endsWith("/reviews") && typeof body === "object" && body !== null && "comments" in body;

const addsThread =
  (words: string) =>
  ({ operations, body }: IncomingCall): boolean =>
    operations.includes("mutation addPullRequestReviewThread") && JSON.stringify(body).includes(words);
