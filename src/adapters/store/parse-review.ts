import type { z } from "zod";
import { buildLedger, LedgerError } from "#model/ledger.ts";
import { type Review, reviewSchema, SCHEMA_VERSION } from "#model/review.ts";
import { messageOf, UserError } from "#util/errors.ts";
import { maskAll } from "#util/secrets/mask-all.ts";
import { maskSecrets } from "#util/secrets/mask-secrets.ts";
import { upgradeReview } from "./upgrade-review.ts";
import { capLines } from "#util/words.ts";

/** Parses a `review.json`. The error names the wrong field, or that a newer program wrote the file. */
export function parseReview(text: string, name: string): Review {
  const value = parseJson(text, name);
  checkVersion(value, name);
  const result = reviewSchema.safeParse(upgradeReview(value));
  if (!result.success) {
    throw new UserError({
      what: `${name} is not a valid review record`,
      why: listProblems(result.error.issues),
      fix: "restore the file, or import the report again; `deep-review schema` prints the expected form",
    });
  }
  checkLedger(result.data, name);
  // Earlier versions masked less, and a record may come from anywhere.
  return maskAll(result.data, maskSecrets);
}

function parseJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UserError({
      what: `${name} is not JSON`,
      why: messageOf(error),
      fix: "restore the file, or import the report again",
      cause: error,
    });
  }
}

function checkVersion(value: unknown, name: string): void {
  const version =
    typeof value === "object" && value !== null && "schemaVersion" in value ? value.schemaVersion : undefined;
  if (typeof version === "number" && version > SCHEMA_VERSION) {
    throw new UserError({
      what: `${name} was written by a newer deep-review`,
      why: `it has schema version ${version}, this program reads up to ${SCHEMA_VERSION}`,
      fix: "update deep-review",
    });
  }
}

/** A record that was edited by hand may be well-formed and still inconsistent. */
function checkLedger(review: Review, name: string): void {
  const why = ledgerFault(review);
  if (why === undefined) return;
  throw new UserError({
    what: `${name} does not add up`,
    why,
    fix: "restore the file, or import the report again; clusters and ledger must agree",
  });
}

function ledgerFault(review: Review): string | undefined {
  try {
    const { entries } = buildLedger(review);
    const index = entries.findIndex((entry, at) => canonical(entry) !== canonical(review.ledger.entries[at]));
    if (index >= 0) return `ledger.entries[${index}] (${entries[index]?.finding}) is not what the clusters say`;
    if (entries.length !== review.ledger.entries.length) return "ledger.entries has more entries than findings";
    return undefined;
  } catch (error) {
    if (error instanceof LedgerError) return error.faults.slice(0, 3).join("; ");
    throw error;
  }
}

function canonical(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "undefined";
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  return JSON.stringify(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function listProblems(issues: readonly z.core.$ZodIssue[]): string {
  const problems = issues.map(({ path, message }) => `${formatPath(path)}: ${message}`);
  return capLines(problems, 3).join("; ");
}

function formatPath(path: readonly PropertyKey[]): string {
  if (path.length === 0) return "the whole file";
  return path
    .map((key, at) => (typeof key === "number" ? `[${key}]` : `${at === 0 ? "" : "."}${String(key)}`))
    .join("");
}
