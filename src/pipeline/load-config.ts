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
import { messageOf, UserError } from "#util/errors.ts";
import { builtInAnalyzers } from "./panel.ts";

/** Where the configuration is read: from the base commit of the change, or from the working tree. */
export type ConfigFrom = "base" | "worktree";

export interface ConfigRequest {
  readonly root: string;
  readonly env: NodeJS.ProcessEnv;
  readonly from: ConfigFrom;
  /** Needed to find the base. */
  readonly change: ScopeRequest;
}

/** In CI the base counts, so that a change cannot switch off its own review. */
export function defaultConfigFrom(env: NodeJS.ProcessEnv): ConfigFrom {
  return isCi(env) ? "base" : "worktree";
}

/** Parses `--config-from`. */
export function readConfigFrom(text: string | undefined, env: NodeJS.ProcessEnv): ConfigFrom {
  if (text === undefined) return defaultConfigFrom(env);
  if (text === "base" || text === "worktree") return text;
  throw new UserError({
    what: `"${text}" is not a source of the configuration`,
    why: `--config-from got ${text}`,
    fix: "use base or worktree",
  });
}

/** Loads and checks the configuration of a repository. */
export async function loadConfig(request: ConfigRequest): Promise<Config> {
  if (request.from === "worktree") return resolveConfig(await readConfig(worktreeFolder(request)), knownIds());
  return loadFromBase(request, refuseCode);
}

async function loadFromBase({ change }: ConfigRequest, run: ConfigFolder["run"]): Promise<Config> {
  const base = await openBase(change);
  try {
    const where = ` at the base commit ${base.id.slice(0, 7)}`;
    const source = await readConfig({ where, read: (name) => base.read(name), run });
    return resolveConfig(source, knownIds(), `defaults, there is no configuration file${where}`);
  } finally {
    await base.close();
  }
}

/** The configuration without any file. */
export function defaultConfig(): Config {
  return resolveConfig(undefined, knownIds());
}

function knownIds(): KnownIds {
  const analyzers = builtInAnalyzers();
  return {
    reviewers: analyzers.map(({ id }) => id),
    checks: analyzers.flatMap(({ checks }) => checks.map(({ id }) => id)),
    removed: REMOVED_IDS,
  };
}

/** A line about reviewers or checks in the configuration that no longer exist. Undefined if there are none. */
export function describeRemoved({ removed, from }: Config): string | undefined {
  if (removed.length === 0) return undefined;
  return `${from} names ${removed.join(", ")}, which this version no longer has. It has no effect and can be deleted.`;
}

/** The part of the configuration that a round needs. */
export function settingsOf(config: Config, brought?: BroughtSwitches): RoundSettings {
  const { off, offIn, ignore, from, agents, gates, probe } = config;
  const readers = agents.readers === 1 ? undefined : agents.readers;
  const asked = probe?.isAsked === true ? { probe } : {};
  return { off, offIn, ignore, from, readers, brought, ...(gates.length > 0 && { gates }), ...asked };
}

/** The configuration before the change: that of the base, or the defaults if it cannot be read. */
export interface ConfigBefore {
  readonly config: Config;
  /** Whether the user has allowed exactly this text. */
  readonly isTrusted: boolean;
  /** The configuration file of the base, if it could not be read. */
  readonly unknown?: UnknownConfig | undefined;
}

/** The configuration of a commit that could not be read, and why. */
export interface UnknownConfig {
  /** All files of the commit that may be its configuration. */
  readonly files: readonly string[];
  readonly why: string;
  /** It is code that the user has not allowed to run. */
  readonly isCode: boolean;
}

/** Loads the configuration before the change. Undefined if the base's configuration is in force anyway. */
export async function loadBefore(request: ConfigRequest): Promise<ConfigBefore | undefined> {
  if (request.from === "base") return undefined;
  const { root, env } = request;
  let code: string | undefined;
  const run: ConfigFolder["run"] = async (name, text) => {
    if (!isCi(env) && (await isTrusted({ root, name, text }, env))) {
      return runConfigFile({ path: join(root, name), name, text });
    }
    code = name;
    return refuseCode(name);
  };
  try {
    return { config: await loadFromBase(request, run), isTrusted: await isBaseTrusted(request) };
  } catch (error) {
    const files = code === undefined ? await listConfigFiles(request) : [code];
    const why = code === undefined ? messageOf(error) : "you have not allowed it to run";
    return { config: defaultConfig(), isTrusted: false, unknown: { files, why, isCode: code !== undefined } };
  }
}

async function isBaseTrusted({ root, env, change }: ConfigRequest): Promise<boolean> {
  const base = await openBase(change);
  try {
    const file = await configFile((name) => base.read(name));
    return file !== undefined && (await isTrusted({ root, ...file }, env));
  } finally {
    await base.close();
  }
}

/** The files of the base that may be its configuration. */
async function listConfigFiles({ change }: ConfigRequest): Promise<string[]> {
  const base = await openBase(change);
  try {
    const names = [...CONFIG_FILES, MANIFEST];
    const isThere = await Promise.all(names.map((name) => base.has(name)));
    return names.filter((_, at) => isThere[at] === true);
  } finally {
    await base.close();
  }
}

/** Allows the configuration of a working tree to run programs. Returns the file, and where the permission is stored. */
export async function trustConfig(root: string, env: NodeJS.ProcessEnv): Promise<{ name: string; note: string }> {
  const file = await configFile((name) => readText(root, name));
  if (file !== undefined) return { name: file.name, note: await trust({ root, ...file }, env) };
  throw new UserError({
    what: "there is no configuration to trust",
    why: `none of ${CONFIG_FILES.join(", ")}, nor a key in package.json, is in ${root}`,
    fix: "nothing to do: without one no program is named",
  });
}

/** The configuration of a working tree as it is on disk. To be compared: an edit changes it. */
export async function readConfigText(root: string): Promise<string> {
  return JSON.stringify(await configFile((name) => readText(root, name)));
}

/** Whether the user has allowed the current configuration of a working tree. */
export async function isConfigTrusted(root: string, env: NodeJS.ProcessEnv): Promise<boolean> {
  const file = await configFile((name) => readText(root, name));
  return file !== undefined && isTrusted({ root, ...file }, env);
}

const MANIFEST = "package.json";

type ReadFile = (name: string) => Promise<string | undefined>;

async function configFile(read: ReadFile): Promise<{ name: string; text: string } | undefined> {
  for (const name of CONFIG_FILES) {
    const text = await read(name);
    if (text !== undefined) return { name, text };
  }
  // Only the key in the manifest counts: a new dependency needs no new permission.
  const key = configKeyOf(await read(MANIFEST));
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

/** The text of a file in the root, if it exists. Does not follow links out of the repository. */
async function readText(root: string, name: string): Promise<string | undefined> {
  const path = join(root, name);
  try {
    const real = await realpath(path);
    if (!real.startsWith(`${await realpath(root)}${sep}`)) {
      // A linked manifest is none of our business.
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
