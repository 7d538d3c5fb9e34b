import { mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import { listFiles } from "#adapters/git/pages/branch-files.ts";
import { commitOf, findStart, containsCommit, moveBranch, type Start } from "#adapters/git/pages/pages-branch.ts";
import { openRemoteBranch, type RemoteBranch, remoteAddress } from "#adapters/git/pages/remote-branch.ts";
import { requireBranch } from "#adapters/git/pages/require-branch.ts";
import { type FileChange, findChanges, requireIdentity, writeCommit } from "#adapters/git/pages/write-commit.ts";
import { openRepository, type Repository } from "#adapters/git/repository.ts";
import { isLoopback } from "#adapters/github/pull-address.ts";
import { findToken } from "#adapters/github/find-token.ts";
import type { Review } from "#model/review.ts";
import { UserError } from "#util/errors.ts";
import { isOurs, makePagesFiles, type PagesFiles } from "./pages-files.ts";

/** A review that is to be shown on a branch of the repository. */
export interface PagesPublication {
  /** Any folder of the repository. */
  readonly folder: string;
  readonly review: Review;
  readonly branch: string;
  /** The user said the name of the branch. */
  readonly isNamed: boolean;
  readonly remote: string;
  readonly message?: string;
  readonly isPushed: boolean;
  readonly isDryRun: boolean;
  readonly env: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
}

/** What was done to the branch. */
export interface PublishedPages {
  readonly changes: readonly Pick<FileChange, "path" | "change">[];
  /** The branch's newest commit, ours or the one that held all of it already; absent after a dry run of a new branch. */
  readonly commit?: string;
  readonly pushed: "pushed" | "already there" | "no";
  /** False where the branch here was left as it is: a shallow clone lacks the server's history, or somebody moved it. */
  readonly isHere: boolean;
  readonly failed: PagesFiles["failed"];
}

/**
 * Adds a review to the pages on a branch: its record, its page, and an index over all records that the branch holds.
 * Files that are not ours stay. Checkout, index, HEAD and settings are not touched, no hook is run, and nothing is
 * committed where nothing changes.
 */
export async function publishToPages(request: PagesPublication): Promise<PublishedPages> {
  const repository = await openRepository(request.folder, request.signal);
  try {
    if (!repository.writable) throw readOnly(request.folder);
    const ref = await requireBranch(repository, request);
    const identity = request.isDryRun ? {} : await requireIdentity(repository, request.env);
    const task: Task = { repository, ref, identity, request };
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const done = request.isPushed ? await publishThere(task) : await publishHere(task);
      if (done !== undefined) return done;
    }
    throw everMoving(request.branch);
  } finally {
    await repository.close();
  }
}

/** Each time the branch was moved by somebody else it is begun anew. */
const ATTEMPTS = 4;

interface Task {
  readonly repository: Repository;
  readonly ref: string;
  readonly identity: NodeJS.ProcessEnv;
  readonly request: PagesPublication;
}

/** Without the network. Undefined: the branch was moved meanwhile. */
async function publishHere(task: Task): Promise<PublishedPages | undefined> {
  const { repository, ref, request } = task;
  const remote = await lastSeen(repository, request);
  const local = await commitOf(repository, ref);
  // What the server has beyond this branch is joined when it is pushed, if need be.
  const isBehind = local === undefined || (remote !== undefined && (await containsCommit(repository, remote, local)));
  const start = await findStart(repository, { ref, isOurs, ...(isBehind ? { remote } : {}) });
  const built = await build(task, repository, start);
  if (built.commit !== undefined && !request.isDryRun && !(await follow(task, start, built.commit))) return undefined;
  return { ...tell(built, start), pushed: "no", isHere: true };
}

/** With the server's branch. Undefined: it was moved meanwhile. */
async function publishThere(task: Task): Promise<PublishedPages | undefined> {
  const { repository, ref, request } = task;
  const { env, signal } = request;
  const url = await remoteAddress(repository, request.remote);
  const server = await openRemoteBranch(repository, { url, ref, login: await loginFor(url, env), env, signal });
  try {
    const { borrowed } = server;
    const joined = borrowed === undefined ? repository : await openRepository(request.folder, signal, borrowed);
    try {
      const start = await findStart(joined, { ref, isOurs, remote: server.tip });
      const built = await build(task, joined, start);
      return await deliver(task, { server, start, built });
    } finally {
      if (joined !== repository) await joined.close();
    }
  } finally {
    await server.close();
  }
}

