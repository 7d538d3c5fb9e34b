import type { PullAddress } from "#model/pull/pull-request.ts";
import { type GitHub, GitHubError } from "../../client.ts";
import { type PullObject, pullObject } from "./rest-objects.ts";

/** The pull request itself, by REST: one call. */
export async function readPullObject(github: GitHub, address: PullAddress): Promise<PullObject> {
  const { owner, repository: repo, number: pull_number } = address;
  const route = "GET /repos/{owner}/{repo}/pulls/{pull_number}";
  const read = pullObject.safeParse((await github.request(route, { owner, repo, pull_number })).data);
  if (read.success) return read.data;
  const said = "it tells the pull request in a form that is not understood";
  throw new GitHubError({ kind: "not-github", host: github.host, said, maybeDone: false });
}
