import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { AgentJob, AgentPlan } from "#reviewers/agent/agent-adapter.ts";

/** What a program printed and how it ended. */
export interface Printed {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number | null;
  readonly signal: string | null;
}

/** Runs a plan with nothing of our own environment. `watch` is called again and again and may end it. */
export function runProgram(
  plan: AgentPlan,
  { home, tmp }: AgentJob,
  watch: (end: (signal: NodeJS.Signals) => void) => void,
): Promise<Printed> {
  for (const { path, text } of plan.files) {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), text);
  }
  const env = { PATH: process.env["PATH"], HOME: home, TMPDIR: tmp, LANG: "C.UTF-8", TERM: "dumb", ...plan.env };
  const child = spawn(plan.command, plan.args, { cwd: plan.cwd, env, detached: true });
  const end = (signal: NodeJS.Signals): void => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, signal);
  };
  const deadline = setTimeout(() => end("SIGKILL"), 240_000);
  const watching = setInterval(() => watch(end), 100);
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  child.stdin.on("error", () => {});
  if (plan.keepsStdin) child.stdin.write(plan.stdin);
  else child.stdin.end(plan.stdin);
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => {
      clearTimeout(deadline);
      clearInterval(watching);
      resolve({ stdout, stderr, code, signal });
    });
  });
}
