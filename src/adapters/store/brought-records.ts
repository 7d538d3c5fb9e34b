import { join } from "node:path";
import type { OpenedChange } from "../git/open-change.ts";
import type { TreeFile } from "#model/change/change.ts";
import { foldPath, leadsTo, namesInside } from "./inside.ts";

/** Where records lie, and where the repository does. */
interface RecordsPlace {
  /** The archive's folder. */
  readonly folder: string;
  /** The repository's root. */
  readonly root: string;
}

/** What is asked of a change. */
export type BroughtChange = Pick<OpenedChange, "trusted" | "tip"> & {
  readonly change: { readonly scope: { readonly files: readonly { readonly path: string }[] } };
};

/**
 * Tells which records of an archive come with the change: its commits hold them, and what is trusted does not hold the same.
 * What they say of earlier rounds is the author's word, not the archive's. Untracked records are the user's own.
 */
export async function findBroughtRecords(
  { trusted, tip, change }: BroughtChange,
  { folder, root }: RecordsPlace,
): Promise<(id: string) => boolean> {
  const inside = await namesInside(join(folder, "reviews"), root);
  if (inside.length === 0) return () => false;
  if (isReplaced(change, inside)) return () => true;
  const before = new Set(trusted.files.map(keyOf));
  const brought = new Set(tip.files.filter((file) => !before.has(keyOf(file))).map(({ path }) => foldPath(path)));
  return (id) => inside.some((name) => brought.has(foldPath(`${name}/${id}/review.json`)));
}

/** Whether the change puts a submodule or a link in the archive's place: what is in it cannot be told from here. */
export async function isArchiveBrought(
  { change }: Pick<BroughtChange, "change">,
  { folder, root }: RecordsPlace,
): Promise<boolean> {
  return isReplaced(change, await namesInside(folder, root));
}

function isReplaced({ scope }: BroughtChange["change"], names: readonly string[]): boolean {
  return scope.files.some(({ path }) => leadsTo(path, names));
}

const keyOf = ({ path, blob }: TreeFile): string => `${blob} ${foldPath(path)}`;
