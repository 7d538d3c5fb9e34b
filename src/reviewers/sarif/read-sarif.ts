import type { CheckHit, CheckPlace } from "#model/change/analyzer.ts";
import type { Silencing } from "#model/finding.ts";
import type { Location } from "#model/location.ts";
import type { Severity } from "#model/severity.ts";
import { omitUndefined } from "#util/omit-undefined.ts";
import { plural, truncate } from "#util/words.ts";
import { isOwn, ownSeverity, ownVerdict } from "./own-run.ts";
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

/** What a SARIF file says about the change, one reviewer for each tool in it. */
export interface SarifReview {
  readonly tool: string;
  readonly hits: readonly CheckHit[];
  /** Results that are not about this change, or do not count: how many, and why. */
  readonly leftOut: number;
  readonly leftOutBecause: readonly string[];
  /** What could not be read, in a sentence: nobody knows whether it is a finding. */
  readonly notUnderstood?: string;
  /** Why the tool did not do its work; what it found until then is there all the same. */
  readonly failure?: string;
  /** What was said of the change, where it is the round of a panel of ours. */
  readonly ownVerdict?: { readonly kind: string; readonly because: string };
  /** One of our rounds was whole without it. */
  readonly optional?: true;
}

/** What the reader must know of the change. */
export interface SarifScope extends SarifRoot {
  /** Lines of the head that the change added; empty for a file that it does not touch. Absent: everything counts. */
  readonly addedLines?: (path: string) => ReadonlySet<number>;
}

/** Reads the text of a SARIF file. A text that is none gives the reason. */
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
    if (!Array.isArray(value.runs)) return "its `runs` is no list";
    if (value.runs.length === 0) return "its list of `runs` is empty, so no tool says anything in it";
    const log = logSchema.safeParse(value);
    return log.success ? log.data : "a run in it names no tool";
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
    optional: isOptional ? (true as const) : undefined,
  };
}

/** Something is a result that says at least what it is about. */
function parseResult(entry: unknown): SarifResult | undefined {
  const { data } = resultSchema.safeParse(entry);
  if (data === undefined) return undefined;
  const { message, ruleId, ruleIndex, rule, locations = [] } = data;
  const says = message?.text ?? message?.markdown ?? ruleId ?? ruleIndex ?? rule;
  return says === undefined && locations.length === 0 ? undefined : data;
}

/** By the standard a tool that found nothing has an empty list; without one it did not look. */
function notUnderstood(
  { results, externalPropertyFileReferences: elsewhere }: SarifRun,
  odd: number,
): string | undefined {
  if (elsewhere?.results !== undefined && elsewhere.results !== null) return "its results stand in other files";
  if (results === undefined || results === null) return "it has no list of results, so what it found is not known";
  if (!Array.isArray(results)) return "its results were not understood: they are no list";
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
  // A result of ours that stood in the round before stands in this one, too.
  if (result.baselineState === "unchanged" && !isOwn(run)) return "not new";
  if (result.kind !== undefined && NO_FAILURE.includes(result.kind)) return "no failure";
  const placed = (result.locations ?? []).flatMap((location) => readLocation(location, resolve));
  const places = placed.filter(({ location }) => isInChange(location, scope));
  if (placed.length > 0 && places.length === 0) return "not on lines of this change";
  const rule = ruleOf(run, result);
  const severity = ownSeverity(run, result) ?? severityOf(result, rule);
  const silencing = silencingOf(result, places[0]);
  if (silencing === "outside") return "suppressed";
  // What the change itself brings silences suggestions only; of what stands nowhere, or in no change, that is not known.
  const isBrought = scope.addedLines !== undefined && places.length > 0 && severity !== "suggestion";
  if (silencing !== undefined && !isBrought) return "suppressed";
  const id = result.ruleId ?? result.rule?.id ?? rule?.id ?? "result";
  const message = result.message?.text ?? result.message?.markdown ?? rule?.shortDescription?.text ?? id;
  return {
    check: `${run.tool.driver?.name ?? "sarif"}/${id}`,
    severity,
    class: "regression",
    title: firstSentence(message),
    explanation: [message, rule?.fullDescription?.text ?? ""].filter((part) => part !== "").join("\n\n"),
    places,
    silencedBy: silencing,
    weight: 0.5,
  };
}

type LeftOut = "suppressed" | "not new" | "no failure" | "not on lines of this change";

/** Kinds that say that all is well; every other asks for somebody to look. */
const NO_FAILURE: readonly string[] = ["pass", "notApplicable", "informational"];

function countEach(reasons: readonly LeftOut[]): string[] {
  return [...new Set(reasons)].map((reason) => `${reasons.filter((one) => one === reason).length} ${reason}`);
}

/** What silences a result: somebody outside of the code, or a comment in it. One that is not accepted silences nothing. */
function silencingOf(
  { suppressions = [] }: SarifResult,
  place: CheckPlace | undefined,
): Silencing | "outside" | undefined {
  const isAccepted = suppressions.every(({ status }) => status === undefined || status === "accepted");
  if (suppressions.length === 0 || !isAccepted) return undefined;
  if (suppressions.some(({ kind }) => kind === "external")) return "outside";
  const { path = "", start: line } = place?.location ?? {};
  const reason = suppressions.find(({ justification = "" }) => justification.trim() !== "")?.justification;
  return omitUndefined({ path, line, reason: reason?.trim().slice(0, MAX_REASON_LENGTH) });
}

/** A reason is a sentence, not a file. */
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

/** Only what the change brings in is news. */
function isInChange({ path, start, end }: Location, scope: SarifScope): boolean {
  if (scope.addedLines === undefined) return true;
  const added = scope.addedLines(path);
  if (start === undefined || end === undefined) return added.size > 0;
  for (const line of added) if (line >= start && line <= end) return true;
  return false;
}

/** Rules stand with the tool or with an extension of it, which the result then names. */
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
 * Security tools rate by a number of 0 to 10; the others by level, where only an error is worth holding a merge for. A
 * level that the standard does not know may mean anything, so it counts like an error.
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
