import type { ChangeIndex, Definition } from "#model/change/change-index.ts";
import { foldersUp, type NewFile, peersBelow } from "../peers.ts";

/** A definition of the base side with the file that holds it. */
export interface PeerSymbol {
  readonly path: string;
  readonly definition: Definition;
  /** The file's lines. */
  readonly lines: readonly string[];
}

/** Symbols at the base side that a new one can be compared with: those of the nearest folder that has enough of them. */
export async function peerSymbols(
  index: ChangeIndex,
  file: NewFile,
  isPeer: (definition: Definition) => boolean,
): Promise<{ readonly folder: string; readonly symbols: readonly PeerSymbol[] } | undefined> {
  for (const folder of foldersUp(file.path)) {
    const symbols: PeerSymbol[] = [];
    for (const path of peersBelow(index, folder, file.path)) {
      const facts = await index.base.facts(path);
      if (facts === undefined || facts.role !== file.facts.role) continue;
      const peers = facts.definitions.filter(isPeer);
      if (peers.length === 0) continue;
      const lines = ((await index.base.tree.read(path)) ?? "").split("\n");
      symbols.push(...peers.map((definition) => ({ path, definition, lines })));
    }
    if (symbols.length >= 20) return { folder, symbols };
  }
  return undefined;
}

/** Definitions of a file that the change adds: the first line is new, and the base file had none of that name. */
export async function newSymbols(index: ChangeIndex, { path, facts, added }: NewFile): Promise<Definition[]> {
  const before = new Set((await index.base.facts(path))?.definitions.map(({ name }) => name));
  return facts.definitions.filter(({ name, start }) => added.has(start) && !before.has(name));
}
