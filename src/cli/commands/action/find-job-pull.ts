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
}

/**
 * Finds the pull request of a job: the one that the workflow names, else that of the event. The commit of the event holds
 * in both cases, unless the event is about another pull request.
 */
export async function findJobPull(job: Job, env: NodeJS.ProcessEnv): Promise<JobPull> {
  const event = await readEvent(job.eventPath);
  const { pullRequest: asked } = job;
  if (asked !== undefined) {
    const isOther = event.number !== undefined && event.number !== asked;
    return { number: asked, head: job.head ?? (isOther ? undefined : event.head) };
  }
  if (event.number !== undefined) return { number: event.number, head: job.head ?? event.head };
  if (event.branch === undefined || event.head === undefined) throw noPull(job.eventName);
  const { owner, name } = event.branch;
  const run = { head: event.head, owner, branch: name };
  return { number: await findPullOfRun(run, { env, userAgent: `deep-review/${VERSION}` }), head: event.head };
}

function noPull(event: string): UserError {
  return new UserError({
    what: "this job is about no pull request",
    why: `the event ${event === "" ? "of this job" : event} names none`,
    fix: "use the Action on pull_request, pull_request_target or workflow_run, or set its input pull-request",
  });
}
