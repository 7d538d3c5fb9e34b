/**
 * The value that a table has under a name from outside. Nothing for `constructor`, `toString` and the like, which every
 * object inherits: `table[name]` would find them. A table that is filled by such names is a `Map`.
 */
export function lookUp<T>(table: Readonly<Record<string, T>> | undefined, name: string): T | undefined {
  if (table === undefined || !Object.hasOwn(table, name)) return undefined;
  return table[name];
}
