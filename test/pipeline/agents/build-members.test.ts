import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { agentSettingsOf, type WrittenConfig } from "#config/config.ts";
import { parseMember, type WrittenMember } from "#config/member-setting.ts";
import { createHost } from "#pipeline/agents/call-panel.ts";
import { namedMembers, buildMembers } from "#pipeline/agents/build-members.ts";
import { UserError } from "#util/errors.ts";

let home = "";
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), "deep-review-seats-"));
  mkdirSync(join(home, "bin"));
  for (const name of ["claude", "opencode", "house-agent"]) {
    writeFileSync(join(home, "bin", name), "#!/bin/sh\nexit 1\n");
    chmodSync(join(home, "bin", name), 0o755);
  }
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** Fills places where Claude Code, opencode and an agent of the house are installed, and nothing else. */
async function seated(seats: readonly WrittenMember[], config: WrittenConfig = {}) {
  const settings = agentSettingsOf(config);
  const env = { PATH: join(home, "bin"), HOME: home, ANTHROPIC_API_KEY: "test-key" };
  const host = createHost(settings, env, home);
  const members = await buildMembers(
    seats.map((seat) => parseMember(seat)!),
    { host, settings },
  );
  return members.map(({ reviewer }) => reviewer);
}

async function refusal(...given: Parameters<typeof seated>): Promise<UserError> {
  const error = await seated(...given).catch((thrown: unknown) => thrown);
  if (error instanceof UserError) return error;
  throw new Error(`it was no error for users: ${String(error)}`);
}

test("two of one kind are told apart, and an id that the user gave is kept", async () => {
  const seats: WrittenMember[] = ["claude", "claude=claude-sonnet-5", { use: "claude", id: "second" }, "loose-ends"];
  const reviewers = await seated(seats);
  expect(reviewers.map(({ id, model }) => [id, model])).toEqual([
    ["claude", undefined],
    ["claude-2", "claude-sonnet-5"],
    ["second", undefined],
    ["loose-ends", undefined],
  ]);
  expect(namedMembers(seats.map((seat) => parseMember(seat)!)).map(({ id }) => id)).toEqual(
    reviewers.map(({ id }) => id),
  );
});

test("a place names who sits there in full", async () => {
  const [reviewer] = await seated([
    { use: "claude", name: "Blind Claude", effort: "high", blind: true, optional: true, model: "opus" },
  ]);
  expect(reviewer).toEqual({
    id: "claude",
    name: "Blind Claude",
    kind: "agent",
    family: "anthropic",
    model: "opus",
    effort: "high",
    optional: true,
    blind: true,
  });
});

test("what the place does not say the configuration of the agent says", async () => {
  const config = { agents: { claude: { model: "claude-sonnet-5", effort: "low" } } };
  const [plain, own] = await seated(["claude", "claude=opus"], config);
  expect([plain?.model, plain?.effort, own?.model, own?.effort]).toEqual(["claude-sonnet-5", "low", "opus", "low"]);
});

test("a program that runs the models of many vendors has the voice of the model's vendor", async () => {
  const [reviewer] = await seated(["opencode=anthropic/claude-opus-5"]);
  expect(reviewer?.family).toBe("anthropic");
});

test("an agent that is not installed is an error that says how to install it, unless it is optional", async () => {
  expect(await refusal(["codex"])).toMatchObject({
    what: "Codex CLI is not installed",
    fix: expect.stringContaining("npm install -g @openai/codex"),
  });
  expect(await seated([{ use: "codex", optional: true }])).toMatchObject([{ id: "codex", optional: true }]);
});

test("an effort that the agent does not know is an error that names those it knows", async () => {
  const { what, why, fix } = await refusal(["claude@enormous"]);
  expect(what).toContain('"enormous"');
  expect(why).toContain("high");
  expect(fix).toMatch(/claude@\w+/);
});

test("an agent over ACP needs a command, and is called by its program", async () => {
  expect((await refusal(["acp"])).what).toBe("an agent that speaks ACP has no command");
  const seat = { use: "acp", command: [join(home, "bin/house-agent"), "--acp"] };
  expect(await seated([seat])).toMatchObject([{ id: "acp", name: "house-agent", family: "house-agent" }]);
});

test("a model is a member of its own kind", async () => {
  const [reviewer] = await seated(["anthropic/claude-opus-5"]);
  expect(reviewer).toMatchObject({
    id: "anthropic-claude-opus-5",
    kind: "model",
    model: "claude-opus-5",
    family: "anthropic",
  });
});

test("who is not known is an error that names those who are", async () => {
  expect((await refusal(["claud"])).fix).toBe("did you mean claude?");
});
