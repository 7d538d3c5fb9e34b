import type { Severity } from "#model/severity.ts";
import { severityOfWord } from "#grammar/severity-words.ts";
import { contradictsNothing } from "../contradiction/contradicts.ts";
import { reportsNothing } from "../reports-nothing.ts";
import { itemOf, type LooseItem } from "./loose-item.ts";

/** The findings in JSON, or `isNone` if it states that there are none. */
export interface JsonItems {
  readonly items: readonly LooseItem[];
  readonly isNone: boolean;
}

const MAX_DEPTH = 6;
const MAX_CHARACTERS = 2_000_000;

const keys = (names: string): ReadonlySet<string> => new Set(names.split(" "));
const TITLE = keys("title name headline summary issue problem finding rule ruleid check");
const TEXT = keys(
  "message description text body comment detail details explanation rationale reason why content note evidence",
);
const PATH = keys("file path filename filepath location where relativepath module uri");
const LINE = keys("line lines linenumber startline linestart start line1 beginline row");
const END = keys("endline lineend end line2");
const SEVERITY = keys("severity priority level sev rating importance");
const LABEL = keys("id label ref");
const LIST = keys("findings issues problems bugs comments results vulnerabilities defects items review reviews errors");

const REFUSES =
  /^(?:blocks?|blocked|rejects?|rejected|fail|failed|rework|(?:request|needs|changes)[_ -](?:changes|work|requested|required)|no[_ -]go)$/i;

