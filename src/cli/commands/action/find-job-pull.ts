import { findPullOfRun } from "#pipeline/pulls/find-pull-of-run.ts";
import { UserError } from "#util/errors.ts";
import { VERSION } from "../../version.ts";
import { readEvent } from "./read-event.ts";
import type { Job } from "./read-job.ts";

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
