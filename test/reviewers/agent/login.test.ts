import { expect, test } from "vitest";
import { claude } from "#reviewers/agent/claude/claude.ts";
import { gemini } from "#reviewers/agent/gemini/gemini.ts";
import { pickSecrets } from "#reviewers/agent/login.ts";

test("keys are secrets, a project and an address are not", () => {
  const given = { GEMINI_API_KEY: "key-of-the-zoo", GOOGLE_CLOUD_PROJECT: "zebra", STRANGER: "strange" };
  expect(pickSecrets(gemini.login, given)).toEqual(["key-of-the-zoo"]);
  expect(pickSecrets(claude.login, { ANTHROPIC_BASE_URL: "http://gateway.example" })).toEqual([]);
});

test("headers are secrets as a whole and each by itself", () => {
  const headers = "X-Gate: token-of-the-gate\nX-Team: team-of-zebras\n";
  expect(pickSecrets(claude.login, { ANTHROPIC_CUSTOM_HEADERS: headers })).toEqual([
    headers,
    "token-of-the-gate",
    "team-of-zebras",
  ]);
});
