import { readFile } from "node:fs/promises";
import { z } from "zod";
import type { CloneOrigin } from "#adapters/git/pull/read-clone.ts";
import { UserError } from "#util/errors.ts";
import { readRemote } from "./pull-target.ts";

/** What says which pull request is meant where none is named: its number, or the branch that it is of. */
export type OwnPull =
  | { readonly kind: "number"; readonly number: number }
  | { readonly kind: "branch"; readonly branch: string; readonly headOwner?: string };

/** The pull request of a job of GitHub Actions, else of the branch that is checked out. Throws a UserError where there is none. */
export async function findOwnPull(clone: CloneOrigin, env: NodeJS.ProcessEnv): Promise<OwnPull> {
  return env["GITHUB_ACTIONS"] === "true" ? jobPull(env) : branchPull(clone);
}

const numbered = z.looseObject({ number: z.int().positive() });

/** Of the many things that an event says, these name a pull request. */
const eventSchema = z.looseObject({
  pull_request: numbered.optional(),
  issue: numbered.extend({ pull_request: z.unknown().optional() }).optional(),
  repository: z.looseObject({ id: z.number() }).optional(),
  workflow_run: z
    .looseObject({
      head_branch: z.string().nullish(),
      head_repository: z.looseObject({ owner: z.looseObject({ login: z.string() }) }).nullish(),
      pull_requests: z
        .array(numbered.extend({ base: z.looseObject({ repo: z.looseObject({ id: z.number() }) }).optional() }))
        .nullish(),
    })
    .optional(),
});

async function jobPull(env: NodeJS.ProcessEnv): Promise<OwnPull> {
  const ref = /^refs\/pull\/(\d{1,9})\//.exec(env["GITHUB_REF"] ?? "")?.[1];
  if (ref !== undefined) return { kind: "number", number: Number(ref) };
  const event = eventSchema.safeParse(await readEvent(env["GITHUB_EVENT_PATH"])).data ?? {};
  const { pull_request: pull, issue, workflow_run: run, repository } = event;
  if (pull !== undefined) return { kind: "number", number: pull.number };
  if (issue?.pull_request !== undefined && issue.pull_request !== null) return { kind: "number", number: issue.number };
  // A run tells of pull requests of its commit, in forks of the repository, too.
  const own = run?.pull_requests?.filter(({ base }) => base === undefined || base.repo.id === repository?.id) ?? [];
  const [only] = own;
  if (only !== undefined && own.length === 1) return { kind: "number", number: only.number };
  // Of a pull request from a fork it tells the branch alone.
  const { head_branch: branch, head_repository: head } = run ?? {};
  if (branch) return { kind: "branch", branch, headOwner: head?.owner.login };
  throw new UserError({
    what: "this job has no pull request",
    why: `neither GITHUB_REF nor the event ${env["GITHUB_EVENT_NAME"] ?? ""} names one`,
    fix: "run it on pull_request, workflow_run or a comment on a pull request, or name its number",
  });
}

async function readEvent(path: string | undefined): Promise<unknown> {
  if (path === undefined || path === "") return {};
  try {
    return JSON.parse(await readFile(path, "utf8"));
  } catch {
    // A job without an event that can be read is about no pull request.
    return {};
  }
}

function branchPull({ branch, remotes }: CloneOrigin): OwnPull {
  if (branch === undefined) {
    throw new UserError({
      what: "cannot tell which pull request is meant",
      why: "HEAD is detached, so there is no branch",
      fix: "name its number: deep-review 355",
    });
  }
  // So are branches that `gh pr checkout` makes for pull requests of forks.
  const number = /^refs\/pull\/(\d{1,9})\/head$/.exec(branch.merge ?? "")?.[1];
  if (number !== undefined) return { kind: "number", number: Number(number) };
  const url = remotes.find(({ name }) => name === branch.remote)?.url ?? branch.remote;
  const headOwner = url === undefined ? undefined : readRemote(url)?.owner;
  const name = branch.merge?.startsWith("refs/heads/") === true ? branch.merge.slice(11) : branch.name;
  return { kind: "branch", branch: name, headOwner };
}
