import { existsSync } from "node:fs";
import { readFile, realpath } from "node:fs/promises";
import { basename, dirname, join, resolve, sep } from "node:path";
import { writeFileWhole } from "#adapters/store/write-file.ts";
import type { Config } from "#config/config.ts";
import { loadConfig } from "#pipeline/load-config.ts";
import { findRepositoryRoot } from "#pipeline/repository-root.ts";
import { UserError } from "#util/errors.ts";
import type { Io } from "./io.ts";

/** What says where reviews are kept. */
export interface ArchiveOptions {
  readonly archive?: string;
  readonly repo?: string;
}

/** The archive that is named, or the one that the repository's configuration says: this one, or the working tree's. */
export async function archiveFolder(options: ArchiveOptions, io: Io, config?: Config): Promise<string> {
  if (options.archive !== undefined) return resolve(io.cwd(), options.archive);
  const folder = resolve(io.cwd(), options.repo ?? ".");
  try {
    const root = await findRepositoryRoot(folder);
    const { archive } = config ?? (await loadConfig({ root, env: io.env, from: "worktree", change: { folder } }));
    return resolve(root, archive);
  } catch (error) {
    // An archive can stand anywhere, and be looked at there without a repository.
    const here = join(folder, DEFAULT_ARCHIVE);
    if (!existsSync(join(here, "reviews")) || existsSync(join(folder, ".git"))) throw error;
    return here;
  }
}

const DEFAULT_ARCHIVE = ".deep-review";

/**
 * The same, made ready: a new archive in a repository keeps its reviews out of git, unless the team takes that away. What
 * people decide and which rules hold are the team's, and can be committed.
 */
export async function prepareArchive(options: ArchiveOptions, io: Io, config?: Config): Promise<string> {
  const folder = await archiveFolder(options, io, config);
  if (options.archive !== undefined) return folder;
  const root = await findRepositoryRoot(resolve(io.cwd(), options.repo ?? ".")).catch((error: unknown) => {
    if (existsSync(join(folder, "reviews"))) return undefined;
    throw error;
  });
  if (root === undefined) return folder;
  await requireInside(folder, root);
  await keepOutOfGit(folder);
  return folder;
}

/** A clone that came with decisions alone has a new archive, too. */
async function keepOutOfGit(folder: string): Promise<void> {
  const path = join(folder, ".gitignore");
  const text = await readFile(path, "utf8").catch(() => undefined);
  const isNew = text === undefined && !existsSync(join(folder, "reviews"));
  if (isNew || text === EARLIER_IGNORE) await writeFileWhole(path, IGNORE);
}

const IGNORE =
  "# Reviews stay on this machine; what the team decides can be committed.\n*\n!decisions.jsonl\n!rules.md\n";

/** What earlier versions wrote. Anything else is the team's own. */
const EARLIER_IGNORE = "*\n";

/** A repository, with its settings and links, decides only about its own folder; elsewhere the user decides. */
async function requireInside(folder: string, root: string): Promise<void> {
  for (const part of [folder, join(folder, "reviews"), join(folder, "cache")]) {
    const real = await realPlace(part);
    if (`${real}${sep}`.startsWith(`${await realPlace(root)}${sep}`)) continue;
    throw new UserError({
      what: `reviews cannot be kept in ${part}`,
      why: `a link or the configuration leads to ${real}, outside the repository`,
      fix: `if you want them there: --archive ${real}`,
    });
  }
}

/** Where a path leads, also one that is not there yet. */
async function realPlace(path: string): Promise<string> {
  const place = await realpath(path).catch(() => undefined);
  if (place !== undefined) return place;
  const above = dirname(path);
  return above === path ? path : join(await realPlace(above), basename(path));
}
