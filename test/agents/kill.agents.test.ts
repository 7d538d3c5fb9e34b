import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Review } from "#model/review.ts";
import { leftIn, livingIn, marksIn } from "./kill/living.ts";
import { makeRoom, type Room, type MemberSetting, type Started } from "./kill/room.ts";
import { type ModelServer, startModelServer } from "./model-server/model-server.ts";
import type { Scenario } from "./model-server/scenario.ts";

const CLAUDE: MemberSetting = { id: "claude", use: "claude", model: "claude-opus-5-5" };
const QUICK: MemberSetting = { id: "claude-quick", use: "claude", model: "claude-sonnet-5" };
const CODEX: MemberSetting = { id: "codex", use: "codex", model: "scripted-model" };
const GEMINI: MemberSetting = { id: "gemini", use: "gemini", model: "gemini-2.5-pro" };

const FOUND = "### Important Issues\n\n#### I1. add subtracts\n\n`calc.js:2` (important, regression)\n\nFix: add.\n";
const REVIEW = `## Executive Summary\n\nOne problem.\n\n## Findings\n\n${FOUND}\n## Coverage Summary\n\n- \`calc.js\`: I1\n`;
const ENDLESS = Array.from({ length: 4000 }, (_, at) => `Thought number ${at} about the sum.`).join("\n");

/** Reads the change and says what it found; then, unless it is the quick one, it talks on for an hour. */
const talking: Scenario = {
  steps: [
    ({ model }) => ({
      text: model === QUICK.model ? "First the code." : FOUND,
      calls: [{ tool: "read", path: "code/calc.js" }],
    }),
    ({ model }) => (model === QUICK.model ? { text: REVIEW } : { text: ENDLESS, chunkMs: 250 }),
  ],
};
const ending: Scenario = {
  steps: [{ text: "First the code.", calls: [{ tool: "read", path: "code/calc.js" }] }, { text: REVIEW }],
};

let server: ModelServer;
let room: Room | undefined;
let before: object;
beforeAll(async () => {
  server = await startModelServer({ scenarios: {} });
});
afterAll(() => server.close());
afterEach(() => room?.remove());

interface Running {
  readonly room: Room;
  readonly name: string;
  readonly seats: readonly MemberSetting[];
  readonly started: Started;
  readonly marks: readonly string[];
}

/** Starts a review, and waits until the quick one and the built-in reviewers have ended and all others talk. */
async function begin(name: string, seats: readonly MemberSetting[]): Promise<Running> {
  for (const { use } of seats) server.set(`${name}-${use}`, talking);
  const made = makeRoom(name, seats, server);
  room = made;
  before = made.repository();
  const started = made.start("HEAD", "--quiet");
  const running = { room: made, name, seats, started, marks: [] };
  const ended = ["loose-ends", "test-scout", "hazard-lint", ...(seats.includes(QUICK) ? [QUICK.id] : [])];
  await until(started, () => {
    const journal = readOr(join(made.round(), "events.jsonl"));
    const haveEnded = ended.every((id) => journal.includes(`"run":{"reviewer":"${id}"`));
    return haveEnded && slowOnes(seats).every((seat) => asked(running, seat) >= 2 && hasSpoken(made, seat));
  });
  return { ...running, marks: marksIn(made.root) };
}

const slowOnes = (seats: readonly MemberSetting[]): MemberSetting[] => seats.filter((seat) => seat !== QUICK);

/** Codex tells a block when it has ended, the others their words as they come. */
const hasSpoken = (made: Room, { id, use }: MemberSetting): boolean =>
  readOr(join(made.round(), `raw/${id}.part.md`)).includes(use === "codex" ? "add subtracts" : ENDLESS.slice(0, 30));

/** How often the model of a seat was asked. */
function asked({ name }: Pick<Running, "name">, { use, model }: MemberSetting): number {
  return server.requests(`${name}-${use}`).filter(({ request }) => request?.model === model).length;
}

/** Resumes with models that come to an end; says who was asked. */
async function resume(running: Running): Promise<{ readonly asked: readonly string[]; readonly review: Review }> {
  const { name, seats } = running;
  for (const { use } of seats) server.set(`${name}-${use}`, ending);
  const counts = seats.map((seat) => asked(running, seat));
  const { code, printed } = await running.room.start("resume", "--quiet").over;
  expect(code, printed).toBe(0);
  const again = seats.filter((seat, at) => asked(running, seat) > (counts[at] ?? 0)).map(({ id }) => id);
  return { asked: again, review: running.room.review() };
}

