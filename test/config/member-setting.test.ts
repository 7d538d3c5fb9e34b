import { describe, expect, test } from "vitest";
import {
  describeMemberSetting,
  parseDuration,
  parseMember,
  riskyKeys,
  writtenMemberSchema,
} from "#config/member-setting.ts";

describe("the short form of a member", () => {
  test.each([
    ["claude", { use: "claude" }],
    [" claude ", { use: "claude" }],
    ["claude@high", { use: "claude", effort: "high" }],
    ["codex=gpt-5.5", { use: "codex", model: "gpt-5.5" }],
    ["codex=gpt-5.5@high", { use: "codex", model: "gpt-5.5", effort: "high" }],
    ["anthropic/claude-opus-5@max", { use: "anthropic/claude-opus-5", effort: "max" }],
    ["opencode=openrouter/qwen/qwen3:free", { use: "opencode", model: "openrouter/qwen/qwen3:free" }],
  ])("%j names the reviewer, its model and its effort", (text, member) => {
    expect(parseMember(text)).toEqual({ ...member, isOptional: false, isBlind: false });
  });

  test.each(["", " ", "@high", "=gpt", "claude@", "codex=", "claude high", "a@b@c", "claude\n@high"])(
    "%j is not a member",
    (text) => {
      expect(parseMember(text)).toBeUndefined();
      expect(writtenMemberSchema.safeParse(text).success).toBe(false);
    },
  );

  test("is parsed fast, however long it is", () => {
    expect(parseMember(`${"a".repeat(500_000)}@`)).toBeUndefined();
    expect(parseMember("=".repeat(500_000))).toBeUndefined();
  });
});

describe("the full form of a member", () => {
  test("holds what the short form cannot express", () => {
    const written = { use: "codex", id: "second", optional: true, blind: true, timeout: "90s", effort: "low" };
    expect(parseMember(writtenMemberSchema.parse(written))).toEqual({
      use: "codex",
      id: "second",
      effort: "low",
      isOptional: true,
      isBlind: true,
      timeoutSeconds: 90,
    });
  });

  test("is refused with an invalid time", () => {
    expect(parseMember({ use: "codex", timeout: "soon" })).toBeUndefined();
    expect(writtenMemberSchema.safeParse({ use: "codex", timeout: "soon" }).success).toBe(false);
  });

  test("is refused with an unknown key or an id with blanks", () => {
    expect(writtenMemberSchema.safeParse({ use: "codex", modle: "x" }).success).toBe(false);
    expect(writtenMemberSchema.safeParse({ use: "codex", id: "a b" }).success).toBe(false);
  });
});

test.each([
  ["90s", 90],
  ["30m", 1800],
  ["1.5h", 5400],
  ["24h", 86_400],
])("%s is %d seconds", (text, seconds) => expect(parseDuration(text)).toBe(seconds));

test.each(["", "0s", "25h", "10", "-1m", "1d", "m", "1e3s"])("%j is not a duration", (text) =>
  expect(parseDuration(text)).toBeUndefined(),
);

test("a repository alone may decide on model and effort, but not on programs, addresses and keys", () => {
  const written = { use: "acp", command: ["x"], program: "y", baseUrl: "http://127.0.0.1:1", keyVariable: "K" };
  expect(riskyKeys(parseMember(written)!).toSorted()).toEqual(["baseUrl", "command", "keyVariable", "program"]);
  expect(riskyKeys(parseMember("codex=gpt@high")!)).toEqual([]);
});

test("a member is described in the short form, with the rest in words", () => {
  expect(describeMemberSetting(parseMember("codex=gpt-5.5@high")!)).toBe("codex=gpt-5.5@high");
  expect(describeMemberSetting(parseMember({ use: "claude", id: "blind", blind: true, optional: true })!)).toBe(
    "blind: claude (optional, blind)",
  );
  expect(describeMemberSetting(parseMember({ use: "acp", id: "copilot", command: ["copilot", "--acp"] })!)).toBe(
    "copilot: acp (copilot --acp)",
  );
});
