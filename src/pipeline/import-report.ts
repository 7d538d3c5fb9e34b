import type { Finding } from "#model/finding.ts";
import { buildLedger } from "#model/ledger.ts";
import { type Review, SCHEMA_VERSION } from "#model/review.ts";
import { decideVerdict } from "#model/verdict.ts";
import { linkFindings } from "#steps/link-findings/link-findings.ts";
import { readReport } from "#steps/read-report/read-report.ts";
import { type ReadReview, readReview } from "#steps/read-review/read-review.ts";

/** A record, or why the text is no report. */
export type ImportResult =
  { readonly ok: true; readonly review: Review } | { readonly ok: false; readonly why: string };
