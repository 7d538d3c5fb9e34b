import type { ToolAction, ToolEvent } from "#model/agent/agent-event.ts";
import { omitUndefined } from "#util/omit-undefined.ts";
import { countOf, type Fields, fieldsOf, listOf, textOf } from "./json-rpc.ts";

/** What is known of a tool call so far: agents tell it piece by piece. */
export interface KnownCall {
  readonly id: string;
  readonly kind: string;
  readonly title: string;
  readonly toolName?: string;
  readonly locations: readonly { readonly path: string; readonly line?: number }[];
  readonly input: Fields;
  readonly status: string;
  readonly shown?: string;
}

/** Adds what a `tool_call`, a `tool_call_update` or a request for permission says to what was known. */
export function addToCall(update: Fields, known?: KnownCall): KnownCall {
  const meta = fieldsOf(fieldsOf(update["_meta"])["claudeCode"]);
  const locations = listOf(update["locations"]).flatMap(({ path, line }) =>
    typeof path === "string" ? [omitUndefined({ path, line: countOf(line) })] : [],
  );
  const input = fieldsOf(update["rawInput"]);
  return {
    id: textOf(update["toolCallId"]) ?? known?.id ?? "unnamed",
    kind: textOf(update["kind"]) ?? known?.kind ?? "other",
    title: textOf(update["title"]) ?? known?.title ?? "",
    locations: locations.length > 0 ? locations : (known?.locations ?? []),
    input: Object.keys(input).length > 0 ? input : (known?.input ?? {}),
    status: textOf(update["status"]) ?? known?.status ?? "pending",
    ...omitUndefined({
      toolName: textOf(meta["toolName"]) ?? known?.toolName,
      shown: shownBy(update) ?? known?.shown,
    }),
  };
}

/** The call as an event. */
export function toolEvent(call: KnownCall, state: ToolEvent["state"]): ToolEvent {
  const { id, kind, title, input, shown } = call;
  const action = actionOf(call);
  // Gemini shows people which lines were read, and the model the lines themselves.
  const summary = action === "read" ? linesInSummary(shown) : undefined;
  const command = input["command"] ?? input["pattern"] ?? input["query"];
  return {
    type: "tool",
    id,
    name: call.toolName ?? kind,
    action,
    state,
    paths: pathsOf(call),
    ...omitUndefined({
      lines: summary ?? linesAskedFor(call),
      detail: typeof command === "string" ? command : textOf(title),
      output: state === "begun" || summary !== undefined ? undefined : shown,
    }),
  };
}

/** The files that a call is about, as the agent gives them. */
export function pathsOf({ locations, input }: KnownCall): string[] {
  if (locations.length > 0) return [...new Set(locations.map(({ path }) => path))];
  return PATH_FIELDS.flatMap((name) => textOf(input[name]) ?? []).slice(0, 1);
}

const PATH_FIELDS = ["filePath", "file_path", "path", "absolute_path", "dir_path", "directory"];

function actionOf({ kind, title, toolName = "" }: KnownCall): ToolAction {
  const name = `${toolName} ${title}`;
  if (kind === "read") return /^\s*(?:ls|list)/i.test(name) ? "list" : "read";
  if (kind === "search") return /^\s*(?:glob|ls|list)/i.test(name) ? "list" : "search";
  return ACTIONS[kind] ?? "other";
}

const ACTIONS: Readonly<Record<string, ToolAction>> = {
  edit: "write",
  delete: "write",
  move: "write",
  execute: "run",
  fetch: "fetch",
};

/** What the agent was shown: its raw form where there is one, for it has the line numbers. */
function shownBy(update: Fields): string | undefined {
  const raw = update["rawOutput"];
  if (typeof raw === "string" && raw !== "") return raw;
  const { output, error } = fieldsOf(raw);
  const told = textOf(output) ?? textOf(error);
  if (told !== undefined) return told;
  const texts = listOf(update["content"]).flatMap((block) => textOf(fieldsOf(block["content"])["text"]) ?? []);
  return texts.length === 0 ? undefined : texts.join("\n");
}

function linesInSummary(shown = ""): { start: number; end: number } | undefined {
  const [, start = "", end = ""] = /^Read lines (\d{1,9})-(\d{1,9}) of \d{1,9} from [^\n]*$/.exec(shown) ?? [];
  return start === "" ? undefined : { start: Number(start), end: Number(end) };
}

/** Only what is sure: some count an offset from 0, some from 1, and the lines that both mean are claimed. */
function linesAskedFor({ input, locations }: KnownCall): { start: number; end: number } | undefined {
  const [from, to] = [countOf(input["start_line"]), countOf(input["end_line"])];
  if (from !== undefined && to !== undefined && to >= from) return { start: Math.max(1, from), end: to };
  const [offset, limit] = [countOf(input["offset"]), countOf(input["limit"])];
  if (limit !== undefined && limit > 0) {
    if (offset === undefined || offset === 0) return { start: 1, end: limit };
    return { start: offset + 1, end: Math.max(offset + 1, offset + limit - 1) };
  }
  const line = locations.length === 1 ? locations[0]?.line : undefined;
  return line === undefined || line < 2 ? undefined : { start: line, end: line };
}
