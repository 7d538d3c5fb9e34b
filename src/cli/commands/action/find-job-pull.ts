import { findPullOfRun } from "#pipeline/pulls/find-pull-of-run.ts";
import { UserError, messageOf } from "#util/errors.ts";
import { VERSION } from "../../version.ts";
import type { Job } from "./read-job.ts";
import { readFile } from "node:fs/promises";
import { z } from "zod";

/** The pull request that a job is about. */
export interface JobPull {
  readonly number: number;
  /** The head commit of the event, the only one to review; undefined if the event names none. */
  readonly head: string | undefined;
  /** The base branch at that time, whose configuration applies; undefined if unknown. */
  readonly base: string | undefined;
  /** Other pull requests with the same head, which this job does not review. */
  readonly others: readonly number[];
}

/**
 * Finds the pull request of a job: the one that the workflow names, else that of the event. In both cases the commit and
 * the base branch come from the event, unless it is about another pull request.
 */
export async function findJobPull(job: Job, env: NodeJS.ProcessEnv): Promise<JobPull> {
  const event = await readEvent(job.eventPath);
  const { pullRequest: asked } = job;
  if (asked !== undefined) {
    const isOther = event.number !== undefined && event.number !== asked;
    const { head, base } = isOther ? {} : event;
    return { number: asked, head: job.head ?? head, base: job.base ?? base, others: [] };
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

/** The pull request of an event. Strangers may have written everything but the ids. */
interface JobEvent {
  readonly number?: number;
  /** The head commit of the event. */
  readonly head?: string;
  /** The base branch at that time. */
  readonly base?: string;
  /** For a finished run of another workflow: the branch that it ran for. */
  readonly branch?: { readonly owner: string; readonly name: string };
}

/** Reads the event file of the runner. */
export async function readEvent(path: string | undefined): Promise<JobEvent> {
  if (path === undefined || path === "") return {};
  const event = eventSchema.safeParse(parse(await read(path)));
  // Other events, such as a schedule or a push, have no pull request.
  if (!event.success) return {};
  const { pull_request: pull, issue, workflow_run: run } = event.data;
  if (pull !== undefined) return { number: pull.number, head: pull.head.sha, base: pull.base?.ref };
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

/** Ignores the pull requests that the event lists: those from forks are missing there. */
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
