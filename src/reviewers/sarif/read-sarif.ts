import type { CheckHit } from "#model/change/analyzer.ts";
import type { Location } from "#model/location.ts";
import type { Severity } from "#model/severity.ts";
import { logSchema, type SarifLocation, type SarifResult, type SarifRule, type SarifRun } from "./sarif-schema.ts";

/** What a SARIF file says about the change, one reviewer for each tool in it. */
export interface SarifReview {
  readonly tool: string;
  readonly hits: readonly CheckHit[];
  /** Results that are not about this change, or that the file itself suppresses. */
  readonly leftOut: number;
}

/** What the reader must know of the change. */
export interface SarifScope {
  /** Lines of the head that the change added; empty for a file that it does not touch. Absent: everything counts. */
  readonly addedLines?: (path: string) => ReadonlySet<number>;
  /** The root of the repository on the machine that made the file, where it is known. */
  readonly root?: string;
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
    const log = logSchema.safeParse(value);
    return log.success ? log.data : "a run in it names no tool";
  } catch (error) {
    return `it is not JSON: ${error instanceof Error ? error.message : String(error)}`;
  }
}

function readRun(run: SarifRun, scope: SarifScope): SarifReview {
  const results = run.results ?? [];
  const hits = results.flatMap((result) => readResult(run, result, scope) ?? []);
  return { tool: run.tool.driver?.name ?? "SARIF", hits, leftOut: results.length - hits.length };
}

function readResult(run: SarifRun, result: SarifResult, scope: SarifScope): CheckHit | undefined {
  if ((result.suppressions?.length ?? 0) > 0 || result.baselineState === "unchanged") return undefined;
  if (result.kind !== undefined && result.kind !== "fail") return undefined;
  const locations = (result.locations ?? []).flatMap((location) => readLocation(location, scope) ?? []);
  const [main, ...others] = locations.filter(({ location }) => isInChange(location, scope));
  if (main === undefined) return undefined;
  const rule = ruleOf(run, result);
  const id = result.ruleId ?? rule?.id ?? "result";
  const message = result.message?.text ?? result.message?.markdown ?? rule?.shortDescription?.text ?? id;
  return {
    check: `${run.tool.driver?.name ?? "sarif"}/${id}`,
    severity: severityOf(result, rule),
    class: "regression",
    title: firstSentence(message),
    explanation: [message, rule?.fullDescription?.text ?? ""].filter((part) => part !== "").join("\n\n"),
    places: [main, ...others],
    weight: 0.5,
  };
}

function readLocation(
  location: SarifLocation,
  { root }: SarifScope,
): { location: Location; quote: string } | undefined {
  const { artifactLocation, region } = location.physicalLocation ?? {};
  const path = pathOf(artifactLocation?.uri, root);
  if (path === undefined) return undefined;
  const quote = region?.snippet?.text?.replace(/\n$/, "") ?? "";
  const start = region?.startLine;
  if (start === undefined || !Number.isInteger(start) || start < 1) return { location: { path }, quote };
  const end = region?.endLine ?? start;
  return { location: { path, start, end: Math.max(start, Number.isInteger(end) ? end : start) }, quote };
}

/** Only what the change brings in is news. */
function isInChange({ path, start, end }: Location, scope: SarifScope): boolean {
  if (scope.addedLines === undefined) return true;
  const added = scope.addedLines(path);
  if (start === undefined || end === undefined) return added.size > 0;
  for (const line of added) if (line >= start && line <= end) return true;
  return false;
}

function pathOf(uri: string | undefined, root: string | undefined): string | undefined {
  if (uri === undefined || uri === "") return undefined;
  const plain = decode(uri.replace(/^file:\/\/(?:localhost)?/, "").replace(/^\.\//, ""));
  if (root !== undefined && plain.startsWith(`${root}/`)) return plain.slice(root.length + 1);
  return plain;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function ruleOf(run: SarifRun, { ruleId, ruleIndex, rule }: SarifResult): SarifRule | undefined {
  const rules = run.tool.driver?.rules ?? [];
  return rules[ruleIndex ?? rule?.index ?? -1] ?? rules.find(({ id }) => id === ruleId);
}

/** Security tools rate by a number of 0 to 10; the others by level, where only an error is worth holding a merge for. */
function severityOf(result: SarifResult, rule: SarifRule | undefined): Severity {
  const score = Number(rule?.properties?.["security-severity"]);
  if (score >= 9) return "critical";
  if (score >= 7) return "important";
  const level = result.level ?? rule?.defaultConfiguration?.level ?? "warning";
  return level === "error" ? "important" : "suggestion";
}

function firstSentence(message: string): string {
  const line = message.trim().split("\n")[0] ?? "";
  const [, sentence = line] = /^(.{10,}?[.!?])\s/.exec(line) ?? [];
  const short = sentence.replace(/[.]$/, "");
  return short.length > 160 ? `${short.slice(0, 159)}…` : short;
}
