/** An object of parsed JSON; nothing is known of its values. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** The value as an object; an empty one when it is something else. */
export function asObject(value: unknown): JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}

/** The objects of a list; none when the value is no list. */
export function asObjects(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.map(asObject) : [];
}

/** The value as text; empty when it is something else. */
export function asText(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** All strings inside a value, however deep, in order. */
export function stringsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(stringsIn);
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

/** The names of the parameters of a JSON schema. */
export function parametersOf(schema: unknown): string[] {
  return Object.keys(asObject(asObject(schema).properties));
}

/** An object without the entries that are undefined. */
export function compact(object: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));
}
