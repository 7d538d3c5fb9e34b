import { z } from "zod";
import { connectGitHub } from "#adapters/github/find-token.ts";
import { UserError } from "#util/errors.ts";

/** A finished run of a workflow: its commit, and the branch and its owner at that time. */
export interface FinishedRun {
  readonly head: string;
  readonly owner: string;
  readonly branch: string;
}

export interface RunHost {
  readonly env: NodeJS.ProcessEnv;
  readonly userAgent: string;
}

/** The pull request of a run. */
export interface PullOfRun {
  readonly number: number;
  /** The branch it will be merged into. */
  readonly base: string;
  /** Other open pull requests with the same head. */
  readonly others: readonly number[];
}

const pullsSchema = z.array(
  z.object({
    number: z.int().positive(),
    head: z.object({ sha: z.string() }),
    base: z.object({ ref: z.string(), repo: z.object({ default_branch: z.string() }) }),
  }),
);

/**
 * Finds the open pull request whose head is the commit of a run. Asks GitHub, because the event lists none for a fork, and
 * the run's own output cannot be trusted. If several have the same head, prefers the one into the default branch, then the
 * oldest, so that a second pull request cannot prevent the review of the first.
 */
export async function findPullOfRun(
  { head, owner, branch }: FinishedRun,
  { env, userAgent }: RunHost,
): Promise<PullOfRun> {
  const { host, base } = repositoryOf(env);
  const github = await connectGitHub({ host, env, userAgent });
  const { data } = await github.request("GET /repos/{owner}/{repo}/pulls", {
    ...base,
    state: "open",
    head: `${owner}:${branch}`,
    per_page: 100,
  });
  const pulls = pullsSchema
    .parse(data)
    .filter((pull) => pull.head.sha === head)
    .sort((a, b) => a.number - b.number);
  const chosen = pulls.find(({ base: { ref, repo } }) => ref === repo.default_branch) ?? pulls[0];
  if (chosen === undefined) throw none(head);
  const others = pulls.filter((pull) => pull !== chosen).map(({ number }) => number);
  return { number: chosen.number, base: chosen.base.ref, others };
}

/** The repository of this job. */
function repositoryOf(env: NodeJS.ProcessEnv) {
  const [owner = "", repo = "", ...more] = (env["GITHUB_REPOSITORY"] ?? "").split("/");
  if (owner !== "" && repo !== "" && more.length === 0) {
    return { host: hostOf(env["GITHUB_SERVER_URL"] ?? ""), base: { owner, repo } };
  }
  throw new UserError({
    what: "the repository of this job is not known",
    why: "GITHUB_REPOSITORY is not OWNER/NAME",
    fix: "this is for GitHub Actions, where the runner sets it",
  });
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : "github.com");

function none(head: string): UserError {
  return new UserError({
    what: "the finished run belongs to no open pull request",
    why: `none has ${head.slice(0, 10)} as its head; it was closed, or was pushed to since`,
    fix: "nothing to do: a push starts its own run",
  });
}
