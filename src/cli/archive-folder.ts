import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { writeFileWhole } from "#adapters/store/write-file.ts";
import { loadConfig } from "#pipeline/load-config.ts";
import { findRepositoryRoot } from "#pipeline/repository-root.ts";
import type { Io } from "./io.ts";

/** What says where reviews are kept. */
export interface ArchiveOptions {
  readonly archive?: string;
  readonly repo?: string;
}

/** The archive that is named, or the one that the repository's configuration says. */
export async function archiveFolder(options: ArchiveOptions, io: Io): Promise<string> {
  if (options.archive !== undefined) return resolve(io.cwd(), options.archive);
  const folder = resolve(io.cwd(), options.repo ?? ".");
  try {
    const root = await findRepositoryRoot(folder);
    return resolve(root, (await loadConfig(root)).archive);
  } catch (error) {
    // An archive can stand anywhere, and be looked at there without a repository.
    const here = join(folder, DEFAULT_ARCHIVE);
    if (!existsSync(join(here, "reviews")) || existsSync(join(folder, ".git"))) throw error;
    return here;
  }
}

const DEFAULT_ARCHIVE = ".deep-review";

/** The same, made ready: a new archive in a repository keeps itself out of git, unless the team takes that line away. */
export async function prepareArchive(options: ArchiveOptions, io: Io): Promise<string> {
  const folder = await archiveFolder(options, io);
  if (options.archive === undefined && !existsSync(folder)) await writeFileWhole(join(folder, ".gitignore"), "*\n");
  return folder;
}