interface Delivery {
  readonly server: RemoteBranch;
  readonly start: Start;
  readonly built: Built;
}

async function deliver(task: Task, { server, start, built }: Delivery): Promise<PublishedPages | undefined> {
  const told = tell(built, start);
  if (task.request.isDryRun) return { ...told, pushed: "no", isHere: true };
  const tip = built.commit ?? start.parents[0];
  const isNew = tip !== undefined && tip !== server.tip;
  if (isNew && !(await server.push(tip))) return undefined;
  const isHere =
    tip === undefined || (await canFollow(task.repository, start)) ? await follow(task, start, tip) : false;
  return { ...told, pushed: isNew ? "pushed" : "already there", isHere };
}

/** A shallow clone lacks what was only lent to it; a branch that leads there would look damaged. */
async function canFollow(repository: Repository, { parents }: Start): Promise<boolean> {
  for (const parent of parents) {
    if ((await repository.ask(["cat-file", "-e", `${parent}^{commit}`])) === undefined) return false;
  }
  return true;
}

/** Moves the branch here. What somebody else did to it meanwhile stays. */
async function follow({ repository, ref, request }: Task, { local }: Start, to: string | undefined): Promise<boolean> {
  if (to === undefined || to === local) return true;
  return moveBranch(repository, ref, { from: local, to, because: `deep-review: publish ${request.review.id}` });
}

interface Built {
  readonly changes: readonly FileChange[];
  readonly failed: PagesFiles["failed"];
  /** Absent: nothing changes, or nothing is to be changed. */
  readonly commit?: string;
}

async function build({ identity, request }: Task, repository: Repository, { parents }: Start): Promise<Built> {
  const { review, signal, isDryRun } = request;
  const held = await Promise.all(
    (parents.length === 0 ? [undefined] : parents).map((one) => listFiles(repository, one)),
  );
  const room = await mkdtemp(join(repository.lab, "pages-"));
  const { files, failed } = await makePagesFiles(repository, { review, held, room, signal });
  const changes = await findChanges(repository, files, held[0] ?? new Map());
  // Two histories are joined even where this side has nothing to add: else they could not be pushed.
  const isNeeded = changes.length > 0 || parents.length > 1;
  if (!isNeeded || isDryRun) return { changes, failed };
  const message = request.message ?? `Publish the review ${review.id}`;
  return { changes, failed, commit: await writeCommit(repository, { changes, parents, message, identity }) };
}

function tell({ changes, failed, commit }: Built, { parents }: Start) {
  const tip = commit ?? parents[0];
  return {
    changes: changes.map(({ path, change }) => ({ path, change })),
    failed,
    commit: tip,
  };
}

/** The server's branch as it was last fetched. */
function lastSeen(repository: Repository, { remote, branch }: PagesPublication): Promise<string | undefined> {
  return commitOf(repository, `refs/remotes/${remote}/${branch}`);
}

/** A token goes to the host that it belongs to, over https, or on this machine; with ssh and files git finds its own way. */
async function loginFor(url: string, env: NodeJS.ProcessEnv) {
  if (!URL.canParse(url)) return undefined;
  const { protocol, origin, host } = new URL(url);
  const isSafe = protocol === "https:" || (protocol === "http:" && isLoopback(host));
  const token = isSafe ? await findToken(host, env) : undefined;
  return token === undefined ? undefined : { origin, token: token.value };
}

function readOnly(folder: string): UserError {
  return new UserError({
    what: "cannot publish to a branch here",
    why: `the repository in ${folder} cannot be written to`,
    fix: "publish from a clone of your own",
  });
}

function everMoving(branch: string): UserError {
  return new UserError({
    what: `the branch ${branch} could not be published`,
    why: `somebody else moved it each of the ${ATTEMPTS} times that it was tried`,
    fix: "publish again in a moment",
  });
}
