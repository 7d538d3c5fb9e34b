import { viewPull } from "../git/pull-view.ts";
import { HubRepository } from "../hub-repository.ts";
import { invalid, Refusal } from "../refusal.ts";
import type { Repository } from "../state.ts";
import type { Call, Handler } from "./call.ts";
import { repositoryOf, textOf, viewerOf } from "./call.ts";
import { Shapes } from "./shapes.ts";

/** What is opened by its API: a repository, a fork, an issue, a pull request. */
export const OPENING_ROUTES: Readonly<Record<string, Handler>> = {
  "POST /user/repos": async (call) => {
    const { account } = viewerOf(call);
    const name = `${account.login}/${textOf(call.body["name"])}`;
    if (call.world.repositories.has(name.toLowerCase())) {
      throw invalid("Repository", "name", "name already exists on this account");
    }
    const state = await call.world.addRepository(name, { isPrivate: call.body["private"] === true });
    if (call.body["auto_init"] === true) {
      await new HubRepository(call.world, state).push("main", { "README.md": `# ${state.name}\n` });
    }
    return { status: 201, body: new Shapes(call.world).repository(state) };
  },
  "POST /repos/{owner}/{repo}/forks": async (call) => {
    const repository = repositoryOf(call);
    const { account } = viewerOf(call);
    const name = textOf(call.body["name"]) || repository.name;
    // A second fork is the first one again.
    const known = call.world.repositories.get(`${account.login}/${name}`.toLowerCase());
    if (known !== undefined && known.parent !== repository)
      throw new Refusal(403, "Name already exists on this account");
    const fork = known ?? (await new HubRepository(call.world, repository).fork(account.login, name)).state;
    return { status: 202, body: new Shapes(call.world).repository(fork) };
  },
  "POST /repos/{owner}/{repo}/issues": (call) => {
    const repository = new HubRepository(call.world, repositoryOf(call));
    const author = viewerOf(call).account.login;
    const issue = repository.issue({ title: String(call.body["title"]), body: textOf(call.body["body"]), author });
    return { status: 201, body: new Shapes(call.world).issue(issue) };
  },
  "POST /repos/{owner}/{repo}/pulls": async (call) => {
    const repository = repositoryOf(call);
    const { account } = viewerOf(call);
    const { from, branch } = await headOf(call, repository);
    const into = textOf(call.body["base"]);
    if ((await repository.git.tip(`refs/heads/${into}`)) === undefined) throw wrong("base");
    const isSame = [...repository.pulls.values()].some(
      (pull) => pull.state === "open" && pull.from === from && pull.branch === branch && pull.into === into,
    );
    const label = `${from.owner.login}:${branch}`;
    if (isSame) throw invalid("PullRequest", "head", `A pull request already exists for ${label}.`);
    const opened = await new HubRepository(call.world, repository).pull({
      from: new HubRepository(call.world, from),
      branch,
      into,
      title: textOf(call.body["title"]),
      body: textOf(call.body["body"]),
      isDraft: call.body["draft"] === true,
      author: account.login,
    });
    const view = await viewPull(opened.state);
    if (view.commits.length > 0) return { status: 201, body: new Shapes(call.world).pull(opened.state, view) };
    repository.pulls.delete(opened.number);
    throw invalid("PullRequest", "head", `No commits between ${repository.owner.login}:${into} and ${label}`);
  },
};

/** `branch`, or `owner:branch` for that of a fork. */
async function headOf(
  call: Call,
  repository: Repository,
): Promise<{ readonly from: Repository; readonly branch: string }> {
  const [first = "", second] = textOf(call.body["head"]).split(":");
  const branch = second ?? first;
  const owner = second === undefined ? repository.owner.login : first;
  const from = [...call.world.repositories.values()].find(
    (each) => each.owner.login === owner && (each === repository || each.parent === repository),
  );
  if (from === undefined || call.world.permission(from, call.viewer) === "none") throw wrong("head");
  if ((await from.git.tip(`refs/heads/${branch}`)) === undefined) throw wrong("head");
  return { from, branch };
}

const wrong = (field: string): Refusal =>
  new Refusal(422, "Validation Failed", [{ resource: "PullRequest", field, code: "invalid" }]);
