import type { ToolAction, ToolEvent } from "#model/agent/agent-event.ts";
import { countOf, type Fields, fieldsOf, textOf } from "../json-line.ts";
import type { AcpSetup } from "./acp-setup.ts";
import { listOf } from "./json-rpc.ts";
import { lookUp } from "#util/look-up.ts";

/** What is known of a tool call so far. Agents report it in pieces. */
export interface KnownCall {
  readonly id: string;
  readonly kind: string;
  readonly title: string;
  readonly firstTitle: string;
  readonly toolName?: string;
  readonly locations: readonly { readonly path: string; readonly line?: number }[];
  readonly input: Fields;
  readonly status: string;
  readonly shown?: string;
}

/** Adds a `tool_call`, a `tool_call_update` or a request for permission to what is known. */
export function addToCall(update: Fields, known?: KnownCall): KnownCall {
  const meta = fieldsOf(fieldsOf(update["_meta"])["claudeCode"]);
  const locations = listOf(update["locations"]).flatMap(({ path, line }) =>
    typeof path === "string" ? [{ path, line: countOf(line) }] : [],
  );
  const input = fieldsOf(update["rawInput"]);
  return {
    id: textOf(update["toolCallId"]) ?? known?.id ?? "unnamed",
    kind: textOf(update["kind"]) ?? known?.kind ?? "other",
    title: textOf(update["title"]) ?? known?.title ?? "",
    firstTitle: known?.firstTitle ?? textOf(update["title"]) ?? "",
    locations: locations.length > 0 ? locations : (known?.locations ?? []),
    input: Object.keys(input).length > 0 ? input : (known?.input ?? {}),
    status: textOf(update["status"]) ?? known?.status ?? "pending",
    toolName: textOf(meta["toolName"]) ?? known?.toolName,
    shown: shownBy(update) ?? known?.shown,
  };
}

/** The call as an event. */
export function toolEvent(call: KnownCall, state: ToolEvent["state"], setup: AcpSetup): ToolEvent {
  const { id, kind, title, input, shown } = call;
  const titled = setup.nameInTitle === true ? textOf(call.firstTitle) : undefined;
  const name = call.toolName ?? setup.nameInId?.exec(id)?.[1] ?? titled ?? kind;
  const action = actionOf(kind, `${name} ${title}`);
  const isSummary = setup.reportsSummariesOnly === true && (state === "done" || state === "begun");
  const paths = pathsOf(call);
  const command = input["command"] ?? input["pattern"] ?? input["query"];
  return {
    type: "tool",
    id,
    name,
    action,
    state,
    paths,
    lines: (isSummary ? linesInSummary(shown) : undefined) ?? requestedLines(call, setup),
    detail: typeof command === "string" ? command : paths.length === 0 ? textOf(title) : undefined,
    output: state === "begun" || isSummary ? undefined : shown,
  };
}

/** The files of a call, as the agent names them. */
export function pathsOf({ locations, input }: KnownCall): string[] {
  if (locations.length > 0) return [...new Set(locations.map(({ path }) => path))];
  return PATH_FIELDS.flatMap((name) => textOf(lookUp(input, name)) ?? []).slice(0, 1);
}

const PATH_FIELDS = ["filePath", "file_path", "path", "absolute_path", "dir_path", "directory"];

/** The protocol does not tell listing files from searching in them. */
function actionOf(kind: string, name: string): ToolAction {
  if (kind === "read") return LISTS.test(name) ? "list" : "read";
  if (kind === "search") return LISTS.test(name) ? "list" : "search";
  return lookUp(ACTIONS, kind) ?? "other";
}

const LISTS = /^(?:search |read )?(?:glob|ls|list)\b|^list_/i;

const ACTIONS: Readonly<Record<string, ToolAction>> = {
  edit: "write",
  delete: "write",
  move: "write",
  execute: "run",
  fetch: "fetch",
};

/** What the agent was shown. The raw form comes first because it has line numbers. */
function shownBy(update: Fields): string | undefined {
  const raw = update["rawOutput"];
  if (typeof raw === "string" && raw !== "") return raw;
  const { output, error } = fieldsOf(raw);
  const text = textOf(output) ?? textOf(error);
  if (text !== undefined) return text;
  const texts = listOf(update["content"]).flatMap((block) => textOf(fieldsOf(block["content"])["text"]) ?? []);
  return texts.length === 0 ? undefined : texts.join("\n");
}

/** The lines that Gemini reports to have read. */
function linesInSummary(shown = ""): { start: number; end: number } | undefined {
  const [, start = "", end = ""] = /^Read lines (\d{1,9})-(\d{1,9}) of \d{1,9} from [^\n]*$/.exec(shown) ?? [];
  return start === "" ? undefined : { start: Number(start), end: Number(end) };
}

/** Only lines that are certain. Offsets may count from 0 or from 1, so only the lines of both readings count. */
function requestedLines({ input, locations }: KnownCall, { offsetIsLine }: AcpSetup): ToolEvent["lines"] {
  const [from, to] = [countOf(input["start_line"]), countOf(input["end_line"])];
  if (from !== undefined && to !== undefined && to >= from) return { start: Math.max(1, from), end: to };
  const [offset, limit] = [countOf(input["offset"]), countOf(input["limit"])];
  if (limit !== undefined && limit > 0) {
    if (offset === undefined || offset === 0) return { start: 1, end: limit };
    if (offsetIsLine === true) return { start: offset, end: offset + limit - 1 };
    return { start: offset + 1, end: Math.max(offset + 1, offset + limit - 1) };
  }
  const line = locations.length === 1 ? locations[0]?.line : undefined;
  return line === undefined || line < 2 ? undefined : { start: line, end: line };
}
