import { delimiter } from "node:path";

/** An object folder for git's list of alternates: quoted, since it may contain any character. */
export function quoteAlternate(folder: string): string {
  if (!/^["#]|[\n\\]/.test(folder) && !folder.includes(delimiter)) return folder;
  return `"${folder.replaceAll(/["\\]/g, "\\$&").replaceAll("\n", "\\n")}"`;
}
