import { statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { loudAgent, type LoudAgent } from "../helpers/loud-agent.ts";
import { beginLife, EMPTY_SHIFT, kept } from "./rounds/life.ts";

const life = beginLife();
afterAll(() => life.close());

const NOTHING = "## Executive Summary\n\nFine.\n\n## Findings\n\n### Critical Issues\n\nNone.\n";
const AGENTS: Readonly<Record<"text" | "line" | "calls", Omit<LoudAgent, "says">>> = {
  text: { megabytes: 4 },
  line: { line: 33 * 1024 * 1024 },
  calls: { calls: 12_000 },
};
const put = (name: string, text: string): string => {
  const path = join(life.folder, ".git", name);
  writeFileSync(path, text);
  return path;
};

beforeAll(async () => {
  const panels = Object.fromEntries(
    Object.entries(AGENTS).map(([id, agent]) => [
      id,
      [{ use: "acp", id, name: id, command: loudAgent({ ...agent, says: NOTHING }) }],
    ]),
  );
  const reviewers = { "loose-ends": false, "test-scout": false, "hazard-lint": false };
  life.git("checkout", "-q", "main");
  life.put("deep-review.config.json", JSON.stringify({ reviewers, panels }));
  life.commit("Configure");
  life.git("checkout", "-q", "feature");
  life.git("rebase", "-q", "main");
  expect(await life.cli("config", "--trust")).toMatchObject({ code: 0 });
});

test.each([
  ["text", "its review was larger than 2 MB"],
  ["line", "it printed a line larger than 32 MB, which was not read"],
] as const)(
  "an agent that says too much in one %s has not ended well, and the others' work is kept",
  async (id, why) => {
    await life.round({ rosa: { findings: [EMPTY_SHIFT] } }, {}, "--panel", id, "--again").catch((error: unknown) => {
      expect(String(error)).toContain("ended with 3");
    });
    const { runs, verdict, ...review } = life.record();
    const run = runs.find(({ reviewer }) => reviewer === id);
    expect(run).toMatchObject({ outcome: "failed", isPartial: true });
    expect(run?.message).toContain(why);
    expect(verdict.kind).toBe("incomplete");
    expect(kept({ ...review, runs, verdict })).toHaveLength(1);
    expect(statSync(join(life.folder, ".deep-review/reviews", review.id, "review.json")).size).toBeLessThan(8e6);
  },
);

test("calls of tools are counted, however many", async () => {
  const { code, stderr } = await life.cli("--panel", "calls", "--again", "--quiet");
  expect(code, stderr).toBe(0);
  expect(life.record().runs[0]?.toolCalls?.total).toBe(12_000);
});

test("a scripted reviewer that says too much has not ended well, and a file that is too large is refused", async () => {
  const reviewers = [
    { id: "rosa", name: "Rosa", says: NOTHING },
    { id: "long", name: "Long", says: `${"lorem ipsum\n".repeat(200_000)}${NOTHING}` },
  ];
  const script = put("script.json", JSON.stringify({ reviewers }));
  expect(await life.cli("--scripted", script, "--again", "--quiet")).toMatchObject({ code: 3 });
  const huge = put("huge.md", NOTHING);
  truncateSync(huge, 300 * 1024 * 1024);
  for (const args of [
    ["merge", huge],
    ["--scripted", huge],
    ["--sarif", huge],
  ]) {
    const { code, stderr } = await life.cli(...args);
    expect({ code, why: /larger than 64 MB/.test(stderr) }, args.join(" ")).toEqual({ code: 2, why: true });
  }
});
