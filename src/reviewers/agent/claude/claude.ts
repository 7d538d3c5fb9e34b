import type { AgentAdapter } from "../agent-adapter.ts";
import { CLAUDE_LOGIN, planClaude } from "./claude-plan.ts";
import { createClaudeReader } from "./claude-reader.ts";

/** Claude Code, headless. */
export const claude: AgentAdapter = {
  id: "claude",
  name: "Claude",
  product: "Claude Code",
  family: "anthropic",
  program: "claude",
  install: "npm install -g @anthropic-ai/claude-code",
  tested: "2.1.325",
  login: CLAUDE_LOGIN,
  efforts: ["low", "medium", "high", "xhigh", "max"],
  isObservable: true,
  takesBudget: true,
  readOnlyBy: "tools that only read (Read, Grep, Glob)",
  readVersion: (output) => /^\s*(\d{1,9}\.\d{1,9}\.\d{1,9})\b/.exec(output)?.[1],
  plan: planClaude,
  createReader: createClaudeReader,
};
