import type * as TreeSitter from "web-tree-sitter";

let runtime: Promise<typeof TreeSitter> | undefined;

/**
 * The library that parses, started once. Two starts at the same time would make two memories, and what was made in
 * one would later be freed in the other.
 */
export function loadTreeSitter(): Promise<typeof TreeSitter> {
  return (runtime ??= start());
}

async function start(): Promise<typeof TreeSitter> {
  const treeSitter = await import("web-tree-sitter");
  await treeSitter.Parser.init();
  return treeSitter;
}
