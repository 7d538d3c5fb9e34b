import { isAbsolute, relative, resolve, sep } from "node:path";
import { type Fields, textOf } from "../json-line.ts";
import { listOf } from "./json-rpc.ts";
import { type KnownCall, pathsOf } from "./read-tool-call.ts";

/** Our answer to a request for permission, and whether the call may go on. */
export interface PermissionAnswer {
  readonly isAllowed: boolean;
  readonly result: object;
}

/**
 * A reviewer may read and search at its desk and nothing else. What an agent makes of a "no" differs: Claude and Gemini
 * go on, Codex ends the turn as cancelled, opencode ends it without a word; the reader tells those apart.
 */
export function answerPermission(params: Fields, call: KnownCall, desk: string): PermissionAnswer {
  const options = listOf(params["options"]);
  const optionOf = (...kinds: readonly string[]): string | undefined =>
    kinds
      .flatMap((kind) => options.filter((option) => option["kind"] === kind))
      .flatMap((option) => textOf(option["optionId"]) ?? [])[0];
  const allowed = mayGoOn(call, desk) ? optionOf("allow_once") : undefined;
  if (allowed !== undefined) return { isAllowed: true, result: selected(allowed) };
  const rejected = optionOf("reject_once", "reject_always");
  return { isAllowed: false, result: rejected === undefined ? CANCELLED : selected(rejected) };
}

const CANCELLED = { outcome: { outcome: "cancelled" } };

function selected(optionId: string): object {
  return { outcome: { outcome: "selected", optionId } };
}

function mayGoOn(call: KnownCall, desk: string): boolean {
  const paths = pathsOf(call);
  // A search without a place is one of the working directory, unless its pattern leads away.
  if (call.kind === "search" && paths.length === 0)
    return Object.values(call.input).every((value) => !leadsAway(value));
  return (
    (call.kind === "read" || call.kind === "search") && paths.length > 0 && paths.every((path) => isAt(desk, path))
  );
}

function leadsAway(value: unknown): boolean {
  if (typeof value === "object" && value !== null) return true;
  return typeof value === "string" && (isAbsolute(value) || value.startsWith("~") || value.includes(".."));
}

/** Whether a path leads to the desk or below it, as far as its name tells. */
function isAt(desk: string, path: string): boolean {
  if (path.startsWith("~")) return false;
  const place = relative(desk, resolve(desk, path));
  return !isAbsolute(place) && place !== ".." && !place.startsWith(`..${sep}`);
}
