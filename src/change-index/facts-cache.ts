import type { Definition } from "#model/change/change-index.ts";

/** Values by key; a Map is one. `get` gives undefined for what is not known. */
export interface KeyedStore<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): unknown;
}

/** What is kept from one run to the next. Keys are made of blob ids, so nothing in it can be out of date. */
export interface FactsCache {
  /** Hashes of a blob's words, ascending; empty for a blob that is not indexed. */
  readonly words: KeyedStore<Uint32Array>;
  readonly definitions: KeyedStore<readonly Definition[]>;
}

/** A cache that lasts as long as the index. */
export function memoryCache(): FactsCache {
  return { words: new Map(), definitions: new Map() };
}
