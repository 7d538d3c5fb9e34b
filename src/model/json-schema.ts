import { z } from "zod";
import { reviewSchema, SCHEMA_VERSION } from "./review.ts";

/** The published JSON Schema of `review.json`, generated from the same schemas as the types. */
export function reviewJsonSchema(): Record<string, unknown> {
  const { $schema, ...schema } = z.toJSONSchema(reviewSchema, { target: "draft-2020-12", reused: "ref" });
  return {
    $schema,
    $id: `deep-review/review.schema.json?version=${SCHEMA_VERSION}`,
    title: "Deep Review record",
    description: "One round of one review: scope, runs, raw findings, clusters, ledger, receipt, decisions, verdict.",
    ...schema,
  };
}
