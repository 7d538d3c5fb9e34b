import type { AgentAdapter } from "./agent-adapter.ts";
import { gemini } from "./gemini/gemini.ts";
import { opencode } from "./opencode/opencode.ts";

/** The coding agents that can be on the panel, in the order in which reports name them. Add a line here. */
export const AGENTS: readonly AgentAdapter[] = [gemini, opencode];
