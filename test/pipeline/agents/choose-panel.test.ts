import { describe, expect, test } from "vitest";
import { agentSettingsOf, type WrittenConfig } from "#config/config.ts";
import { resolveConfig } from "#config/resolve-config.ts";
import { parseMember, type WrittenMember } from "#config/member-setting.ts";
import { chooseMembers, panelNames, type PanelRequest, riskyParts } from "#pipeline/agents/choose-panel.ts";
import type { FoundAgent } from "#pipeline/agents/find-agents.ts";
import { builtInAnalyzers } from "#pipeline/panel.ts";
import { AGENTS } from "#reviewers/agent/registry.ts";
import { UserError } from "#util/errors.ts";

const BUILT_IN = ["loose-ends", "test-scout", "hazard-lint"];
const known = {
  reviewers: builtInAnalyzers().map(({ id }) => id),
  checks: [],
};
const configured = (value: WrittenConfig = {}) => resolveConfig({ name: "deep-review.config.json", value }, known);
const user = (panel?: readonly WrittenMember[]): PanelRequest["user"] => ({
  panel: panel?.map((seat) => parseMember(seat)!),
  verifier: undefined,
  editor: undefined,
});

/** These are installed and signed in, the others are not. */
function found(...ready: string[]): FoundAgent[] {
  return AGENTS.map((adapter) => ({
    adapter,
    program: ready.includes(adapter.id) ? `/bin/${adapter.id}` : undefined,
    version: undefined,
    login: { by: ready.includes(adapter.id) ? { kind: "variable", name: "KEY" } : undefined, variables: {}, files: [] },
  }));
}

const choose = (over: Partial<PanelRequest> = {}) =>
  chooseMembers({ config: configured(), user: user(), found: found("claude", "codex"), ...over });
const uses = (over: Partial<PanelRequest> = {}): string[] => choose(over).seats.map(({ use }) => use);
const failure = (over: Partial<PanelRequest>): UserError => {
  try {
    choose(over);
  } catch (error) {
    if (error instanceof UserError) return error;
  }
  throw new Error("it was accepted");
};

describe("who reviews when nobody is named", () => {
  test("the built-in reviewers, however many agents are ready", () => {
    expect(uses()).toEqual(BUILT_IN);
  });

  test("and those whom the user chose once", () => {
    expect(uses({ user: user(["claude", "codex@high"]) })).toEqual([...BUILT_IN, "claude", "codex"]);
  });

  test("never somebody whom the repository alone names", () => {
    expect(uses({ config: configured({ panels: { deep: ["claude"], default: ["codex"] } }) })).toEqual(BUILT_IN);
  });

  test("a line says who is ready, until the user has chosen, be it nobody", () => {
    expect(choose().hint).toBe(
      "Claude Code and Codex CLI are ready here. `deep-review init` puts them on the panel; `--panel deep` does so once.",
    );
    expect(choose({ found: found("claude") }).hint).toMatch(/^Claude Code is ready here\. `deep-review init` puts it /);
    expect(choose({ found: found() }).hint).toBeUndefined();
    expect(choose({ user: user([]) }).hint).toBeUndefined();
  });

  test("an agent that has to be told its model is not called ready until it is", () => {
    expect(choose({ found: found("opencode") }).hint).toBeUndefined();
    const config = configured({ agents: { opencode: { model: "house/large" } } });
    expect(choose({ found: found("opencode"), config }).hint).toContain("opencode is ready");
  });
});

describe("--reviewers", () => {
  test("names everybody who reviews, in order", () => {
    expect(choose({ reviewers: "claude, codex=gpt-5.5@high,loose-ends,", user: user(["gemini"]) }).seats).toEqual([
      { use: "claude", isOptional: false, isBlind: false },
      { use: "codex", model: "gpt-5.5", effort: "high", isOptional: false, isBlind: false },
      { use: "loose-ends", isOptional: false, isBlind: false },
    ]);
  });

  test("takes models of known providers, and places of the configuration by their id", () => {
    const config = configured({ panels: { house: [{ use: "acp", id: "copilot", command: ["copilot"] }] } });
    expect(uses({ reviewers: "copilot,anthropic/claude-opus-5", config })).toEqual(["acp", "anthropic/claude-opus-5"]);
  });

  test.each(["claud", "", ",", "claude codex", "nobody/model", "loose-ends@"])("refuses %j", (reviewers) => {
    expect(failure({ reviewers }).what).toContain("there is no reviewer");
  });

  test("suggests the right spelling", () => {
    expect(failure({ reviewers: "claud" }).fix).toBe("did you mean claude?");
  });

  test("and --panel are not both obeyed", () => {
    expect(failure({ reviewers: "claude", panel: "deep" }).what).toBe("two panels were asked for");
  });
});

describe("--panel", () => {
  test("deep is everybody who is ready, quick is no agent", () => {
    expect(uses({ panel: "deep" })).toEqual([...BUILT_IN, "claude", "codex"]);
    expect(uses({ panel: "quick", user: user(["claude"]) })).toEqual(BUILT_IN);
  });

  test("deep leaves out whoever still has to be told its model", () => {
    expect(uses({ panel: "deep", found: found("claude", "opencode") })).toEqual([...BUILT_IN, "claude"]);
  });

  test("one of the configuration is taken as it is written, also in place of deep", () => {
    const config = configured({ panels: { deep: ["claude"], team: ["test-scout", "codex"] } });
    expect(uses({ panel: "team", config })).toEqual(["test-scout", "codex"]);
    expect(uses({ panel: "deep", config })).toEqual(["claude"]);
    expect(panelNames(config.agents)).toEqual(["deep", "team", "quick"]);
  });

  test("one that is not there is told with those that are; deep without agents says what helps", () => {
    expect(failure({ panel: "dep" })).toMatchObject({ fix: "did you mean deep?" });
    expect(failure({ panel: "deep", found: found() }).fix).toContain("deep-review doctor");
  });
});

test("built-in reviewers that are switched off stay off", () => {
  expect(uses({ panel: "quick", config: configured({ reviewers: { "test-scout": false } }) })).toEqual([
    "loose-ends",
    "hazard-lint",
  ]);
});

test("what needs trust is named by place and key", () => {
  const seats = [parseMember({ use: "acp", id: "house", command: ["x"] })!, parseMember("claude")!];
  expect(riskyParts(seats, agentSettingsOf({ setup: ["npm ci"] }))).toEqual(["house.command", "setup"]);
  expect(riskyParts([parseMember("claude")!], agentSettingsOf({}))).toEqual([]);
});
