import type { AgentAdapter } from "../agent-adapter.ts";
import { CODEX_LOGIN, planCodex } from "./codex-plan.ts";
import { createCodexReader } from "./codex-reader.ts";

/** Codex CLI, headless. */
export const codex: AgentAdapter = {
  id: "codex",
  name: "Codex",
  product: "Codex CLI",
  family: "openai",
  program: "codex",
  install: "npm install -g @openai/codex",
  tested: "0.166.0",
  login: CODEX_LOGIN,
  efforts: ["minimal", "low", "medium", "high", "xhigh"],
  isObservable: true,
  readOnlyBy: "its own sandbox, without network",
  readVersion: (output) => /\bcodex-cli (\d{1,9}\.\d{1,9}\.\d{1,9})\b/.exec(output)?.[1],
  plan: planCodex,
  createReader: createCodexReader,
};
