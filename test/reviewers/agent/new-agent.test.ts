import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as prettier from "prettier";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AgentAdapter } from "#reviewers/agent/agent-adapter.ts";
import { addToRegistry, writeNewAgent } from "../../../tools/new-agent.ts";
import { checkContract } from "./contract.ts";
import { readFixture } from "./contract/fixture.ts";

const repository = fileURLToPath(new URL("../../..", import.meta.url));

describe("npm run new:agent", () => {
  let root = "";
  let written: string[] = [];
  beforeAll(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), "deep-review-new-agent-")));
    for (const path of ["package.json", "tsconfig.json", "src"]) {
      cpSync(join(repository, path), join(root, path), { recursive: true });
    }
    symlinkSync(join(repository, "node_modules"), join(root, "node_modules"));
    written = writeNewAgent(root, "my-agent");
    // The registry and what it imports: quicker than the whole program.
    const config = { extends: "./tsconfig.json", include: [], files: ["src/reviewers/agent/registry.ts"] };
    writeFileSync(join(root, "tsconfig.agents.json"), JSON.stringify(config));
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  const typeErrors = (): string => {
    const tsc = join(repository, "node_modules/.bin/tsc");
    try {
      return execFileSync(tsc, ["--noEmit", "-p", "tsconfig.agents.json"], { cwd: root, encoding: "utf8" });
    } catch (error) {
      return String((error as { stdout: unknown }).stdout);
    }
  };

  test("the skeleton passes types and the formatter", async () => {
    expect(typeErrors()).toBe("");
    const options = JSON.parse(readFileSync(join(repository, ".prettierrc.json"), "utf8")) as prettier.Options;
    for (const path of written.filter((one) => one.endsWith(".ts"))) {
      const text = readFileSync(join(root, path), "utf8");
      expect(await prettier.check(text, { ...options, parser: "typescript" }), path).toBe(true);
    }
  });

  test("the contract suite lists what is left to do", async () => {
    const adapter = (await import(join(root, "src/reviewers/agent/my-agent/my-agent.ts"))).myAgent as AgentAdapter;
    const fixture = readFixture("my-agent", join(root, "test/fixtures/agents"));
    if (fixture === undefined) throw new Error("the fixture was not written");
    const violations = checkContract(adapter, fixture).map(({ clause, where, say }) => `${clause} ${where}: ${say}`);
    expect(violations).toEqual(
      expect.arrayContaining([
        "card the adapter: family still says TODO.",
        "cases review: There is no recording of it.",
        "retries-switch the plan: The fixture says neither how nor why not.",
        expect.stringMatching(/^guard the plan for 0\.0\.0: TODO/),
      ]),
    );
    const others = violations.filter((line) => !/TODO|no recording|neither how nor why not/.test(line));
    expect(others, "the rest of the skeleton keeps the contract").toEqual([]);
  });

  test("an agent that exists already, or an id that is none, changes nothing", () => {
    expect(() => writeNewAgent(root, "codex")).toThrow("src/reviewers/agent/codex exists already");
    expect(() => writeNewAgent(root, "../evil")).toThrow('"../evil" is not an id');
    expect(readFileSync(join(root, "src/reviewers/agent/codex/codex.ts"), "utf8")).toContain("Codex CLI");
  });
});

test("a registry in another form is not touched", () => {
  expect(() => addToRegistry("export const AGENTS = makeAgents();\n", "x")).toThrow("Add the agent by hand");
});
