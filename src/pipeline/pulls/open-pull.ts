import { fetchPull } from "#adapters/git/pull/fetch-pull.ts";
import type { PullScope } from "#adapters/git/pull/pull-scope.ts";
import { type CloneOrigin, readClone } from "#adapters/git/pull/read-clone.ts";
import type { GitHub, GitHubWait } from "#adapters/github/client.ts";
import { connectGitHub, type FoundToken, findToken, describeUnusedToken } from "#adapters/github/find-token.ts";
import { findPullOfBranch } from "#adapters/github/find-pull-of-branch.ts";
import type { RepositoryAddress } from "#adapters/github/pull-address.ts";
import { readPermission } from "#adapters/github/read-permission.ts";
import { readHead, readPullRequest } from "#adapters/github/read-pull-request.ts";
import { type PullAddress, type PullRequest, repositoryName } from "#model/pull/pull-request.ts";
import { UserError } from "#util/errors.ts";
import { printable } from "#util/printable.ts";
import { shortDuration } from "#util/words.ts";
import { findParent, notOurs, requireOwnPull, siteOf } from "./own-repository.ts";
import { findOwnPull } from "./own-pull.ts";
import { addressOf, baseRepository, isSame, knownRepositories, readPullName, readRemote } from "./pull-target.ts";
import { describeSlowHost } from "./describe-slow-host.ts";

/** The pull request to open. */
export interface PullQuestion {
  /** As the user names it. Absent: with `isOwn`, the pull request of the branch or job. */
  readonly target?: string;
  readonly isOwn?: boolean;
  /** Any folder of the clone. */
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
  /** Name and version of the program. */
  readonly userAgent: string;
  readonly signal?: AbortSignal;
  /** Gets one line about each step. */
  readonly onNote: (note: string) => void;
}

/** A pull request, whose commits are available until `close`. */
export interface OpenedPull {
  readonly address: PullAddress;
  readonly pull: PullRequest;
  readonly github: GitHub;
  readonly scope: PullScope;
  /** The current head. Undefined if it cannot be read. */
  checkHead(): Promise<string | undefined>;
  permissionOf(login: string): Promise<"write" | "none" | "unknown">;
  close(): Promise<void>;
}

/**
 * Reads the pull request that a target names and fetches its commits. Returns undefined, without any request, if the target
 * names none. Throws a UserError if it cannot be read.
 */
export async function openPull(question: PullQuestion): Promise<OpenedPull | undefined> {
  const { target, isOwn, folder, env, signal } = question;
  const name = target === undefined ? undefined : readPullName(target);
  if (isOwn === true && target !== undefined) throw givenTwice(target);
  if (isOwn !== true && name === undefined) return undefined;
  const clone = await readClone({
    folder,
    env,
    signal,
    name: name?.kind === "number" ? String(name.number) : undefined,
  });
  const named = name === undefined ? undefined : addressOf(name, clone, env);
  const repository = named ?? baseRepository(clone, env);
  const known = knownRepositories(clone, env);
  // Never send anything, least of all a token, to a host that this clone does not know.
  if (!known.some(({ host }) => host === repository.host)) throw notOurs(repository, known);
  const token = await findToken(repository.host, env);
  const unused = token === undefined ? describeUnusedToken(repository.host, env) : undefined;
  if (unused !== undefined) question.onNote(printable(unused));
  const github = await connect(repository.host, token, question);
  const asked = { ...question, clone, github, token };
  if (name?.kind === "address" && named !== undefined) return read({ ...asked, address: named, known });
  const parent = await findParent(github, { repository, clone, question, named });
  const address =
    named === undefined
      ? await findOwn(github, { places: parent === undefined ? [repository] : [parent, repository], clone, env })
      : { ...named, ...parent };
  return read({ ...asked, address, known: parent === undefined ? known : [...known, parent] });
}

function connect(host: string, token: FoundToken | undefined, question: PullQuestion): Promise<GitHub> {
  const { env, userAgent, signal, onNote } = question;
  const onWait = ({ ms }: GitHubWait): void => onNote(`${host} asks to wait ${shortDuration(ms / 1000)}`);
  const onSlow = (attempt: number): void => onNote(describeSlowHost(host, attempt));
  return connectGitHub({ host, env, userAgent, onWait, onSlow, found: token ?? "none", signal });
}

