import { join } from "node:path";
import type { OpenedChange } from "../git/open-change.ts";
import type { TreeFile } from "#model/change/change.ts";
import { foldPath, leadsTo, namesInside } from "./inside.ts";

interface RecordsPlace {
  /** The archive's folder. */
  readonly folder: string;
  /** The repository's root. */
  readonly root: string;
}

export type ArchivedChange = Pick<OpenedChange, "trusted" | "tip"> & {
  readonly change: { readonly scope: { readonly files: readonly { readonly path: string }[] } };
};

/**
 * Finds the records of an archive that come with the change: its commits contain them, the trusted commit does not.
 * They are the author's claims about earlier rounds, not facts. Untracked records are the user's own.
 */
export async function findRecordsFromChange(
  { trusted, tip, change }: ArchivedChange,
  { folder, root }: RecordsPlace,
): Promise<(id: string) => boolean> {
  const inside = await namesInside(join(folder, "reviews"), root);
  if (inside.length === 0) return () => false;
  if (isReplaced(change, inside)) return () => true;
  const before = new Set(trusted.files.map(keyOf));
  const added = new Set(tip.files.filter((file) => !before.has(keyOf(file))).map(({ path }) => foldPath(path)));
  return (id) => inside.some((name) => added.has(foldPath(`${name}/${id}/review.json`)));
}

/** Whether the change replaces the archive with a submodule or a link, whose contents we cannot check. */
export async function isArchiveReplaced(
  { change }: Pick<ArchivedChange, "change">,
  { folder, root }: RecordsPlace,
): Promise<boolean> {
  return isReplaced(change, await namesInside(folder, root));
}

function isReplaced({ scope }: ArchivedChange["change"], names: readonly string[]): boolean {
  return scope.files.some(({ path }) => leadsTo(path, names));
}

const keyOf = ({ path, blob }: TreeFile): string => `${blob} ${foldPath(path)}`;
