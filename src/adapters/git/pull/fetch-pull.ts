import type { PullRequest } from "#model/pull/pull-request.ts";
import { UserError } from "#util/errors.ts";
import { printable } from "#util/printable.ts";
import type { GitRun } from "../git.ts";
import { openRepository, type Borrowed, type Repository } from "../repository.ts";
import { explainFetch, missingRef } from "./explain-fetch.ts";
import { runNetworkGit } from "./network-git.ts";
import { FETCH_REMOTE, openFetchRepository, type FetchRepository } from "./fetch-repository.ts";

/** What to fetch, and from where. */
export interface PullFetch {
  /** Any folder of the user's clone. */
  readonly folder: string;
  readonly pull: Pick<PullRequest, "address" | "base" | "head" | "state">;
  /** The address of the base repository for git. */
  readonly url: string;
  /** Sent only to this origin; absent: git uses the user's credentials. */
  readonly login?: { readonly origin: string; readonly token: string };
  readonly env: NodeJS.ProcessEnv;
  readonly signal?: AbortSignal | undefined;
  /** How long the server may be silent, in milliseconds. */
  readonly patience?: number;
}

/** The fetched commits of a pull request, until it is closed. */
export interface FetchedPull {
  readonly kind: "fetched";
  readonly head: string;
  /** The commit that the head is compared with. */
  readonly base: string;
  /** The tip of the base branch. */
  readonly tip: string;
  readonly limits: readonly string[];
  readonly borrowed?: Borrowed;
  close(): Promise<void>;
}

/** The head has moved, and the requested commit is not available. */
interface MovedPull {
  readonly kind: "moved";
  readonly to: string;
}

/**
 * Fetches the head of a pull request and the tip of its base branch. Only the objects of the user's repository change,
 * and nothing in its settings is run. Throws a UserError if they cannot be fetched.
 */
export async function fetchPull(request: PullFetch): Promise<FetchedPull | MovedPull> {
  const repository = await openRepository(request.folder, request.signal);
  try {
    const scratch = await openFetchRepository(repository, request.url, request.signal);
    try {
      const fetched = await fetchInto(scratch, repository, request);
      if (fetched.kind === "moved" || scratch.borrowed === undefined) await scratch.close();
      return fetched;
    } catch (error) {
      await scratch.close();
      throw error;
    }
  } finally {
    await repository.close();
  }
}

/** The fetched refs in the scratch repository. */
const HEAD = "refs/pull/head";
const BASE = "refs/pull/base";
/**
 * How much of a shallow clone's missing history is fetched, in commits from both tips, until they have a common one.
 */
const DEPTHS = [200, 5000, 2_147_483_647];

async function fetchInto(
  scratch: FetchRepository,
  repository: Repository,
  request: PullFetch,
): Promise<FetchedPull | MovedPull> {
  const { partial, shallow } = repository;
  const server = { scratch, request, partial };
  for (const depth of shallow ? DEPTHS : [undefined]) {
    const deep = depth === undefined ? server : { ...server, depth };
    const got = await fetchTips(deep);
    if ("kind" in got) return got;
    const isLast = depth === undefined || depth === DEPTHS.at(-1);
    const base = await baseFor(got, scratch, request);
    const joint = await scratch.query(["merge-base", base, got.head]);
    if (joint === undefined && !isLast) continue;
    if (partial && joint !== undefined) await fetchContents(deep, joint, got);
    const { borrowed } = scratch;
    const close = (): Promise<void> => (borrowed === undefined ? Promise.resolve() : scratch.close());
    return { kind: "fetched", ...got, base, close, borrowed };
  }
  throw new Error("there is always a last depth");
}

interface Server {
  readonly scratch: FetchRepository;
  readonly request: PullFetch;
  readonly partial: boolean;
  readonly depth?: number;
}

type Tips = Pick<FetchedPull, "head" | "tip" | "limits">;

async function fetchTips(server: Server): Promise<Tips | MovedPull> {
  const { scratch, request } = server;
  const { pull } = request;
  const wanted = pull.head.commit;
  const limits = await fetchRefs(server);
  const tip = (await scratch.query(["rev-parse", "--verify", "--quiet", `${BASE}^{commit}`])) ?? pull.base.commit;
  const head = await scratch.query(["rev-parse", "--verify", "--quiet", `${HEAD}^{commit}`]);
  if (head === undefined) throw explainFetch(request, "the server sent no commit");
  if (head === wanted || (await containsCommit(scratch, head, wanted))) return { head: wanted, tip, limits };
  // Somebody force-pushed; the server may still have the requested commit.
  const { code } = await runFetch(server, [`+${wanted}:${HEAD}`]);
  return code === 0 ? { head: wanted, tip, limits } : { kind: "moved", to: head };
}

