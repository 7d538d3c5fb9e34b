import { readFile, realpath, stat } from "node:fs/promises";
import { join, sep } from "node:path";
import { openBase } from "#adapters/git/open-base.ts";
import type { ScopeRequest } from "#adapters/git/resolve-target.ts";
import type { Config } from "#config/config.ts";
import { CONFIG_FILES, type ConfigFolder, configKeyOf, explainReadError, readConfig } from "#config/read-config.ts";
import { type KnownIds, resolveConfig } from "#config/resolve-config.ts";
import { runConfigFile } from "#config/run-config-file.ts";
import { isTrusted, trust } from "#config/trust.ts";
import type { BroughtSwitches, RoundSettings } from "#model/change/settings.ts";
import { REMOVED_IDS } from "#reviewers/registry.ts";
import { UserError } from "#util/errors.ts";
import { builtInAnalyzers } from "./panel.ts";

/** Which files speak: those of the commit that the change is compared with, or those of the working tree. */
export type ConfigFrom = "base" | "worktree";

/** Whose configuration is wanted, and for what. */
export interface ConfigRequest {
  readonly root: string;
  readonly env: NodeJS.ProcessEnv;
  readonly from: ConfigFrom;
  /** The change; needed where the base speaks. */
  readonly change: ScopeRequest;
}

/** In CI the base speaks, so that a change cannot switch its own review off. */
export function defaultConfigFrom(env: NodeJS.ProcessEnv): ConfigFrom {
  return isCi(env) ? "base" : "worktree";
}

/** Reads `--config-from`. */
export function readConfigFrom(text: string | undefined, env: NodeJS.ProcessEnv): ConfigFrom {
  if (text === undefined) return defaultConfigFrom(env);
  if (text === "base" || text === "worktree") return text;
  throw new UserError({
    what: `"${text}" is no place of a configuration`,
    why: `--config-from got ${text}`,
    fix: "use base or worktree",
  });
}

/** The configuration in force in a repository; knows which reviewers and checks there are. */
export async function loadConfig(request: ConfigRequest): Promise<Config> {
  if (request.from === "worktree") return resolveConfig(await readConfig(worktreeFolder(request)), knownIds());
  return loadFromBase(request, refuseCode);
}

async function loadFromBase({ change }: ConfigRequest, run: ConfigFolder["run"]): Promise<Config> {
  const base = await openBase(change);
  try {
    const where = ` at the base commit ${base.id.slice(0, 7)}`;
    const folder = { where, read: (name: string) => base.read(name), run };
    return resolveConfig(await readConfig(folder), knownIds(), `defaults, there is no configuration file${where}`);
  } finally {
    await base.close();
  }
}

function knownIds(): KnownIds {
  const analyzers = builtInAnalyzers();
  return {
    reviewers: analyzers.map(({ id }) => id),
    checks: analyzers.flatMap(({ checks }) => checks.map(({ id }) => id)),
    removed: REMOVED_IDS,
  };
}

/** A line for a user whose configuration names what is no longer there; undefined where it does not. */
export function describeRemoved({ removed, from }: Config): string | undefined {
  if (removed.length === 0) return undefined;
  return `${from} names ${removed.join(", ")}, which this version no longer has. It has no effect and can be deleted.`;
}

/** What a round needs of the configuration. */
export function settingsOf({ off, offIn, ignore, from, agents }: Config, brought?: BroughtSwitches): RoundSettings {
  const readers = agents.readers === 1 ? undefined : agents.readers;
  return { off, offIn, ignore, from, readers, brought };
}

/** What a working tree's configuration is compared with: that of the base, or the defaults where that cannot be read. */
export interface ConfigBefore {
  readonly config: Config;
  /** The base's configuration is this code, which the user has not allowed to run: what it says is not known. */
  readonly unknown?: string;
}

