import { isAbsolute, relative, resolve, sep } from "node:path";
import { type Fields, textOf } from "../json-line.ts";
import { listOf } from "./json-rpc.ts";
import { type KnownCall, pathsOf } from "./read-tool-call.ts";

/** Our answer to a request for permission. */
interface PermissionAnswer {
  readonly isAllowed: boolean;
  readonly result: object;
}

/**
 * A reviewer may only read and search at its desk. Agents react differently to a refusal: Claude and Gemini continue,
 * Codex cancels the turn, opencode ends it silently. The reader handles each.
 */
export function answerPermission(params: Fields, call: KnownCall, desk: string): PermissionAnswer {
  const options = listOf(params["options"]);
  const optionOf = (...kinds: readonly string[]): string | undefined =>
    kinds
      .flatMap((kind) => options.filter((option) => option["kind"] === kind))
      .flatMap((option) => textOf(option["optionId"]) ?? [])[0];
  const allowed = isAllowedCall(call, desk) ? optionOf("allow_once") : undefined;
  if (allowed !== undefined) return { isAllowed: true, result: selected(allowed) };
  const rejected = optionOf("reject_once", "reject_always");
  return { isAllowed: false, result: rejected === undefined ? CANCELLED : selected(rejected) };
}

const CANCELLED = { outcome: { outcome: "cancelled" } };

function selected(optionId: string): object {
  return { outcome: { outcome: "selected", optionId } };
}

function isAllowedCall(call: KnownCall, desk: string): boolean {
  const paths = pathsOf(call);
  // A search without a path is limited to the working directory, unless its pattern leads outside.
  if (call.kind === "search" && paths.length === 0)
    return Object.values(call.input).every((value) => !leadsOutside(value));
  return (
    (call.kind === "read" || call.kind === "search") && paths.length > 0 && paths.every((path) => isBelow(desk, path))
  );
}

function leadsOutside(value: unknown): boolean {
  if (typeof value === "object" && value !== null) return true;
  return typeof value === "string" && (isAbsolute(value) || value.startsWith("~") || value.includes(".."));
}

/** Whether a path is the desk or below it, judging by its name. */
function isBelow(desk: string, path: string): boolean {
  if (path.startsWith("~")) return false;
  const place = relative(desk, resolve(desk, path));
  return !isAbsolute(place) && place !== ".." && !place.startsWith(`..${sep}`);
}
