import { delimiter } from "node:path";

/** A folder of objects as git reads it in a list of them: in quotation marks it may hold anything. */
export function quoteAlternate(folder: string): string {
  if (!/^["#]|[\n\\]/.test(folder) && !folder.includes(delimiter)) return folder;
  return `"${folder.replaceAll(/["\\]/g, "\\$&").replaceAll("\n", "\\n")}"`;
}