/** The configuration before the change; undefined where it is the one in force. */
export async function loadBefore(request: ConfigRequest): Promise<ConfigBefore | undefined> {
  if (request.from === "base") return undefined;
  const { root, env } = request;
  let unknown: string | undefined;
  const run: ConfigFolder["run"] = async (name, text) => {
    if (!isCi(env) && (await isTrusted({ root, name, text }, env))) {
      return runConfigFile({ path: join(root, name), name, text });
    }
    unknown = name;
    return refuseCode(name);
  };
  const config = await loadFromBase(request, run).catch(() => resolveConfig(undefined, knownIds()));
  return { config, unknown };
}

/**
 * Allows the configuration of a working tree to run programs: itself where it is code, and those that it names. Says
 * which file that is, and where it is noted.
 */
export async function trustConfig(root: string, env: NodeJS.ProcessEnv): Promise<{ name: string; note: string }> {
  const file = await configFile(root);
  if (file !== undefined) return { name: file.name, note: await trust({ root, ...file }, env) };
  throw new UserError({
    what: "there is no configuration to trust",
    why: `none of ${CONFIG_FILES.join(", ")}, nor a key in package.json, is in ${root}`,
    fix: "nothing to do: without one no program is named",
  });
}

/** Whether the user has allowed the configuration of a working tree as it is now. */
export async function isConfigTrusted(root: string, env: NodeJS.ProcessEnv): Promise<boolean> {
  const file = await configFile(root);
  return file !== undefined && isTrusted({ root, ...file }, env);
}

const MANIFEST = "package.json";

async function configFile(root: string): Promise<{ name: string; text: string } | undefined> {
  for (const name of CONFIG_FILES) {
    const text = await readText(root, name);
    if (text !== undefined) return { name, text };
  }
  // Of the manifest the key alone counts: a new dependency asks for no new trust.
  const key = configKeyOf(await readText(root, MANIFEST));
  return key === undefined ? undefined : { name: MANIFEST, text: JSON.stringify(key) };
}

/** Whether this runs in CI. */
export function isCi(env: NodeJS.ProcessEnv): boolean {
  return !["", "0", "false"].includes((env["CI"] ?? "").toLowerCase());
}

function refuseCode(name: string): never {
  throw new UserError({
    what: `${name} is code, and is not run here`,
    why: "the configuration is read from the base commit, of which nothing is run",
    fix: "write it as deep-review.config.json: `deep-review config --json` prints what it says, run locally",
  });
}

function worktreeFolder({ root, env }: ConfigRequest): ConfigFolder {
  return {
    where: "",
    read: (name) => readText(root, name),
    async run(name, text) {
      if (isCi(env)) {
        throw new UserError({
          what: `${name} is code, and is not run in CI`,
          why: "it may have come with the change under review",
          fix: "write it as deep-review.config.json: `deep-review config --json` prints what it says, run locally",
        });
      }
      if (!(await isTrusted({ root, name, text }, env))) {
        throw new UserError({
          what: `${name} is code that you have not allowed to run`,
          why: "a configuration in TypeScript or JavaScript is run, and it may have come with the change under review",
          fix: "read it, then run `deep-review config --trust`; it holds until the file changes. JSON needs none of this",
        });
      }
      return runConfigFile({ path: join(root, name), name, text });
    },
  };
}

/** The text of a file of the root; undefined when there is none. What a link out of the repository leads to is not read. */
async function readText(root: string, name: string): Promise<string | undefined> {
  const path = join(root, name);
  try {
    const real = await realpath(path);
    if (!real.startsWith(`${await realpath(root)}${sep}`)) {
      // Whoever links the manifest has other reasons; it is not ours to complain about.
      if (name === "package.json") return undefined;
      throw linkedAway(name, real);
    }
    return (await stat(real)).isFile() ? await readFile(real, "utf8") : undefined;
  } catch (error) {
    if (error instanceof UserError) throw error;
    const problem = explainReadError(error, name);
    if (problem !== undefined) throw problem;
    return undefined;
  }
}

function linkedAway(name: string, real: string): UserError {
  return new UserError({
    what: `${name} is a link out of the repository`,
    why: `it leads to ${real}, and a repository decides only by its own files`,
    fix: "put a copy of the file in its place",
  });
}