interface Own {
  /** The possible repositories, the likeliest first. */
  readonly places: readonly [RepositoryAddress, ...RepositoryAddress[]];
  readonly clone: CloneOrigin;
  readonly env: NodeJS.ProcessEnv;
}

async function findOwn(github: GitHub, { places, clone, env }: Own): Promise<PullAddress> {
  const own = await findOwnPull(clone, env);
  if (own.kind === "number") return { ...places[0], number: own.number };
  let found: readonly PullAddress[] = [];
  for (const place of places) {
    found = await findPullOfBranch(github, { ...place, ...own });
    if (found.length > 0) break;
  }
  const [only] = found;
  if (only !== undefined && found.length === 1) return only;
  const branch = printable(own.headOwner === undefined ? own.branch : `${own.headOwner}:${own.branch}`);
  throw new UserError({
    what: only === undefined ? `no open pull request of ${branch}` : `several pull requests of ${branch}`,
    why:
      only === undefined
        ? `there is none of this branch in ${places.map(repositoryName).join(" or ")}`
        : `${repositoryName(only)} has ${found.map(({ number }) => `#${number}`).join(", ")}`,
    fix: "name its number: deep-review 355",
  });
}

interface Reading extends PullQuestion {
  readonly address: PullAddress;
  readonly clone: CloneOrigin;
  /** The repositories of this clone. */
  readonly known: readonly RepositoryAddress[];
  readonly github: GitHub;
  readonly token: FoundToken | undefined;
}

/** If the head moves between reading and fetching, reads once more. */
async function read(reading: Reading): Promise<OpenedPull> {
  const { address, github, folder, env, signal, onNote, token } = reading;
  for (let attempt = 1; ; attempt += 1) {
    onNote(`Reading pull request #${address.number} of ${repositoryName(address)}`);
    const pull = await readPullRequest(github, address);
    await requireOwnPull(pull, reading);
    const url = gitAddress(pull, reading);
    const login =
      token === undefined || !/^https?:/.test(url) ? undefined : { origin: new URL(url).origin, token: token.value };
    const fetched = await fetchPull({ folder, pull, url, env, signal, login });
    if (fetched.kind === "moved" && attempt === 1) {
      onNote(`Its head has moved to ${fetched.to.slice(0, 7)}`);
      continue;
    }
    if (fetched.kind === "moved") throw keepsMoving(address);
    const { close, kind: _, ...commits } = fetched;
    // The platform may report an old commit of the base branch; git knows the current one.
    const current = { ...pull, base: { ...pull.base, commit: fetched.tip } };
    return {
      address,
      pull: current,
      github,
      scope: { ...commits, pull },
      checkHead: () => readHead(github, address).catch(() => undefined),
      permissionOf: (login_) => readPermission(github, address, login_),
      close,
    };
  }
}

/** The clone's ssh address of the base repository, so that the user's keys work; else its https address. */
function gitAddress(pull: PullRequest, { address, clone }: Reading): string {
  const { host } = address;
  const [owner = "", repository = ""] = (pull.base.repository ?? repositoryName(address)).split("/");
  const isPlain = [owner, repository].every((name) => /^[\w.-]{1,100}$/.test(name));
  const base = isPlain ? { host, owner, repository } : address;
  const remote = clone.remotes.find(({ url }) => {
    const own = readRemote(url);
    return !/^https?:/.test(url) && own !== undefined && (isSame(own, base) || isSame(own, address));
  });
  return remote?.url ?? `${siteOf(host)}/${repositoryName(base)}.git`;
}

function givenTwice(target: string): UserError {
  return new UserError({
    what: `--pr and ${printable(target)} were both given`,
    why: "--pr means the pull request of the current branch, or of the job",
    fix: "give one of them",
  });
}

function keepsMoving({ number }: PullAddress): UserError {
  return new UserError({
    what: `pull request #${number} moves while it is fetched`,
    why: "its head was force-pushed twice, and the server no longer has the old commits",
    fix: "run it again when nobody pushes to it",
  });
}
