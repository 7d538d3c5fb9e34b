import { openRepository, type Repository } from "../repository.ts";
import { readCurrentBranch } from "../revisions.ts";
import { runNetworkGit } from "./network-git.ts";

/** A remote of a clone, according to the clone's settings, which are untrusted. */
interface Remote {
  readonly name: string;
  /** After applying the user's `insteadOf`. */
  readonly url: string;
}

/** The checked-out branch, and its names on remotes. */
export interface CheckedOut {
  readonly name: string;
  /** The remote that it is pushed to, or pulled from: a name or an address. */
  readonly remote?: string;
  /** The ref that it is pulled from. */
  readonly merge?: string;
}

/** The remotes and branches of a clone. */
export interface CloneOrigin {
  readonly remotes: readonly Remote[];
  /** Absent if HEAD is detached. */
  readonly branch?: CheckedOut;
  /** Branches and tags with exactly these short names. */
  readonly named: readonly string[];
}

interface CloneQuestion {
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
  /** A possible name of a branch or tag. */
  readonly name?: string;
  readonly signal?: AbortSignal | undefined;
}

/** Reads the remotes and branches of a clone. Does not use the network. */
export async function readClone({ folder, env, name, signal }: CloneQuestion): Promise<CloneOrigin> {
  const repository = await openRepository(folder, signal);
  try {
    const settings = await readSettings(repository);
    const remotes: Remote[] = [];
    for (const [key, url] of settings) {
      const remote = /^remote\.(.+)\.url$/s.exec(key)?.[1];
      if (remote === undefined || remotes.some((one) => one.name === remote)) continue;
      remotes.push({ name: remote, url: await readInstead(repository, url, env) });
    }
    const branch = await readCurrentBranch(repository);
    const named = name === undefined ? [] : await findNamed(repository, name);
    return { remotes, named, ...(branch === undefined ? {} : { branch: describeBranch(branch, settings) }) };
  } finally {
    await repository.close();
  }
}

type Settings = readonly (readonly [key: string, value: string])[];

async function readSettings(repository: Repository): Promise<Settings> {
  const names = "^(remote\\..*\\.url|branch\\..*\\.(remote|pushremote|merge))$";
  const { stdout } = await repository.run(["config", "-z", "--get-regexp", names]);
  return stdout
    .toString("utf8")
    .split("\0")
    .flatMap((one) => {
      const end = one.indexOf("\n");
      return end === -1 ? [] : [[one.slice(0, end), one.slice(end + 1).trim()] as const];
    });
}

/** Expands the user's own short forms such as `gh:ada/kettle`, without the clone's settings. */
async function readInstead(repository: Repository, url: string, env: NodeJS.ProcessEnv): Promise<string> {
  if (/^(?:https?|ssh):\/\//.test(url) || url === "" || url.startsWith("-")) return url;
  const { tempFolder } = repository;
  const asked = {
    folder: tempFolder,
    gitDir: `${tempFolder}/none`,
    url,
    env,
    objects: {},
    args: ["ls-remote", "--get-url", url],
  };
  const { code, stdout } = await runNetworkGit(asked);
  return code === 0 ? stdout.toString("utf8").trim() : url;
}

async function findNamed(repository: Repository, name: string): Promise<readonly string[]> {
  const refs = [`refs/heads/${name}`, `refs/tags/${name}`, `refs/remotes/${name}`];
  const listing = await repository.query(["for-each-ref", "--format=%(refname)", ...refs]);
  // A pattern also matches the paths below it.
  return (listing ?? "").split("\n").filter((ref) => refs.includes(ref));
}

function describeBranch(name: string, settings: Settings): CheckedOut {
  const valueOf = (key: string): string | undefined =>
    settings.findLast(([own]) => own === `branch.${name}.${key}`)?.[1] || undefined;
  const [remote, merge] = [valueOf("pushremote") ?? valueOf("remote"), valueOf("merge")];
  return { name, remote, merge };
}
