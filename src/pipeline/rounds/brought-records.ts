import { realpath } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import type { OpenedChange } from "#adapters/git/open-change.ts";
import type { TreeFile } from "#model/change/change.ts";

/** Where records lie, and where the repository does. */
export interface RecordsPlace {
  /** The archive's folder. */
  readonly folder: string;
  /** The repository's root. */
  readonly root: string;
}

/** What is asked of a change. */
export type Bringing = Pick<OpenedChange, "trusted" | "tip"> & {
  readonly change: { readonly scope: { readonly files: readonly { readonly path: string }[] } };
};

/**
 * Tells which records of an archive come with the change: its commits hold them, and what is trusted does not hold the same.
 * What they say of earlier rounds is the author's word, not the archive's. Untracked records are the user's own.
 */
export async function findBroughtRecords(
  { trusted, tip, change }: Bringing,
  { folder, root }: RecordsPlace,
): Promise<(id: string) => boolean> {
  const inside = await namesInside(join(folder, "reviews"), root);
  if (inside.length === 0) return () => false;
  if (isReplaced(change, inside)) return () => true;
  const before = new Set(trusted.files.map(keyOf));
  const brought = new Set(tip.files.filter((file) => !before.has(keyOf(file))).map(({ path }) => fold(path)));
  return (id) => inside.some((name) => brought.has(fold(`${name}/${id}/review.json`)));
}

/** Whether the change puts a submodule or a link in the archive's place: what is in it cannot be told from here. */
export async function isArchiveBrought(
  { change }: Pick<Bringing, "change">,
  { folder, root }: RecordsPlace,
): Promise<boolean> {
  return isReplaced(change, await namesInside(folder, root));
}

/** What a folder is called in the repository, by its own name and by where it leads; nothing outside of it. */
async function namesInside(folder: string, root: string): Promise<string[]> {
  const names = new Set([relative(root, folder), relative(await real(root), await real(folder))]);
  return [...names].filter((name) => name !== ".." && !name.startsWith(`..${sep}`)).map(fold);
}

function isReplaced({ scope }: Bringing["change"], names: readonly string[]): boolean {
  return scope.files.some(({ path }) => names.some((name) => `${name}/`.startsWith(`${fold(path)}/`)));
}

const keyOf = ({ path, blob }: TreeFile): string => `${blob} ${fold(path)}`;

/** Some file systems take names for the same that git keeps apart. */
const fold = (path: string): string => path.split(sep).join("/").normalize("NFC").toLowerCase();

async function real(path: string): Promise<string> {
  return realpath(path).catch(() => path);
}
