import type { Definition } from "#model/change/change-index.ts";
import type { Dialect } from "../facts/dialect.ts";

/** Finds what a file defines. `prepare` loads what is needed; after it `find` answers at once. */
export interface DefinitionFinder {
  prepare(dialect: Dialect): Promise<void>;
  find(text: string, dialect: Dialect): readonly Definition[];
}

/** A finder that knows no grammar yet. */
export function createDefinitionFinder(): DefinitionFinder {
  return { prepare: () => Promise.resolve(), find: () => [] };
}
