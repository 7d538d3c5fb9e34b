/**
 * Looks up an untrusted name in a table. Undefined for `constructor`, `toString` and other names that every object
 * inherits, which `table[name]` would find. Use a `Map` for a table whose keys are untrusted.
 */
export function lookUp<T>(table: Readonly<Record<string, T>> | undefined, name: string): T | undefined {
  if (table === undefined || !Object.hasOwn(table, name)) return undefined;
  return table[name];
}
