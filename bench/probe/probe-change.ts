import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { openChange } from "#adapters/git/open-change.ts";
import { buildChangeIndex } from "#change-index/build-change-index.ts";
import { createHost } from "#pipeline/agents/call-panel.ts";
import { defaultConfig } from "#pipeline/load-config.ts";
import type { ReviewerResult } from "#pipeline/panel.ts";
import { createClassifier } from "#pipeline/round/ignore-files.ts";
import { probeMember } from "#pipeline/round/probe/probe-member.ts";
import type { BenchRepository } from "./repositories.ts";

export interface ChangeRequest {
  readonly repository: BenchRepository;
  readonly base: string;
  readonly head: string;
  readonly budgetSeconds: number;
  readonly progress: (note: string) => void;
  /** Neither temporary nor in a home: a sandbox hides both. */
  readonly scratch: string;
}

/** Probes one change as the panel member does. */
export async function probeChange({
  repository,
  base,
  head,
  budgetSeconds,
  progress,
  scratch,
}: ChangeRequest): Promise<ReviewerResult> {
  const { gitDir, setup, test, related, path } = repository;
  const folder = mkdtempSync(join(scratch, "probe-"));
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    DEEP_REVIEW_DESKS: folder,
    ...(path !== undefined && { PATH: `${path}:${process.env["PATH"]}` }),
  };
  const opened = await openChange({ folder: gitDir, target: `${base}..${head}` }, createClassifier([]));
  try {
    const { change, base: before, head: after, history } = opened;
    const index = buildChangeIndex({ change, base: before, head: after, log: () => history.log() });
    const settings = { test, related, coverage: true, budgetSeconds, isAsked: true };
    const host = createHost({ ...defaultConfig().agents, setup }, env, folder);
    return await probeMember(settings, host).review({
      opened,
      index,
      switches: { off: [], offIn: [], from: "bench" },
      signal: new AbortController().signal,
      pass: 1,
      folder: join(folder, "archive", "reviews", "bench"),
      secrets: [],
      progress,
      output: { write: () => Promise.resolve() },
      evidence: () => Promise.resolve([]),
      gates: () => Promise.resolve(undefined),
      earlier: () => Promise.resolve([]),
    });
  } finally {
    await opened.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
