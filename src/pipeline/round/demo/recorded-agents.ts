import { join } from "node:path";
import { reviewerId } from "#model/ids.ts";
import type { AgentAdapter } from "#reviewers/agent/agent-adapter.ts";
import { claude } from "#reviewers/agent/claude/claude.ts";
import { codex } from "#reviewers/agent/codex/codex.ts";
import { gemini } from "#reviewers/agent/gemini/gemini.ts";
import type { AgentHost } from "../../agents/agent-host.ts";
import { agentMember } from "../../agents/agent-member.ts";
import type { PanelMember } from "../../panel.ts";
import { readSample } from "./sample-repository.ts";

/** An agent, the file with its words, and how long it takes of the time that the longest takes. */
interface Recording {
  readonly adapter: AgentAdapter;
  readonly words: string;
  readonly share: number;
  readonly isOptional: boolean;
}

const RECORDINGS: readonly Recording[] = [
  { adapter: claude, words: "claude.md", share: 1, isOptional: false },
  { adapter: codex, words: "codex.md", share: 0.8, isOptional: false },
  // It fails, and the demo is to show the verdict on the change nevertheless.
  { adapter: gemini, words: "gemini.txt", share: 0.4, isOptional: true },
];

/**
 * Agents whose words were recorded. A small program speaks them in the format of the real one. All else is as in a
 * review: desk, sandbox, process, reader and receipt. The longest speaks for this many seconds.
 */
export function recordedAgents(host: AgentHost, seconds: number): Promise<PanelMember[]> {
  return Promise.all(
    RECORDINGS.map(async ({ adapter, words, share, isOptional }) => {
      const files = [
        { path: PROGRAM, text: await readSample(PROGRAM) },
        { path: "recording", text: await readSample(words) },
      ];
      const recorded = replaying(adapter, files, seconds * share);
      const { id, name, family } = recorded;
      return agentMember(
        {
          adapter: recorded,
          reviewer: {
            id: reviewerId(id),
            name,
            kind: "agent",
            family,
            optional: isOptional || undefined,
            recorded: true,
          },
          program: recorded.program,
          version: undefined,
          login: { by: undefined, variables: {}, files: [] },
          model: undefined,
          effort: undefined,
          timeoutSeconds: 60,
        },
        host,
      );
    }),
  );
}

const PROGRAM = "recorded-agent.mjs";

/** The same adapter, but its program is the one that speaks the recording. It runs from the agent's own HOME. */
function replaying(
  adapter: AgentAdapter,
  files: readonly { readonly path: string; readonly text: string }[],
  seconds: number,
): AgentAdapter {
  const name = `${adapter.product} (recorded)`;
  return {
    ...adapter,
    name,
    product: name,
    program: process.execPath,
    plan(job) {
      const args = [join(job.home, PROGRAM), adapter.id, join(job.home, "recording"), String(seconds)];
      return { ...adapter.plan(job), command: process.execPath, args, files };
    },
  };
}
