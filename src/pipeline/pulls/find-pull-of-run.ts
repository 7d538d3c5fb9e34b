import { z } from "zod";
import { connectGitHub } from "#adapters/github/find-token.ts";
import { UserError } from "#util/errors.ts";

/** What is known of a run of a workflow: the commit, and the branch and its owner as they were called then. */
export interface FinishedRun {
  readonly head: string;
  readonly owner: string;
  readonly branch: string;
}

/** Who asks, and from where. */
export interface RunHost {
  readonly env: NodeJS.ProcessEnv;
  readonly userAgent: string;
}

/** The pull request of a run. */
export interface PullOfRun {
  readonly number: number;
  /** The branch that it is to be merged into. */
  readonly base: string;
  /** Open pull requests with the same head that it was chosen from. */
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
 * The open pull request of this repository whose head is the commit of a run. GitHub is asked, since an event lists none for
 * a fork, and what the run itself left may say anything. A head may have several, and a second one must not keep the first
 * from being reviewed: the one into the default branch is taken, else the oldest.
 */
export async function findPullOfRun(
  { head, owner, branch }: FinishedRun,
  { env, userAgent }: RunHost,
): Promise<PullOfRun> {
  const { host, base } = placeOf(env);
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

/** The repository whose job this is. */
function placeOf(env: NodeJS.ProcessEnv) {
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
    what: "the run that ended is about no open pull request",
    why: `none has ${head.slice(0, 10)} as its head; it was closed, or was pushed to since`,
    fix: "nothing to do: a push begins a run of its own",
  });
}