/** Fetches both refs. Returns notes for the report. */
async function fetchRefs(server: Server): Promise<readonly string[]> {
  const { pull } = server.request;
  const head = `+refs/pull/${pull.address.number}/head:${HEAD}`;
  const branch = requireBranch(pull.base.branch);
  const run = await runFetch(server, [head, `+${branch}:${BASE}`]);
  if (run.code === 0) return [];
  // The branch of a closed pull request may be deleted; its last commit is still known.
  if (missingRef(run.stderr) !== branch || pull.state === "open") throw explainFetch(server.request, run.stderr);
  const again = await runFetch(server, [head, `+${requireId(pull.base.commit)}:${BASE}`]);
  if (again.code !== 0) throw explainFetch(server.request, again.stderr);
  return [`the branch ${printable(pull.base.branch)} is gone: rules and decisions are those of its last known commit`];
}

/** A merged pull request is in the base branch; compare it with the branch before the merge. */
async function baseFor({ head, tip }: Tips, scratch: FetchRepository, { pull }: PullFetch): Promise<string> {
  if (pull.state === "open" || !(await containsCommit(scratch, tip, head))) return tip;
  const before = await scratch.query(["rev-parse", "--verify", "--quiet", `${requireId(pull.base.commit)}^{commit}`]);
  return before === undefined || (await containsCommit(scratch, before, head)) ? tip : before;
}

/** Fetches the blobs of changed files and of files with review settings into a partial clone. */
async function fetchContents(server: Server, base: string, { head, tip }: Tips): Promise<void> {
  const { scratch, request } = server;
  const run = (args: readonly string[]): Promise<GitRun> =>
    runNetworkGit({ ...request, folder: scratch.folder, gitDir: scratch.gitDir, objects: scratch.env, args });
  // Comparing makes git fetch missing objects in one batch. Reading reports what is still missing.
  await run(["diff-tree", "-r", "--numstat", "--no-renames", "--no-ext-diff", "--no-textconv", base, head]);
  await run(["grep", "--quiet", "--threads=1", "-e", "a^", tip, "--", ...REVIEW_SETTINGS]);
}

/** Git's patterns for files with configuration, rules, instructions and decisions. */
const REVIEW_SETTINGS = [
  "deep-review*",
  ".deep-review/*",
  "package.json",
  ".gitattributes",
  ":(glob)**/AGENTS.md",
  ":(glob)**/CLAUDE.md",
  ":(glob)**/REVIEW.md",
];

async function runFetch({ scratch, request, partial, depth }: Server, refs: readonly string[]): Promise<GitRun> {
  const { url, login, env, signal, patience } = request;
  const args = [
    "fetch",
    "--progress",
    "--no-tags",
    "--no-write-fetch-head",
    "--no-recurse-submodules",
    "--no-auto-maintenance",
    "--no-show-forced-updates",
    "--refmap=",
    ...(partial ? ["--filter=blob:none"] : []),
    ...(depth === undefined ? [] : [`--depth=${depth}`]),
    "--end-of-options",
    FETCH_REMOTE,
    ...refs,
  ];
  const { folder, gitDir } = scratch;
  const run = { folder, gitDir, args, url, env, objects: scratch.env, signal, ...(patience && { patience }) };
  const first = await runNetworkGit({ ...run, ...(login && { login }) });
  // A token may allow reading the pull request but not the code; the user's own credentials may suffice.
  if (
    first.code === 0 ||
    login === undefined ||
    !/Authentication failed|returned error: 40[134]|not found/i.test(first.stderr)
  )
    return first;
  const second = await runNetworkGit(run);
  return second.code === 0 ? second : first;
}

async function containsCommit(scratch: FetchRepository, commit: string, of: string): Promise<boolean> {
  return (await scratch.query(["merge-base", "--is-ancestor", requireId(of), commit])) !== undefined;
}

function requireId(id: string): string {
  if (/^[0-9a-f]{40,64}$/.test(id)) return id;
  throw odd(`"${id}" is not a commit`);
}

/** The full ref of a branch. Rejects characters of patterns, which no branch name contains. */
function requireBranch(name: string): string {
  if (name !== "" && !/[\u0000-\u0020\u007f~^:?*[\\]|\.\.|@\{/.test(name)) return `refs/heads/${name}`;
  throw odd(`"${name}" is not a branch`);
}

function odd(why: string): UserError {
  return new UserError({
    what: "cannot fetch the pull request",
    why: `the server's answer is invalid: ${printable(why)}`,
    fix: "check the address of the remote",
  });
}
