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
import { printable } from "#util/printable.ts";
import { findForeignFile, isOurs, makePagesFiles, type PagesFiles } from "./pages-files.ts";

/** A review to publish on a branch of the repository. */
export interface PagesPublication {
  /** Any folder of the repository. */
  readonly folder: string;
  readonly review: Review;
  readonly branch: string;
  /** Whether the user named the branch. */
  readonly isNamed: boolean;
  readonly remote: string;
  readonly message?: string;
  readonly isPushed: boolean;
  readonly isDryRun: boolean;
  readonly env: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
}

/** The result of publishing to a branch. */
export interface PublishedPages {
  readonly changes: readonly Pick<FileChange, "path" | "change">[];
  /** The newest commit of the branch, even if it is not ours. Absent after a dry run of a new branch. */
  readonly commit?: string;
  readonly pushed: "pushed" | "already there" | "no";
  /** False if the local branch was not moved: a shallow clone lacks the history, or somebody else moved it. */
  readonly isHere: boolean;
  readonly failed: PagesFiles["failed"];
}

/**
 * Adds a review to the pages on a branch: its record, its page, and an index of all records on the branch. Keeps files
 * that are not ours. Does not touch checkout, index, HEAD or settings, runs no hook, and commits only changes.
 */
export async function publishToPages(request: PagesPublication): Promise<PublishedPages> {
  const repository = await openRepository(request.folder, request.signal);
  try {
    if (!repository.writable) throw readOnly(request.folder);
    const ref = await requireBranch(repository, request);
    const identity = request.isDryRun ? {} : await requireIdentity(repository, request.env);
    const task: Task = { repository, ref, identity, request };
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const done = request.isPushed ? await publishToServer(task) : await publishLocally(task);
      if (done !== undefined) return done;
    }
    throw keepsMoving(request.branch);
  } finally {
    await repository.close();
  }
}

/** Starts again whenever somebody else has moved the branch. */
const ATTEMPTS = 4;

interface Task {
  readonly repository: Repository;
  readonly ref: string;
  readonly identity: NodeJS.ProcessEnv;
  readonly request: PagesPublication;
}

/** Without the network. Undefined if the branch was moved meanwhile. */
async function publishLocally(task: Task): Promise<PublishedPages | undefined> {
  const { repository, ref, request } = task;
  const remote = await lastSeen(repository, request);
  const local = await commitOf(repository, ref);
  // A push merges what the server has beyond this branch.
  const isBehind = local === undefined || (remote !== undefined && (await containsCommit(repository, remote, local)));
  const start = await findStart(repository, { ref, isOurs, remote: isBehind ? remote : undefined });
  const built = await build(task, repository, start);
  if (built.commit !== undefined && !request.isDryRun && !(await moveLocal(task, start, built.commit)))
    return undefined;
  return { ...resultOf(built, start), pushed: "no", isHere: true };
}

/** With the server's branch. Undefined if it was moved meanwhile. */
async function publishToServer(task: Task): Promise<PublishedPages | undefined> {
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
  const result = resultOf(built, start);
  if (task.request.isDryRun) return { ...result, pushed: "no", isHere: true };
  const tip = built.commit ?? start.parents[0];
  const isNew = tip !== undefined && tip !== server.tip;
  if (isNew && !(await server.push(tip))) return undefined;
  const isHere =
    tip === undefined || (await hasParents(task.repository, start)) ? await moveLocal(task, start, tip) : false;
  return { ...result, pushed: isNew ? "pushed" : "already there", isHere };
}

/** A shallow clone may lack the parents. A local branch that points to them would look damaged. */
async function hasParents(repository: Repository, { parents }: Start): Promise<boolean> {
  for (const parent of parents) {
    if ((await repository.query(["cat-file", "-e", `${parent}^{commit}`])) === undefined) return false;
  }
  return true;
}

/** Moves the local branch, unless somebody else has moved it meanwhile. */
async function moveLocal(
  { repository, ref, request }: Task,
  { local }: Start,
  to: string | undefined,
): Promise<boolean> {
  if (to === undefined || to === local) return true;
  return moveBranch(repository, ref, { from: local, to, because: `deep-review: publish ${request.review.id}` });
}

interface Built {
  readonly changes: readonly FileChange[];
  readonly failed: PagesFiles["failed"];
  /** Absent if nothing changes, and in a dry run. */
  readonly commit?: string;
}

async function build({ identity, request }: Task, repository: Repository, { parents }: Start): Promise<Built> {
  const { review, signal, isDryRun } = request;
  const held = await Promise.all(
    (parents.length === 0 ? [undefined] : parents).map((one) => listFiles(repository, one)),
  );
  const room = await mkdtemp(join(repository.tempFolder, "pages-"));
  const { files, failed } = await makePagesFiles(repository, { review, held, room, signal });
  const changes = await findChanges(repository, files, held[0] ?? new Map());
  await requirePages(repository, { request, tip: parents[0], held: held[0] ?? new Map() });
  // Two histories are merged even if this side has nothing to add, because they could not be pushed otherwise.
  const isNeeded = changes.length > 0 || parents.length > 1;
  if (!isNeeded || isDryRun) return { changes, failed };
  const message = request.message ?? `Publish the review ${review.id}`;
  return { changes, failed, commit: await writeCommit(repository, { changes, parents, message, identity }) };
}

interface Branch {
  readonly request: PagesPublication;
  /** Its newest commit; undefined if the branch is new. */
  readonly tip: string | undefined;
  readonly held: Parameters<typeof findForeignFile>[0];
}

/** Throws unless the branch is new or for pages. Pages among source would be merged with it. */
async function requirePages(repository: Repository, { request, tip, held }: Branch): Promise<void> {
  if (tip === undefined) return;
  const { base, head } = request.review.scope;
  let isSource = false;
  for (const commit of [base, head]) {
    if (commit !== undefined) isSource ||= await containsCommit(repository, tip, commit);
  }
  const foreign = findForeignFile(held, isSource);
  if (foreign === undefined) return;
  const branch = printable(request.branch);
  throw new UserError({
    what: `cannot publish to the branch ${branch}`,
    why: isSource
      ? `it has the code that was reviewed, such as ${printable(foreign)}`
      : `it has files but no pages of ours, such as ${printable(foreign)}`,
    fix: "name a branch for pages only, for example --branch reviews; it is made if there is none",
  });
}

function resultOf({ changes, failed, commit }: Built, { parents }: Start) {
  return { changes: changes.map(({ path, change }) => ({ path, change })), failed, commit: commit ?? parents[0] };
}

/** The server's branch as it was last fetched. */
function lastSeen(repository: Repository, { remote, branch }: PagesPublication): Promise<string | undefined> {
  return commitOf(repository, `refs/remotes/${remote}/${branch}`);
}

/** A token is sent only to its own host, over https or on this machine. For ssh and files git uses its own login. */
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

function keepsMoving(branch: string): UserError {
  return new UserError({
    what: `the branch ${branch} could not be published`,
    why: `somebody else moved it during each of ${ATTEMPTS} attempts`,
    fix: "publish again in a moment",
  });
}
