import { lookUp } from "#util/look-up.ts";

/** A JSON object of unknown shape. The readers below return undefined for values of another type. */
export type Fields = Readonly<Record<string, unknown>>;

/** The object on a line of JSON; undefined for anything else. */
export function parseLine(line: string): Fields | undefined {
  if (!line.trimStart().startsWith("{")) return undefined;
  try {
    return fieldsOf(JSON.parse(line));
  } catch {
    return undefined;
  }
}

/** A value as an object; empty if it is not one. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

/** A value as non-empty text. */
export function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** A value as a non-negative integer. */
export function countOf(value: unknown): number | undefined {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

/** The first of the named fields that is text. */
export function firstText(fields: Fields, names: readonly string[]): string | undefined {
  return names.map((name) => textOf(lookUp(fields, name))).find((text) => text !== undefined);
}
