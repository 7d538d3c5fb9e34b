import type { AgentAdapter } from "./agent-adapter.ts";
import { claude } from "./claude/claude.ts";
import { codex } from "./codex/codex.ts";
import { gemini } from "./gemini/gemini.ts";
import { opencode } from "./opencode/opencode.ts";

/** The coding agents that can be on the panel, in the order in which reports name them. Add a line here. */
export const AGENTS: readonly AgentAdapter[] = [claude, codex, gemini, opencode];
