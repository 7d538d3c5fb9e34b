import { readFile } from "node:fs/promises";
import { z } from "zod";
import { messageOf, UserError } from "#util/errors.ts";

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
