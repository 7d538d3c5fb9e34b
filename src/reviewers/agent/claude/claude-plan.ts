import type { AgentJob, AgentLogin, AgentPlan } from "../agent-adapter.ts";
import { pickVariables } from "../login.ts";

/** How Claude Code is signed in. */
export const CLAUDE_LOGIN: AgentLogin = {
  variables: ["ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "CLAUDE_CODE_OAUTH_TOKEN"],
  companions: ["ANTHROPIC_BASE_URL", "ANTHROPIC_CUSTOM_HEADERS"],
  // Gateways use headers to sign in.
  secretCompanions: ["ANTHROPIC_CUSTOM_HEADERS"],
  files: [".claude/.credentials.json"],
  how: "Run claude once and sign in, or set ANTHROPIC_API_KEY, or CLAUDE_CODE_OAUTH_TOKEN from claude setup-token.",
};

/** The first version known to have `--restricted`. Older ones refuse to start with it. */
const RESTRICTED_SINCE = [2, 1, 325] as const;

/** How to start Claude Code: three read-only tools, no questions, nobody's settings. */
export function planClaude(job: AgentJob): AgentPlan {
  const { model, effort, budgetUsd } = job;
  return {
    command: job.program,
    args: [
      "-p",
      "--output-format=stream-json",
      "--verbose",
      "--include-partial-messages",
      ...(model === undefined ? [] : ["--model", model]),
      ...(effort === undefined ? [] : ["--effort", effort]),
      ...(budgetUsd === undefined ? [] : ["--max-budget-usd", String(budgetUsd)]),
      ...(isAtLeast(job.version, RESTRICTED_SINCE) ? ["--restricted"] : []),
      // Never --allowedTools: naming Read there opens the whole disk. Without it, reads are limited to the working directory.
      "--tools=Read,Grep,Glob",
      "--permission-mode=dontAsk",
      "--setting-sources=",
      "--strict-mcp-config",
      "--disable-slash-commands",
      "--no-session-persistence",
    ],
    env: {
      ...pickVariables(CLAUDE_LOGIN, job.variables),
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      CLAUDE_CODE_MAX_RETRIES: String(job.retries),
      CLAUDE_CODE_TMPDIR: job.tmp,
      DISABLE_AUTOUPDATER: "1",
      DISABLE_ERROR_REPORTING: "1",
      DISABLE_TELEMETRY: "1",
    },
    cwd: job.desk,
    stdin: job.prompt,
    keepsStdin: false,
    files: [],
  };
}

function isAtLeast(version: string | undefined, wanted: readonly number[]): boolean {
  const parts = (version ?? "").split(".").map(Number);
  const at = wanted.findIndex((number, index) => (parts[index] ?? NaN) !== number);
  return at === -1 || (parts[at] ?? NaN) > (wanted[at] ?? 0);
}
