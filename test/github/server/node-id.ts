/** The prefixes of GitHub's global ids. */
export type NodeKind =
  "PR" | "PRR" | "PRRC" | "PRRT" | "IC" | "I" | "R" | "U" | "BOT" | "O" | "CR" | "SC" | "C" | "LA" | "CS" | "A";

/** The id that GraphQL knows a thing by. */
export const nodeId = (kind: NodeKind, id: number | string): string =>
  `${kind}_${Buffer.from(String(id)).toString("base64url")}`;

/** A global id taken apart. */
export function readNodeId(id: string): { readonly kind: string; readonly id: string } {
  const at = id.indexOf("_");
  return { kind: id.slice(0, at), id: Buffer.from(id.slice(at + 1), "base64url").toString("utf8") };
}
