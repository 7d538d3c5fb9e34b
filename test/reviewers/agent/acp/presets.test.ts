import { describe, expect, test } from "vitest";
import { createAcpAdapter } from "#reviewers/agent/acp/create-acp-adapter.ts";
import { ACP_PRESETS, presetFor } from "#reviewers/agent/acp/presets.ts";
import { describeContract } from "../contract.ts";
import { jobFor } from "../contract/plan-clauses.ts";

for (const preset of ACP_PRESETS) describeContract(createAcpAdapter(preset));

describe("presets", () => {
  test.each([
    [["gemini", "--acp"], "gemini-acp"],
    [["/opt/bin/gemini", "--acp", "-m", "x"], "gemini-acp"],
    [["opencode.exe", "acp"], "opencode-acp"],
    [["gemini"], undefined],
    [["copilot", "--acp"], undefined],
    [[], undefined],
  ])("the command %j is that of %s", (command, id) => {
    expect(presetFor(command)?.id).toBe(id);
  });

  test("Gemini counts attempts, so it is told one more than the retries", () => {
    const gemini = createAcpAdapter(ACP_PRESETS[0] ?? raise());
    const text = gemini.plan(jobFor(gemini, { retries: 2 })).files[0]?.text ?? "";
    expect(JSON.parse(text)).toMatchObject({ general: { maxAttempts: 3 } });
  });
});

function raise(): never {
  throw new Error("there is no preset");
}
