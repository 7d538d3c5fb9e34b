import type { CheckHit, CheckPlace } from "#model/change/analyzer.ts";
import type { Silencing } from "#model/finding.ts";
import type { Location } from "#model/location.ts";
import type { Severity } from "#model/severity.ts";
import { plural, truncate } from "#util/words.ts";
import { hasAgent, isOwn, ownSeverity, ownVerdict } from "./own-run.ts";
import { createResolver, type SarifRoot, type ResolveFile } from "./resolve-file.ts";
import {
  logSchema,
  resultSchema,
  type SarifLocation,
  type SarifResult,
  type SarifRule,
  type SarifRun,
} from "./sarif-schema.ts";
import { toolFailure } from "./tool-failure.ts";

/** What one tool in a SARIF file reports about the change. */
export interface SarifReview {
  readonly tool: string;
  readonly hits: readonly CheckHit[];
  /** How many results are not about this change or do not count, and why. */
  readonly leftOut: number;
  readonly leftOutBecause: readonly string[];
  /** What could not be read and may hide findings, in a sentence. */
  readonly notUnderstood?: string;
  /** Why the tool failed. What it found until then still counts. */
  readonly failure?: string;
  /** The verdict, if this is one of our own rounds. */
  readonly ownVerdict?: { readonly kind: string; readonly because: string };
  /** Whether an agent or a model of one of our rounds is behind it. Other tools have only checks. */
  readonly hasAgent?: true;
  /** Whether it was an optional reviewer of one of our rounds. */
  readonly optional?: true;
}

/** The change that results are filtered by. */
export interface SarifScope extends SarifRoot {
  /** The added lines of a file; empty for an unchanged file. Absent: all results count. */
  readonly addedLines?: (path: string) => ReadonlySet<number>;
}

/** Reads a SARIF file, or explains why the text is not one. */
export function readSarif(
  text: string,
  scope: SarifScope,
): { readonly ok: true; readonly reviews: readonly SarifReview[] } | { readonly ok: false; readonly why: string } {
  const log = parseLog(text);
  if (typeof log === "string") return { ok: false, why: log };
  return { ok: true, reviews: log.runs.map((run) => readRun(run, scope)) };
}

function parseLog(text: string): { readonly runs: readonly SarifRun[] } | string {
  try {
    const value: unknown = JSON.parse(text.replace(/^\ufeff/, ""));
    if (typeof value !== "object" || value === null || !("runs" in value)) return "it has no `runs`";
    if (!Array.isArray(value.runs)) return "its `runs` is not a list";
    if (value.runs.length === 0) return "its list of `runs` is empty";
    const log = logSchema.safeParse(value);
    return log.success ? log.data : "one of its runs does not name a tool";
  } catch (error) {
    return `it is not JSON: ${error instanceof Error ? error.message : String(error)}`;
  }
}

function readRun(run: SarifRun, scope: SarifScope): SarifReview {
  const resolve = createResolver(run, scope);
  const entries: readonly unknown[] = Array.isArray(run.results) ? run.results : [];
  const results = entries.flatMap((entry) => parseResult(entry) ?? []);
  const read = results.map((result) => readResult(result, { run, scope, resolve }));
  const reasons = read.filter((one) => typeof one === "string");
  const isOptional = isOwn(run) && run.tool.driver?.properties?.["optional"] === true;
  return {
    tool: run.tool.driver?.name ?? "SARIF",
    hits: read.filter((one) => typeof one !== "string"),
    leftOut: reasons.length,
    leftOutBecause: countEach(reasons),
    notUnderstood: notUnderstood(run, entries.length - results.length),
    failure: toolFailure(run),
    ownVerdict: ownVerdict(run),
    hasAgent: hasAgent(run) || undefined,
    optional: isOptional || undefined,
  };
}

/** A result needs at least a message, a rule or a location. */
function parseResult(entry: unknown): SarifResult | undefined {
  const { data } = resultSchema.safeParse(entry);
  if (data === undefined) return undefined;
  const { message, ruleId, ruleIndex, rule, locations = [] } = data;
  const subject = message?.text ?? message?.markdown ?? ruleId ?? ruleIndex ?? rule;
  return subject === undefined && locations.length === 0 ? undefined : data;
}

/** By the standard, a tool that found nothing has an empty list. Without a list, it did not look. */
function notUnderstood(
  { results, externalPropertyFileReferences: elsewhere }: SarifRun,
  odd: number,
): string | undefined {
  if (elsewhere?.results !== undefined && elsewhere.results !== null) return "its results are in other files";
  if (results === undefined || results === null) return "it has no list of results, so what it found is not known";
  if (!Array.isArray(results)) return "its results were not understood: they are not a list";
  if (odd === 0) return undefined;
  return `${odd} of its ${plural(results.length, "result was", "results were")} not understood`;
}

interface Reading {
  readonly run: SarifRun;
  readonly scope: SarifScope;
  readonly resolve: ResolveFile;
}

