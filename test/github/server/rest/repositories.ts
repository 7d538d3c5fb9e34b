import { viewPull } from "../git/pull-view.ts";
import { notFound, Refusal } from "../refusal.ts";
import { nodeId } from "../node-id.ts";
import type { Repository } from "../state.ts";
import type { Handler } from "./call.ts";
import { page, pullOf, repositoryOf, viewerOf } from "./call.ts";
import { Shapes } from "./shapes.ts";

/** The account that asks, repositories, pull requests, their files and commits. */
export const REPOSITORY_ROUTES: Readonly<Record<string, Handler>> = {
  "GET /user": (call) => {
    const { account, isApp } = viewerOf(call);
    if (isApp) throw new Refusal(403, "Resource not accessible by integration");
    return { status: 200, body: new Shapes(call.world).account(account) };
  },
  "GET /rate_limit": (call) => {
    const used = call.viewer?.used ?? 0;
    const core = { limit: 5000, remaining: 5000 - used, used, reset: Math.floor(Date.now() / 1000) + 3600 };
    return { status: 200, body: { resources: { core, search: core, graphql: core }, rate: core } };
  },
  "GET /repos/{owner}/{repo}": (call) => {
    const repository = repositoryOf(call);
    const shapes = new Shapes(call.world);
    const permission = call.world.permission(repository, call.viewer);
    const permissions = {
      admin: permission === "admin",
      push: permission === "admin" || permission === "write",
      pull: true,
    };
    const parent = repository.parent;
    return {
      status: 200,
      body: {
        ...shapes.repository(repository),
        ...(call.viewer === undefined ? {} : { permissions }),
        ...(parent === undefined ? {} : { parent: shapes.repository(parent), source: shapes.repository(parent) }),
      },
    };
  },
  "GET /repos/{owner}/{repo}/collaborators/{username}/permission": (call) => {
    const repository = repositoryOf(call);
    viewerOf(call);
    // GitHub wants push access of the one who asks.
    if (["read", "none"].includes(call.world.permission(repository, call.viewer))) {
      throw new Refusal(403, "Must have push access to view collaborator permission.");
    }
    const name = call.params["username"] ?? "";
    const account = call.world.accounts.get(name.toLowerCase());
    if (account === undefined) throw new Refusal(404, `${name} is not a user`);
    const permission = call.world.permissionOf(repository, account);
    return {
      status: 200,
      body: { permission, role_name: permission, user: new Shapes(call.world).account(account) },
    };
  },
  "GET /repos/{owner}/{repo}/pulls": async (call) => {
    const repository = repositoryOf(call);
    const shapes = new Shapes(call.world);
    const state = call.query.get("state") ?? "open";
    const head = call.query.get("head");
    const base = call.query.get("base");
    const pulls = [...repository.pulls.values()]
      .filter((pull) => state === "all" || pull.state === state)
      .filter((pull) => head === null || `${pull.from?.owner.login ?? ""}:${pull.branch}` === head)
      .filter((pull) => base === null || pull.into === base)
      .toReversed();
    return page(call, await Promise.all(pulls.map(async (pull) => shapes.pullInList(pull, await viewPull(pull)))));
  },
  "GET /repos/{owner}/{repo}/pulls/{pull_number}": async (call) => {
    const pull = pullOf(call);
    const view = await viewPull(pull);
    if (/\bdiff\b/.test(call.accept)) {
      const text = await pull.repository.git.git("diff", "--no-ext-diff", "-M", view.mergeBase, view.head);
      return { status: 200, text };
    }
    return { status: 200, body: new Shapes(call.world).pull(pull, view) };
  },
  "GET /repos/{owner}/{repo}/pulls/{pull_number}/files": async (call) => {
    const { files } = await viewPull(pullOf(call));
    const url = "https://example.test/";
    const shown = files.map((file) => ({
      sha: file.blob,
      filename: file.path,
      previous_filename: file.previousPath,
      status: file.status,
      additions: file.additions,
      deletions: file.deletions,
      changes: file.additions + file.deletions,
      ...(file.patch === "" ? {} : { patch: file.patch }),
      blob_url: url,
      raw_url: url,
      contents_url: url,
    }));
    return page(call, shown);
  },
  "GET /repos/{owner}/{repo}/pulls/{pull_number}/commits": async (call) => {
    const pull = pullOf(call);
    const { commits } = await viewPull(pull);
    return page(call, await Promise.all(commits.map((sha) => commitShape(pull.repository, sha))));
  },
  "GET /repos/{owner}/{repo}/commits/{ref}": async (call) => {
    const repository = repositoryOf(call);
    const sha = await repository.git.commitOf(call.params["ref"] ?? "").catch(() => {
      throw notFound();
    });
    return { status: 200, body: await commitShape(repository, sha) };
  },
  "GET /repos/{owner}/{repo}/git/ref/{ref}": async (call) => {
    const repository = repositoryOf(call);
    const name = call.params["ref"] ?? "";
    const sha = await repository.git.tip(`refs/${name}`);
    if (sha === undefined) throw notFound();
    const url = "https://example.test/";
    const object = { type: "commit", sha, url };
    return { status: 200, body: { ref: `refs/${name}`, node_id: nodeId("R", name), url, object } };
  },
  "GET /repos/{owner}/{repo}/issues/{issue_number}": (call) => {
    const repository = repositoryOf(call);
    const number = Number(call.params["issue_number"]);
    const issue = repository.issues.get(number) ?? repository.pulls.get(number);
    if (issue === undefined) throw notFound();
    return { status: 200, body: new Shapes(call.world).issue(issue) };
  },
};

async function commitShape({ git }: Repository, sha: string): Promise<Record<string, unknown>> {
  const format = "%T%x00%P%x00%an%x00%ae%x00%aI%x00%B";
  const text = await git.git("show", "--no-patch", `--format=${format}`, sha);
  const [tree = "", parents = "", name = "", email = "", date = "", message = ""] = text.split("\0");
  const person = { name, email, date };
  const url = "https://example.test/";
  return {
    sha,
    node_id: nodeId("C", sha),
    commit: {
      message: message.trimEnd(),
      author: person,
      committer: person,
      tree: { sha: tree, url },
      url,
      comment_count: 0,
    },
    parents: parents
      .split(" ")
      .filter(Boolean)
      .map((parent) => ({ sha: parent, url })),
    author: null,
    committer: null,
    html_url: url,
    url,
    comments_url: url,
  };
}
