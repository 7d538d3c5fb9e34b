import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { AGENTS } from "#reviewers/agent/registry.ts";
import { agentProgram, readProgramFixture } from "../../tools/agent-programs.ts";
import { RECORDED_CASES } from "../../tools/record-agent/cases.ts";
import { HOSTILE, runCase } from "../../tools/record-agent/run-case.ts";
import {
  type AgentFixture,
  readFixture,
  type RecordingFacts,
  type ToolFacts,
} from "../reviewers/agent/contract/fixture.ts";
import { blocksOf, endedTools, modelOf, replay, usageOf } from "../reviewers/agent/contract/replay.ts";
import { type ModelServer, startModelServer } from "./model-server/model-server.ts";

describe.each(AGENTS.map((adapter) => [adapter.id, adapter] as const))(
  "what was recorded of %s still holds",
  (_, adapter) => {
    let server: ModelServer;
    beforeAll(async () => {
      const scripts = Object.entries(RECORDED_CASES).map(([name, { script }]) => [name, script] as const);
      server = await startModelServer({ scenarios: Object.fromEntries(scripts) });
    });
    afterAll(() => server.close());

    const { recordings } = readFixture(adapter.id) as AgentFixture;
    const { failsQuickly = false } = readProgramFixture(adapter.id);
    const live = recordings.filter(
      ({ name, facts }) => RECORDED_CASES[name] !== undefined && (failsQuickly || facts.expect.outcome === "ok"),
    );

    test.each(live.map(({ name, facts }) => [name, facts] as const))("%s", async (name, facts) => {
      const { path, version } = agentProgram(adapter.id);
      const { printed, wasTricked, wrote } = await runCase(adapter, name, { server, program: path, version });
      const lines = printed.stdout.replace(/\n$/, "").split("\n");
      const exit = { code: printed.code, signal: printed.signal, complaint: printed.stderr };
      const seen = replay(adapter, facts, { lines, exit });
      expect([seen.thrown, seen.end?.ok === true ? "ok" : seen.end?.kind], JSON.stringify(seen.end)).toEqual([
        undefined,
        facts.expect.outcome,
      ]);
      // Where it is stopped or cut is a matter of moments.
      if (facts.expect.outcome === "ok") expect(summaryOf(seen.events)).toEqual(wantedOf(facts));
      expect({ wasTricked, wrote }).toEqual({ wasTricked: false, wrote: false });
      expect(JSON.stringify(server.requests(name).map(({ body }) => body))).not.toContain(HOSTILE);
    });
  },
);

function summaryOf(events: Parameters<typeof blocksOf>[0]): object {
  const { inputTokens, outputTokens } = usageOf(events) ?? {};
  const tools = endedTools(events).map(callOf);
  return { blocks: blocksOf(events), tools, model: modelOf(events), inputTokens, outputTokens };
}

function wantedOf({ expect: { blocks, tools, model, usage } }: RecordingFacts): object {
  const { inputTokens, outputTokens } = usage ?? {};
  return { blocks, tools: tools.map(callOf), model, inputTokens, outputTokens };
}

/** Whether a search succeeds depends on the machine: opencode looks for ripgrep in PATH. */
function callOf({ name, action, state, paths }: ToolFacts): object {
  return { name, action, paths, ...(action === "search" ? {} : { state }) };
}
