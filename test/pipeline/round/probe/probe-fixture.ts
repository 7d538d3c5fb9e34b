import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { vi } from "vitest";
import { openChange, type OpenedChange } from "#adapters/git/open-change.ts";
import type { Sandbox } from "#adapters/sandbox/sandbox.ts";
import type { BreakKind } from "#model/panel/probe.ts";
import type { ProbeResult, ProbeSettings } from "#model/panel/probe-result.ts";
import type { PlannedBreak } from "#probe/planned-break.ts";
import type { ProbePlan } from "#pipeline/round/probe/probe-plan.ts";
import { type ProbeRequest, runProbe } from "#pipeline/round/probe/run-probe.ts";
import { makeRepository, type TemporaryRepository } from "../../../adapters/git/temporary-repository.ts";
import { makeVisibleFolder, requireSandbox } from "../../../adapters/sandbox/require-sandbox.ts";

export const sandbox = await requireSandbox();

export const NO_SANDBOX: Sandbox = {
  level: "none",
  says: "no sandbox: bubblewrap is not installed",
  wrap: async (launch) => launch,
};

/** A file as a break leaves it. */
interface WrittenBreak {
  readonly kind: BreakKind;
  readonly path: string;
  readonly line?: number;
  readonly symbol?: string;
  readonly text?: string;
  readonly contents: string;
}

export const planned = ({ kind, path, line = 1, symbol, text = kind, contents }: WrittenBreak): PlannedBreak => ({
  break: { kind, path, line, endLine: line, ...(symbol !== undefined && { symbol }), text, diff: `--- a/${path}\n` },
  contents,
  rank: line,
});

export const planOf = (breaks: readonly PlannedBreak[], over: Partial<ProbePlan> = {}): ProbePlan => {
  const of = (kind: BreakKind): PlannedBreak[] => breaks.filter((each) => each.break.kind === kind);
  return {
    functions: [],
    codeLines: new Map(),
    controls: of("control"),
    reverts: of("revert"),
    mutations: ({ skip }) => of("mutation").filter(({ break: { path, line } }) => !skip(path, line)),
    left: [],
    ...over,
  };
};

/** A repository with two commits, of which the second is probed. */
export interface ProbedRepository {
  readonly folder: string;
  readonly repository: TemporaryRepository;
  readonly notes: readonly string[];
  probe(test: string, plan: ProbePlan, over?: ProbeOverrides): Promise<ProbeResult>;
  /** What is left in the folder of the round. The copy of the objects stays until the change is closed. */
  left(): string[];
  remove(): Promise<void>;
}

interface ProbeOverrides {
  readonly settings?: Partial<ProbeSettings>;
  readonly sandbox?: Sandbox;
  readonly signal?: AbortSignal;
  readonly gate?: ProbeRequest["gate"];
  readonly change?: Partial<ProbeRequest["change"]>;
}

type Files = Readonly<Record<string, string>>;

export async function probedRepository(before: Files, after: Files): Promise<ProbedRepository> {
  const folder = makeVisibleFolder();
  mkdirSync(join(folder, "user"), { recursive: true });
  vi.stubEnv("HOME", join(folder, "user"));
  const repository = makeRepository({ at: join(folder, "repo") });
  execFileSync("git", ["init", "-q", "-b", "main"], { cwd: repository.folder });
  repository.git("config", "user.name", "Tess");
  repository.git("config", "user.email", "tess@example.invalid");
  repository.commit("Before", before);
  repository.commit("After", after);
  const opened: OpenedChange = await openChange({ folder: repository.folder, target: "HEAD" });
  const notes: string[] = [];
  return {
    folder,
    repository,
    notes,
    probe(test, plan, over = {}) {
      const { base, head = "" } = opened.change.scope;
      return runProbe({
        settings: { test, coverage: false, budgetSeconds: 60, isAsked: true, ...over.settings },
        plan,
        change: {
          tracked: new Set(opened.head.files.map(({ path }) => path)),
          texts: new Map(Object.entries(after)),
          isAdded: () => true,
          oldSources: [],
          changedTests: [],
          newTests: [],
          claimsFix: false,
          ...over.change,
          readTests: () => Promise.resolve([]),
          packageJson: after["package.json"],
        },
        host: {
          sandbox: over.sandbox ?? sandbox ?? NO_SANDBOX,
          desk: { owner: "round", store: opened.store, root: join(folder, "desks") },
          head,
          base,
          path: "/usr/local/bin:/usr/bin:/bin",
          hidden: [repository.folder],
          signal: over.signal ?? new AbortController().signal,
          progress: (note) => void notes.push(note),
        },
        gate: over.gate,
      });
    },
    left: () => readdirSync(join(folder, "desks")).flatMap((round) => readdirSync(join(folder, "desks", round))),
    async remove() {
      await opened.close();
      vi.unstubAllEnvs();
      repository.remove();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
