import type { ToolHit } from "#model/panel/tool-hit.ts";
import { lookUp } from "#util/look-up.ts";
import { oneLine, truncate } from "#util/words.ts";

/** Other tools write these values: one of the wrong type counts as missing. */
export type OpenFields = Readonly<Record<string, unknown>>;

const NONE: OpenFields = {};

export function asFields(value: unknown): OpenFields {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as OpenFields) : NONE;
}

export const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export const field = (value: unknown, ...names: readonly string[]): unknown =>
  names.reduce<unknown>((inner, name) => lookUp(asFields(inner), name), value);

/** A text or a number as text; undefined for anything else. */
export function asText(value: unknown): string | undefined {
  return typeof value === "string" ? value : typeof value === "number" ? String(value) : undefined;
}

/** The number of a line; undefined for anything else. */
function lineOf(value: unknown): number | undefined {
  const line = typeof value === "string" && /^\d{1,9}$/.test(value) ? Number(value) : value;
  return typeof line === "number" && Number.isInteger(line) && line >= 1 ? line : undefined;
}

const MAX_RULE = 120;
const MAX_MESSAGE = 4000;
const MAX_PATH = 4096;

/** A hit as it was read, with every part unchecked. */
interface RawHit {
  readonly tool: string;
  readonly rule?: unknown;
  readonly message?: unknown;
  readonly isError: boolean;
  readonly file?: unknown;
  readonly start?: unknown;
  readonly end?: unknown;
}

/** A hit with parts of bounded length; undefined if it says nothing at all. */
export function toHit({ tool, isError, ...raw }: RawHit): ToolHit | undefined {
  const rule = truncate(oneLine(asText(raw.rule) ?? ""), MAX_RULE);
  const message = truncate((asText(raw.message) ?? rule).trim(), MAX_MESSAGE);
  if (message === "") return undefined;
  const file = asText(raw.file);
  const start = lineOf(raw.start);
  const end = start === undefined ? undefined : Math.max(start, lineOf(raw.end) ?? start);
  const isPath = file !== undefined && file !== "" && file.length <= MAX_PATH;
  return { tool, rule, message, isError, file: isPath ? file : undefined, start, end };
}
