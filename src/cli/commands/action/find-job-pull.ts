import { findPullOfRun } from "#pipeline/pulls/find-pull-of-run.ts";
import { UserError, messageOf } from "#util/errors.ts";
import { VERSION } from "../../version.ts";
import type { Job } from "./read-job.ts";
import { readFile } from "node:fs/promises";
import { z } from "zod";

/** The pull request that a job is about. */
export interface JobPull {
  readonly number: number;
  /** The head commit that the event is about; another one is not reviewed. Absent: the event names none. */
  readonly head: string | undefined;
  /** The branch that it went into then; its configuration is the one that was meant. Absent: not told. */
  readonly base: string | undefined;
  /** Others with the same head, which this job is not about. */
  readonly others: readonly number[];
}

/**
 * Finds the pull request of a job: the one that the workflow names, else that of the event. The commit and the
 * base branch of the event hold in both cases, unless the event is about another pull request.
 */
export async function findJobPull(job: Job, env: NodeJS.ProcessEnv): Promise<JobPull> {
  const event = await readEvent(job.eventPath);
  const { pullRequest: asked } = job;
  if (asked !== undefined) {
    const isOther = event.number !== undefined && event.number !== asked;
    const told = isOther ? {} : event;
    return { number: asked, head: job.head ?? told.head, base: job.base ?? told.base, others: [] };
  }
  if (event.number !== undefined) {
    return { number: event.number, head: job.head ?? event.head, base: job.base ?? event.base, others: [] };
  }
  if (event.branch === undefined || event.head === undefined) throw noPull(job.eventName);
  const { owner, name } = event.branch;
  const run = { head: event.head, owner, branch: name };
  return { ...(await findPullOfRun(run, { env, userAgent: `deep-review/${VERSION}` })), head: event.head };
}

function noPull(event: string): UserError {
  return new UserError({
    what: "this job has no pull request",
    why: `the event ${event === "" ? "of this job" : event} names none`,
    fix: "use the Action on pull_request, pull_request_target or workflow_run, or set its input pull-request",
  });
}

/** What the event of a job says of a pull request. All of it but the ids may have been written by a stranger. */
export interface JobEvent {
  /** Its number. */
  readonly number?: number;
  /** The head commit that the event is about. */
  readonly head?: string;
  /** The branch that it is to be merged into at that time. */
  readonly base?: string;
  /** Where only a finished run of another workflow is told: the branch that it ran for. */
  readonly branch?: { readonly owner: string; readonly name: string };
}

/** Reads the file in which the runner tells what happened. */
export async function readEvent(path: string | undefined): Promise<JobEvent> {
  if (path === undefined || path === "") return {};
  const event = eventSchema.safeParse(parse(await read(path)));
  // A schedule or a push tells of no pull request; neither does what we cannot read.
  if (!event.success) return {};
  const { pull_request: pull, issue, workflow_run: run } = event.data;
  if (pull !== undefined)
    return { number: pull.number, head: pull.head.sha, ...(pull.base === undefined ? {} : { base: pull.base.ref }) };
  if (run !== undefined) return ofRun(run);
  return issue?.pull_request === undefined ? {} : { number: issue.number };
}

const commitSchema = z.string().regex(/^[0-9a-f]{40}([0-9a-f]{24})?$/);
const runSchema = z.object({
  event: z.string(),
  head_sha: commitSchema,
  head_branch: z.string(),
  head_repository: z.object({ owner: z.object({ login: z.string() }) }),
});
const eventSchema = z.object({
  pull_request: z
    .object({
      number: z.int().positive(),
      head: z.object({ sha: commitSchema }),
      base: z.object({ ref: z.string() }).optional(),
    })
    .optional(),
  issue: z.object({ number: z.int().positive(), pull_request: z.unknown().optional() }).optional(),
  workflow_run: runSchema.optional(),
});

/** The pull requests that such an event lists are those of the same repository alone, so that they are not relied on. */
function ofRun({ event, head_sha, head_branch, head_repository }: z.infer<typeof runSchema>): JobEvent {
  if (event !== "pull_request") {
    throw new UserError({
      what: "the finished workflow was not for a pull request",
      why: `the event ${event} started it`,
      fix: "let the job run only `if: github.event.workflow_run.event == 'pull_request'`",
    });
  }
  return { head: head_sha, branch: { owner: head_repository.owner.login, name: head_branch } };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function read(path: string): Promise<string> {
  return readFile(path, "utf8").catch((error: unknown) => {
    throw new UserError({
      what: "the event of this job cannot be read",
      why: `GITHUB_EVENT_PATH names a file that cannot be opened: ${messageOf(error)}`,
      fix: "this command is for GitHub Actions, where the runner writes that file",
      cause: error,
    });
  });
}
