import type { Definition } from "#model/change/change-index.ts";

/** Values by key, such as a Map. */
export interface KeyedStore<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): unknown;
}

/** What is kept between runs. Keys contain blob ids, so entries never become outdated. */
export interface FactsCache {
  /** The hashes of a blob's words, ascending; empty for a blob that is not indexed. */
  readonly words: KeyedStore<Uint32Array>;
  readonly definitions: KeyedStore<readonly Definition[]>;
}

/** A cache that lives as long as the index. */
export function memoryCache(): FactsCache {
  return { words: new Map(), definitions: new Map() };
}
