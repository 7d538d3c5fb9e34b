import { listTreeChanges, takeFingerprint } from "./fingerprint.ts";
import { setUp, type SetUpFolders, type SetUpPlan, type SetUpRun } from "./set-up.ts";
import type { SetupCache, SetupResult } from "./setup-cache.ts";
import { findSetupKeys, type SetupKeys } from "./setup-key.ts";

/** A fresh checkout that is to be set up. */
export interface PrepareRequest extends SetUpFolders {
  readonly plan: SetUpPlan;
  readonly paths: readonly string[];
  readonly tree: string;
  readonly signal?: AbortSignal | undefined;
}

/** Sets a checkout up: with what the same commands made for the same files before, or by running them. */
export async function prepareCode(request: PrepareRequest): Promise<readonly SetUpRun[]> {
  const { plan, code, paths, tree, repositories } = request;
  const { cache, commands, network } = plan;
  if (commands.length === 0) return [];
  if (cache === undefined) return setUp(request);
  const path = process.env["PATH"] ?? "";
  const submodules = repositories.slice(1).map((folder) => folder.slice(code.length));
  const keys = await findSetupKeys({ commands, code, paths, tree, network, path, submodules });
  return cache.inTurn(keys.shared ?? keys.own, () => prepareOnce(request, cache, keys));
}

async function prepareOnce(request: PrepareRequest, cache: SetupCache, keys: SetupKeys): Promise<readonly SetUpRun[]> {
  const { plan, code, home, signal } = request;
  signal?.throwIfAborted();
  for (const key of [keys.shared, keys.own]) {
    const found = key === undefined ? "none" : await cache.restore(key, { code, home });
    if (found === "restored") return plan.commands.map(describeKept);
    if (found === "broken") throw new Error("what an earlier set-up made went away while it was copied; try again");
  }
  const before = await takeFingerprint(code);
  const runs = await setUp(request);
  if (!runs.every(({ ok }) => ok)) return runs;
  const result = describeResult(listTreeChanges(before, await takeFingerprint(code)));
  if (result === undefined) return runs;
  const isShared = keys.shared !== undefined && result.removed.length === 0 && result.changed.every(isDependency);
  await cache.store(isShared ? (keys.shared ?? keys.own) : keys.own, result, { code, home });
  return runs;
}

const describeKept = (command: string): SetUpRun => ({
  command,
  ok: true,
  ended: "kept from an earlier run",
  output: "",
  took: 0,
});

/** Folders that hold nothing but what was installed. */
const isDependency = (path: string): boolean => /(?:^|\/)node_modules$/.test(path);

/** Undefined: something of git's changed, which is not kept. */
function describeResult(changes: ReturnType<typeof listTreeChanges>): SetupResult | undefined {
  if (changes.some(({ path }) => path.split("/").includes(".git"))) return undefined;
  const removed = changes.filter(({ what }) => what === "removed").map(({ path }) => path);
  const changed = changes.filter(({ what }) => what !== "removed").map(({ path }) => path);
  return { changed: topmost(changed), removed: topmost(removed) };
}

/** Without the paths that are below another. */
function topmost(paths: readonly string[]): string[] {
  const all = new Set(paths);
  const hasParent = (path: string): boolean => {
    for (let at = path.lastIndexOf("/"); at > 0; at = path.lastIndexOf("/", at - 1)) {
      if (all.has(path.slice(0, at))) return true;
    }
    return false;
  };
  return paths.filter((path) => !hasParent(path));
}
