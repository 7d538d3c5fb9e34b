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
  const place = join(folder, "reviews");
  const names = new Set([relative(root, place), relative(await real(root), await real(place))]);
  const inside = [...names].filter((name) => name !== ".." && !name.startsWith(`..${sep}`)).map(fold);
  if (inside.length === 0) return () => false;
  // A submodule or a link in the archive's place: what is in it cannot be told from here.
  const isBrought = change.scope.files.some(({ path }) =>
    inside.some((name) => `${name}/`.startsWith(`${fold(path)}/`)),
  );
  if (isBrought) return () => true;
  const before = new Set(trusted.files.map(keyOf));
  const brought = new Set(tip.files.filter((file) => !before.has(keyOf(file))).map(({ path }) => fold(path)));
  return (id) => inside.some((name) => brought.has(fold(`${name}/${id}/review.json`)));
}

const keyOf = ({ path, blob }: TreeFile): string => `${blob} ${fold(path)}`;

/** Some file systems take names for the same that git keeps apart. */
const fold = (path: string): string => path.split(sep).join("/").normalize("NFC").toLowerCase();

async function real(path: string): Promise<string> {
  return realpath(path).catch(() => path);
}
