import { type PullAddress, PULL_PARTS, type PullRequest } from "#model/pull/pull-request.ts";
import { type GitHub, GitHubError } from "../../client.ts";
import { plainLogin } from "../actor.ts";
import { unreadParts } from "../read-each.ts";
import {
  groupThreads,
  restActor,
  translateCheckRun,
  commentFromObject,
  reviewFromObject,
  translateStatus,
} from "./translate-objects.ts";
import { readPullLists, readPullObject } from "./read-pull-lists.ts";
import { type PullObject, refObject, userObject } from "./rest-objects.ts";

/**
 * Reads a pull request by REST in five to seven calls, for use without a token, which GraphQL requires. `limits` names what
 * only GraphQL knows.
 */
export async function readByRest(github: GitHub, address: PullAddress): Promise<PullRequest> {
  const pull = await readPullObject(github, address);
  const viewer = github.hasToken ? await readViewer(github) : undefined;
  const { comments, inline, reviews, runs, statuses } = await readPullLists(github, pull, address);
  const base = await readTip(github, pull, address);
  const limitsOf = {
    threads: inline.limits,
    comments: comments.limits,
    reviews: reviews.limits,
    checks: [...runs.limits, ...statuses.limits],
  };
  const without = github.hasToken ? "here" : "without a token";
  return {
    ...describePull(pull, address, base.commit),
    threads: [...groupThreads(inline.entries, viewer)],
    comments: comments.entries.map((one) => commentFromObject(one, viewer)),
    reviews: reviews.entries.map((one) => reviewFromObject(one, viewer)),
    checks: [...runs.entries.map(translateCheckRun), ...statuses.entries.map(translateStatus)],
    viewer: viewer === undefined ? undefined : plainLogin(viewer),
    readAt: new Date().toISOString(),
    ...unreadParts(PULL_PARTS.filter((part) => limitsOf[part].length > 0)),
    limits: [
      ...(inline.entries.length === 0 ? [] : [`which review threads are resolved is not known ${without}`]),
      `linked issues are not known ${without}`,
      ...base.limits,
      ...Object.values(limitsOf).flat(),
    ],
  };
}

function describePull(pull: PullObject, address: PullAddress, tip: string) {
  const { base, head } = pull;
  return {
    address,
    url: pull.html_url,
    title: pull.title,
    body: pull.body,
    author: restActor(pull.user),
    state: pull.merged_at !== null && pull.merged_at !== undefined ? ("merged" as const) : pull.state,
    isDraft: pull.draft ?? false,
    labels: pull.labels.map(({ name }) => name),
    base: {
      branch: base.ref,
      commit: tip,
      repository: base.repo?.full_name ?? `${address.owner}/${address.repository}`,
    },
    head: { branch: head.ref, commit: head.sha, repository: head.repo?.full_name },
    issues: [],
  };
}

/** GitHub's base commit is the tip of the branch at the last push; the branch may have moved since. */
async function readTip(github: GitHub, pull: PullObject, { owner, repository }: PullAddress) {
  const { ref, sha } = pull.base;
  try {
    const route = "GET /repos/{owner}/{repo}/git/ref/{ref}";
    const { data } = await github.request(route, { owner, repo: repository, ref: `heads/${ref}` });
    const read = refObject.safeParse(data);
    if (read.success) return { commit: read.data.object.sha, limits: [] };
  } catch (error) {
    if (!(error instanceof GitHubError) || error.kind !== "refused") throw error;
  }
  return { commit: sha, limits: ["the tip of the base branch is not known; it is taken from the last push"] };
}

/** Our own login; undefined if the token belongs to no account, like that of a workflow. */
async function readViewer(github: GitHub): Promise<string | undefined> {
  try {
    const read = userObject.safeParse((await github.request("GET /user")).data);
    return read.success ? read.data.login : undefined;
  } catch (error) {
    if (!(error instanceof GitHubError) || error.kind !== "refused") throw error;
    return undefined;
  }
}
