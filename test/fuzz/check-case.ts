import { isDeepStrictEqual } from "node:util";
import { findingSchema } from "#model/finding.ts";
import { reviewerId } from "#model/ids.ts";
import { buildLedger } from "#model/ledger.ts";
import { type Review, reviewSchema } from "#model/review.ts";
import { fixVerdictSchema } from "#model/history/lineage.ts";
import { importReport } from "#import/import-report.ts";
import { readReview } from "#steps/read-review/read-review.ts";
import { aCluster } from "../helpers/builders.ts";

/** What one text did to the readers. */
export interface CaseResult {
  /** Promises that were broken; empty when all is well. */
  readonly faults: readonly string[];
  readonly review: Review | undefined;
  readonly milliseconds: { readonly readReview: number; readonly importReport: number };
}

/** Reads a text as a raw review and as a report: no throw, a valid record, every finding in the ledger once. */
export function checkCase(text: string): CaseResult {
  const faults: string[] = [];
  const raw = timed(() => readReview(text, { reviewer: reviewerId("claude"), pass: 1 }), "readReview", faults);
  if (raw.value !== undefined) faults.push(...rawFaults(raw.value.findings), ...fixFaults(raw.value.fixVerdicts));
  const imported = timed(() => importReport(text, "20260101-000000-fuzz"), "importReport", faults);
  const review = imported.value?.ok === true ? imported.value.review : undefined;
  if (review !== undefined) faults.push(...recordFaults(review));
  return { faults, review, milliseconds: { readReview: raw.milliseconds, importReport: imported.milliseconds } };
}

function timed<T>(run: () => T, name: string, faults: string[]): { value: T | undefined; milliseconds: number } {
  const started = performance.now();
  const before = process.cpuUsage();
  let value: T | undefined;
  try {
    value = run();
  } catch (error) {
    faults.push(`${name} throws: ${error instanceof Error ? error.message.slice(0, 300) : String(error)}`);
  }
  const { user, system } = process.cpuUsage(before);
  // On a busy machine the clock runs on while others work; what this process used is then nearer to the truth.
  return { value, milliseconds: Math.min(performance.now() - started, (user + system) / 1000) };
}

function* rawFaults(findings: Review["findings"]): Generator<string> {
  for (const finding of findings) {
    const { error } = findingSchema.safeParse(finding);
    if (error !== undefined)
      yield `readReview gives an invalid finding: ${error.issues[0]?.path.join(".")} ${error.issues[0]?.message}`;
  }
  const clusters = findings.map(({ id }, index) => aCluster({ id: `S${index + 1}`, members: [id] }));
  try {
    buildLedger({ findings, clusters });
  } catch (error) {
    yield `readReview gives findings that no ledger takes: ${error instanceof Error ? error.message.slice(0, 200) : String(error)}`;
  }
}

function* fixFaults(verdicts: Review["fixVerdicts"] = []): Generator<string> {
  for (const verdict of verdicts) {
    const { error } = fixVerdictSchema.safeParse(verdict);
    if (error !== undefined) yield `readReview gives an invalid verdict on a fix: ${error.issues[0]?.path.join(".")}`;
  }
}

function* recordFaults(review: Review): Generator<string> {
  const { error } = reviewSchema.safeParse(review);
  if (error !== undefined)
    yield `the record is invalid: ${error.issues[0]?.path.join(".")} ${error.issues[0]?.message}`;
  const { findings, clusters, ledger } = review;
  const raised = findings.map(({ id }) => id);
  const accounted = ledger.entries.map(({ finding }) => finding);
  if (new Set(raised).size !== raised.length) yield "two findings have one id";
  if (!isDeepStrictEqual(raised, accounted))
    yield `the ledger has ${accounted.length} entries for ${raised.length} findings`;
  try {
    if (!isDeepStrictEqual(buildLedger({ findings, clusters }), ledger))
      yield "the ledger is not what its clusters say";
  } catch (error) {
    yield `the clusters are refused: ${error instanceof Error ? error.message.slice(0, 300) : String(error)}`;
  }
}