/** Reads a text that is JSON with findings; undefined if it is not JSON, or neither contains nor denies findings. */
export function jsonItems(text: string, number: number, end: number): JsonItems | undefined {
  const trimmed = text.trim();
  if (!/^[[{]/.test(trimmed) || trimmed.length > MAX_CHARACTERS) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(trimmed);
  } catch {
    return undefined;
  }
  const found: LooseItem[] = [];
  const state = { number, end, found, lists: 0, isDoubtful: false };
  walk(value, { depth: 0, isListed: Array.isArray(value) }, state);
  // If no list has a finding but a word beside them reports a problem, treat it like any other text.
  if (found.length === 0 && (state.lists === 0 || state.isDoubtful)) return undefined;
  return { items: found, isNone: found.length === 0 };
}

interface Above {
  readonly depth: number;
  /** From the key above: `{"critical": […]}`. */
  readonly severity?: Severity;
  /** Whether this is inside a list of findings. */
  readonly isListed: boolean;
}

interface Walk {
  readonly number: number;
  readonly end: number;
  readonly found: LooseItem[];
  /** The number of lists of findings, including empty ones. */
  lists: number;
  /** Whether something beside the lists reports a problem. */
  isDoubtful: boolean;
}

function walk(value: unknown, above: Above, state: Walk): void {
  if (above.depth > MAX_DEPTH) return;
  if (Array.isArray(value)) {
    if (above.isListed) state.lists += 1;
    for (const each of value) walk(each, { ...above, depth: above.depth + 1 }, state);
  } else if (typeof value === "string") {
    if (above.isListed && value.trim() !== "" && !reportsNothing(value)) state.found.push(rated(value, above, state));
    else state.isDoubtful ||= REFUSES.test(value.trim()) || value.split("\n").some(contradictsNothing);
  } else if (typeof value === "number" || typeof value === "boolean") {
    // `{"critical": 2}`, `{"blocking": true}`
    state.isDoubtful ||= above.isListed && Number(value) > 0;
  } else if (typeof value === "object" && value !== null) takeObject(value, above, state);
}

function takeObject(value: object, above: Above, state: Walk): void {
  const fields = new Map(Object.entries(value).map(([key, field]) => [plainKey(key), field as unknown]));
  const said = textOf(fields, TITLE) ?? textOf(fields, TEXT) ?? (above.isListed ? anyText(fields) : undefined);
  const isFinding = said !== undefined && (above.isListed || has(fields, SEVERITY) || has(fields, PATH));
  const holdsList = [...fields].some(([key, field]) => isListKey(key) && typeof field === "object" && field !== null);
  if (isFinding && !holdsList) {
    state.found.push(findingOf(fields, above, state));
    return;
  }
  for (const [key, field] of fields) {
    const severity = severityOfWord(key) ?? above.severity;
    const isListed = isListKey(key);
    walk(field, { depth: above.depth + 1, isListed, severity }, state);
  }
}

const plainKey = (key: string): string => key.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
const isListKey = (key: string): boolean =>
  LIST.has(key) ||
  severityOfWord(key) !== undefined ||
  severityOfWord(key.replace(/(?:issues|findings)$/, "")) !== undefined;
const has = (fields: ReadonlyMap<string, unknown>, names: ReadonlySet<string>): boolean =>
  [...fields.keys()].some((key) => names.has(key));

function textOf(fields: ReadonlyMap<string, unknown>, names: ReadonlySet<string>): string | undefined {
  for (const [key, field] of fields) {
    if (!names.has(key)) continue;
    if (typeof field === "string" && field.trim() !== "") return field.trim();
    if (typeof field === "number") return String(field);
  }
  return undefined;
}

/** The tool uses its own field names for the parts of a finding. */
function anyText(fields: ReadonlyMap<string, unknown>): string | undefined {
  const others = [...fields].filter(([key]) => !PATH.has(key) && !SEVERITY.has(key) && !LABEL.has(key));
  return textOf(new Map(others), new Set(others.map(([key]) => key)));
}

function findingOf(fields: ReadonlyMap<string, unknown>, above: Above, state: Walk): LooseItem {
  const title = textOf(fields, TITLE) ?? textOf(fields, TEXT) ?? anyText(fields) ?? "";
  const inside = [...fields.values()].find(
    (field) => typeof field === "object" && field !== null && !Array.isArray(field),
  );
  const nested = new Map(Object.entries(inside ?? {}).map(([key, field]) => [plainKey(key), field as unknown]));
  const path = textOf(fields, PATH) ?? textOf(nested, PATH);
  const line = textOf(fields, LINE) ?? textOf(nested, LINE) ?? "";
  const end = textOf(fields, END) ?? textOf(nested, END);
  const range =
    /^\d{1,9}$/.test(line) && /^\d{1,9}$/.test(end ?? "")
      ? `${line}-${end}`
      : (/^\d[\d\s,–-]{0,40}$/.exec(line)?.[0] ?? "");
  const place = path === undefined ? [] : [`\`${path}${range === "" || /:\d/.test(path) ? "" : `:${range}`}\``];
  const rest = [...fields].flatMap(([key, field]) =>
    field === title || PATH.has(key) || LINE.has(key) || END.has(key) || SEVERITY.has(key) || LABEL.has(key)
      ? []
      : wordsOf(key, field),
  );
  const label = /^[CIS]-?\d{1,3}$/.exec(textOf(fields, LABEL) ?? "")?.[0];
  const own = severityOfWord(textOf(fields, SEVERITY) ?? "");
  const item = itemOf({
    first: `${label === undefined ? "" : `${label}: `}${title.replaceAll(/\s*\n\s*/g, " ")}`,
    rest: [...place, ...rest],
    number: state.number,
    end: state.end,
  });
  const severity = own ?? above.severity ?? item.severity;
  return severity === undefined ? item : { ...item, severity };
}

function wordsOf(key: string, field: unknown): string[] {
  if (typeof field === "string")
    return field.trim() === "" ? [] : TEXT.has(key) ? [field.trim()] : [`${key}: ${field.trim()}`];
  if (typeof field === "number" || typeof field === "boolean") return [`${key}: ${String(field)}`];
  return typeof field === "object" && field !== null ? [`${key}: ${JSON.stringify(field)}`] : [];
}

function rated(text: string, { severity }: Above, { number, end }: Walk): LooseItem {
  const [first = "", ...rest] = text.trim().split("\n");
  const item = itemOf({ first, rest, number, end });
  return severity === undefined ? item : { ...item, severity };
}