/** The hit, or why the result is left out. */
function readResult(result: SarifResult, { run, scope, resolve }: Reading): CheckHit | LeftOut {
  // Our own unchanged results are still open, so they count.
  if (result.baselineState === "unchanged" && !isOwn(run)) return "not new";
  if (result.kind !== undefined && NO_FAILURE.includes(result.kind)) return "no failure";
  const placed = (result.locations ?? []).flatMap((location) => readLocation(location, resolve));
  const places = placed.filter(({ location }) => isInChange(location, scope));
  if (placed.length > 0 && places.length === 0) return "not on lines of this change";
  const rule = ruleOf(run, result);
  const severity = ownSeverity(run, result) ?? severityOf(result, rule);
  const silencing = silencingOf(result, places[0]);
  if (silencing === "outside") return "suppressed";
  // A suppression in the change itself silences only suggestions. Without a place or a change, its origin is unknown.
  const mayBeFromChange = scope.addedLines !== undefined && places.length > 0 && severity !== "suggestion";
  if (silencing !== undefined && !mayBeFromChange) return "suppressed";
  const id = result.ruleId ?? result.rule?.id ?? rule?.id ?? "result";
  const message = result.message?.text ?? result.message?.markdown ?? rule?.shortDescription?.text ?? id;
  return {
    check: `${run.tool.driver?.name ?? "sarif"}/${id}`,
    severity,
    // Only lines that the change added are known to be new.
    class: scope.addedLines === undefined ? undefined : "regression",
    title: firstSentence(message),
    explanation: [message, rule?.fullDescription?.text ?? ""].filter((part) => part !== "").join("\n\n"),
    places,
    silencedBy: silencing,
    weight: 0.5,
  };
}

type LeftOut = "suppressed" | "not new" | "no failure" | "not on lines of this change";

/** Kinds that need no attention. */
const NO_FAILURE: readonly string[] = ["pass", "notApplicable", "informational"];

function countEach(reasons: readonly LeftOut[]): string[] {
  return [...new Set(reasons)].map((reason) => `${reasons.filter((one) => one === reason).length} ${reason}`);
}

/** What silences a result: somebody outside the code, or a comment in it. Only accepted suppressions count. */
function silencingOf(
  { suppressions = [] }: SarifResult,
  place: CheckPlace | undefined,
): Silencing | "outside" | undefined {
  const isAccepted = suppressions.every(({ status }) => status === undefined || status === "accepted");
  if (suppressions.length === 0 || !isAccepted) return undefined;
  if (suppressions.some(({ kind }) => kind === "external")) return "outside";
  const { path = "", start: line } = place?.location ?? {};
  const reason = suppressions.find(({ justification = "" }) => justification.trim() !== "")?.justification;
  return { path, line, reason: reason?.trim().slice(0, MAX_REASON_LENGTH) };
}

const MAX_REASON_LENGTH = 300;

function readLocation({ physicalLocation = {} }: SarifLocation, resolve: ResolveFile): CheckPlace[] {
  const { artifactLocation, region } = physicalLocation;
  const quote = region?.snippet?.text?.replace(/\n$/, "") ?? "";
  const start = region?.startLine;
  const end = region?.endLine ?? start;
  const isLine = start !== undefined && Number.isInteger(start) && start >= 1;
  const lines = isLine ? { start, end: Math.max(start, Number.isInteger(end) ? (end ?? start) : start) } : {};
  return resolve(artifactLocation).map((path) => ({ location: { path, ...lines }, quote }));
}

function isInChange({ path, start, end }: Location, scope: SarifScope): boolean {
  if (scope.addedLines === undefined) return true;
  const added = scope.addedLines(path);
  if (start === undefined || end === undefined) return added.size > 0;
  for (const line of added) if (line >= start && line <= end) return true;
  return false;
}

/** The rule is defined by the tool or by the extension that the result names. */
function ruleOf({ tool }: SarifRun, { ruleId, ruleIndex, rule }: SarifResult): SarifRule | undefined {
  const part = rule?.toolComponent?.index;
  const rules = (part === undefined ? tool.driver : tool.extensions?.[part])?.rules ?? [];
  const id = ruleId ?? rule?.id;
  const byPlace = rules[ruleIndex ?? rule?.index ?? -1];
  if (byPlace !== undefined) return byPlace;
  const all = [tool.driver, ...(tool.extensions ?? [])].flatMap((one) => one?.rules ?? []);
  return id === undefined ? undefined : all.find((one) => one.id === id);
}

/**
 * Security tools rate from 0 to 10. Other tools use levels, of which only an error is important. An unknown level may
 * mean anything, so it counts as an error.
 */
function severityOf(result: SarifResult, rule: SarifRule | undefined): Severity {
  const score = Number(rule?.properties?.["security-severity"]);
  if (score >= 9) return "critical";
  if (score >= 7) return "important";
  const level = result.level ?? rule?.defaultConfiguration?.level ?? "warning";
  return MILD.includes(level.toLowerCase()) ? "suggestion" : "important";
}

const MILD: readonly string[] = ["warning", "note", "none"];

function firstSentence(message: string): string {
  const line = message.trim().split("\n")[0] ?? "";
  const [, sentence = line] = /^(.{10,}?[.!?])\s/.exec(line) ?? [];
  return truncate(sentence.replace(/[.]$/, ""), 160);
}