/** What a review leaves behind that was cut short and resumed: everything in the record, nothing on the machine. */
async function expectResumed(running: Running): Promise<void> {
  const { seats } = running;
  const { asked: again, review } = await resume(running);
  expect(again).toEqual(slowOnes(seats).map(({ id }) => id));
  const ids = ["loose-ends", "test-scout", "hazard-lint", ...seats.map(({ id }) => id)];
  expect(review.runs.map(({ reviewer, outcome }) => [reviewer, outcome])).toEqual(ids.map((id) => [id, "completed"]));
  const raised = review.findings.filter(({ title }) => title === "add subtracts").map(({ reviewer }) => reviewer);
  expect(raised).toEqual(seats.map(({ id }) => id));
  expect(review.receipt.readAll).toEqual(expect.arrayContaining(ids));
  expect(review.verdict.kind).not.toBe("incomplete");
  await expectNothingLeft(running);
}

async function expectNothingLeft({ room: made, marks }: Running): Promise<void> {
  expect(await leftIn(made.root, marks)).toEqual([]);
  expect(made.desks()).toEqual([]);
  expect(made.repository()).toEqual(before);
}

describe("a review that is ended while agents work", () => {
  test("kill -9 leaves no process, the next start no desk, and only those are asked again who had not ended", async () => {
    const running = await begin("killed", [CLAUDE, CODEX, GEMINI, QUICK]);
    const living = livingIn(running.room.root, running.marks).map(({ command }) => command);
    for (const name of ["claude", "codex", "gemini", "deep-review-guard"]) {
      expect(living.filter((command) => command.includes(name)).length, name).toBeGreaterThan(0);
    }
    expect(running.marks).toHaveLength(3);
    running.started.signal("SIGKILL");
    expect(await running.started.over).toMatchObject({ code: null, signal: "SIGKILL" });
    expect(await leftIn(running.room.root, running.marks)).toEqual([]);
    expect(running.room.desks()).toHaveLength(1);
    expect(running.room.repository()).toEqual(before);
    await expectResumed(running);
  });

  test("Ctrl-C ends the agents, and what they had said is reported and marked", async () => {
    const running = await begin("stopped", [CLAUDE, CODEX]);
    running.started.signal("SIGINT");
    const { code, printed } = await running.started.over;
    expect(code, printed).toBe(130);
    const review = running.room.review();
    const report = readFileSync(join(running.room.round(), "report.md"), "utf8");
    for (const { id } of [CLAUDE, CODEX]) {
      const run = review.runs.find(({ reviewer }) => reviewer === id);
      expect(run, id).toMatchObject({ outcome: "failed", isPartial: true, message: "stopped by the user" });
      expect(run?.text, id).toContain("add subtracts");
    }
    expect(review.runs.find(({ reviewer }) => reviewer === CLAUDE.id)?.text).toContain(ENDLESS.slice(0, 30));
    expect(report.match(/did not end; its text is kept as far as it came/g)).toHaveLength(2);
    expect(review.verdict.kind).toBe("incomplete");
    await expectNothingLeft(running);
    await expectResumed(running);
  });

  test("a second Ctrl-C leaves at once, and the review can be resumed", async () => {
    const running = await begin("left", [CLAUDE, GEMINI]);
    // One that comes before the first was heard is the same as none.
    while (!running.started.isOver()) {
      running.started.signal("SIGINT");
      await sleep(100);
    }
    expect(await running.started.over).toMatchObject({ code: null, signal: "SIGINT" });
    expect(existsSync(join(running.room.round(), "review.json"))).toBe(false);
    expect(await leftIn(running.room.root, running.marks)).toEqual([]);
    expect(running.room.repository()).toEqual(before);
    await expectResumed(running);
  });

  test("SIGTERM ends everything in order, and the review can be resumed", async () => {
    const running = await begin("ended", [CLAUDE, CODEX]);
    running.started.signal("SIGTERM");
    const { code, printed } = await running.started.over;
    expect(code, printed).toBe(130);
    expect(printed).toContain("deep-review resume");
    // In order: there is nothing to wait for.
    expect(livingIn(running.room.root, running.marks)).toEqual([]);
    expect(existsSync(join(running.room.round(), "review.json"))).toBe(false);
    await expectNothingLeft(running);
    await expectResumed(running);
  });
});

/** Waits for something that the program does, as long as it lives. */
async function until(started: Started, isTrue: () => boolean): Promise<void> {
  for (let tries = 0; !isTrue(); tries += 1) {
    if (started.isOver()) throw new Error(`it ended too early: ${(await started.over).printed}`);
    if (tries > 1500) {
      started.signal("SIGKILL");
      throw new Error(`it did not come so far: ${(await started.over).printed}`);
    }
    await sleep(100);
  }
}

function readOr(path: string): string {
  return existsSync(path) ? readFileSync(path, "utf8") : "";
}
