import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { agentPrograms, findAgentProgram, testedVersion } from "../../tools/agent-programs.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "deep-review-programs-"));
  vi.stubEnv("DEEP_REVIEW_AGENTS", folder);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

function place(path: string, content: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), content);
}

test("programs that are not installed are named, with the command that installs them", () => {
  expect(() => agentPrograms()).toThrow(/@openai\/codex 0\.166\.0, .*npm run test:agents/);
});

test("a program is found at the version that we test, and at no other", () => {
  const manifest = "gemini/node_modules/@google/gemini-cli/package.json";
  place("gemini/node_modules/.bin/gemini", "");
  place(manifest, '{"version":"0.0.1"}');
  expect(findAgentProgram("gemini")).toBeUndefined();
  const version = testedVersion("gemini");
  place(manifest, JSON.stringify({ version }));
  expect(findAgentProgram("gemini")).toEqual({
    name: "gemini",
    version,
    path: join(folder, "gemini/node_modules/.bin/gemini"),
  });
  expect(() => agentPrograms()).toThrow(/^(?!.*gemini-cli)/);
});

test("a package without a program for this machine is not taken for installed", () => {
  place("codex/node_modules/@openai/codex/package.json", JSON.stringify({ version: testedVersion("codex") }));
  expect(findAgentProgram("codex")).toBeUndefined();
});
