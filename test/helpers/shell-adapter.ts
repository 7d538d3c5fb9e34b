import type { AgentAdapter, AgentPlan } from "#reviewers/agent/agent-adapter.ts";

/** What a test says of an agent that is a few words of shell. */
export interface ShellAgent extends Pick<AgentAdapter, "createReader"> {
  readonly script: string;
  /** Besides, or instead of, what is planned. */
  readonly plan?: (job: Parameters<AgentAdapter["plan"]>[0]) => Partial<AgentPlan>;
}

/** The adapter of an agent that is a few words of shell, run at its desk. */
export function shellAdapter({ script, plan, createReader }: ShellAgent): AgentAdapter {
  return {
    id: "shell",
    name: "Shell",
    product: "Shell",
    family: "shell",
    program: "sh",
    install: "",
    tested: "1",
    login: { variables: [], companions: [], files: [], how: "" },
    efforts: [],
    isObservable: true,
    readVersion: () => undefined,
    plan: (job) => ({
      command: "/bin/sh",
      args: ["-c", script],
      env: {},
      cwd: job.desk,
      stdin: "",
      keepsStdin: false,
      files: [],
      ...plan?.(job),
    }),
    createReader,
  };
}
