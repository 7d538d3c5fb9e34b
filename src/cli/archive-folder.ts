import { existsSync } from "node:fs";
import { lstat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { readPlainFile } from "#adapters/store/read-plain-file.ts";
import { writeFileWhole } from "#adapters/store/write-file.ts";
import type { Config } from "#config/config.ts";
import { requireArchivePlace, requireNamedArchive } from "#pipeline/round/archive-place.ts";
import { loadConfig } from "#pipeline/load-config.ts";
import { findRepositoryRoot } from "#pipeline/repository-root.ts";
import type { Io } from "./io.ts";

/** Options that say where reviews are stored. */
export interface ArchiveOptions {
  readonly archive?: string;
  readonly repo?: string;
}

/** The named archive, or that of the configuration: the given one, or the one in the working tree. */
export async function archiveFolder(options: ArchiveOptions, io: Io, config?: Config): Promise<string> {
  if (options.archive !== undefined) return resolve(io.cwd(), options.archive);
  const folder = resolve(io.cwd(), options.repo ?? ".");
  try {
    const root = await findRepositoryRoot(folder);
    const { archive } = config ?? (await loadConfig({ root, env: io.env, from: "worktree", change: { folder } }));
    return resolve(root, archive);
  } catch (error) {
    // An archive can be read outside a repository, too.
    const here = join(folder, DEFAULT_ARCHIVE);
    if (!existsSync(join(here, "reviews")) || existsSync(join(folder, ".git"))) throw error;
    return here;
  }
}

const DEFAULT_ARCHIVE = ".deep-review";

/**
 * The same, ready to be written to. A new archive in a repository gets a `.gitignore` that leaves out reviews, but not
 * decisions and rules, which the team can commit.
 */
export async function prepareArchive(options: ArchiveOptions, io: Io, config?: Config): Promise<string> {
  const folder = await archiveFolder(options, io, config);
  const isNamed = options.archive !== undefined;
  const root = await findRepositoryRoot(resolve(io.cwd(), options.repo ?? ".")).catch((error: unknown) => {
    if (isNamed || existsSync(join(folder, "reviews"))) return undefined;
    throw error;
  });
  if (isNamed) await requireNamedArchive(folder, root);
  if (isNamed || root === undefined) return folder;
  await requireArchivePlace(folder, root);
  await keepOutOfGit(folder);
  return folder;
}

/** The archive that the user names for records from elsewhere; undefined if none. */
export async function namedArchive({ archive, repo }: ArchiveOptions, io: Io): Promise<string | undefined> {
  if (archive === undefined) return undefined;
  const folder = resolve(io.cwd(), archive);
  const root = await findRepositoryRoot(resolve(io.cwd(), repo ?? ".")).catch(() => undefined);
  await requireNamedArchive(folder, root);
  return folder;
}

/** Also writes it into an archive that has only decisions, as in a fresh clone. */
async function keepOutOfGit(folder: string): Promise<void> {
  const path = join(folder, ".gitignore");
  const isThere = (await lstat(path).catch(() => undefined)) !== undefined;
  const isUsed = existsSync(join(folder, "reviews"));
  const isEarlier = isThere && isUsed && (await readPlainFile(path).catch(() => "")) === EARLIER_IGNORE;
  if (isThere ? isEarlier : !isUsed) await writeFileWhole(path, IGNORE);
}

const IGNORE =
  "# Reviews stay on this machine; what the team decides can be committed.\n*\n!decisions.jsonl\n!rules.md\n";

/** What earlier versions wrote. Any other text is the team's own. */
const EARLIER_IGNORE = "*\n";
