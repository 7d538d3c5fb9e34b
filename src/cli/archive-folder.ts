import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { writeFileWhole } from "#adapters/store/write-file.ts";
import type { Config } from "#config/config.ts";
import { loadConfig } from "#pipeline/load-config.ts";
import { findRepositoryRoot } from "#pipeline/repository-root.ts";
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
  const root = await findRepositoryRoot(folder);
  const { archive } = config ?? (await loadConfig({ root, env: io.env, from: "worktree", change: { folder } }));
  return resolve(root, archive);
}

/** The same, made ready: a new archive in a repository keeps itself out of git, unless the team takes that line away. */
export async function prepareArchive(options: ArchiveOptions, io: Io, config?: Config): Promise<string> {
  const folder = await archiveFolder(options, io, config);
  if (options.archive === undefined && !existsSync(folder)) await writeFileWhole(join(folder, ".gitignore"), "*\n");
  return folder;
}
