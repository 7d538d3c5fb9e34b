import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { locationSchema } from "#model/location.ts";
import { severitySchema } from "#model/severity.ts";
import { verdictKindSchema } from "#model/verdict.ts";
import type { DeepReadonly } from "#util/deep-readonly.ts";

/** The part of a report that a job uses. */
const resultSchema = z.object({
  review: z.object({
    id: z.string(),
    verdict: z.object({ kind: verdictKindSchema, because: z.string() }),
    series: z.object({ entries: z.array(z.object({ review: z.string() })) }).optional(),
  }),
  computed: z.object({
    findings: z.array(
      z.object({
        id: z.string(),
        fate: z.enum(["kept", "routed", "dropped"]),
        severity: severitySchema,
        title: z.string(),
        locations: z.array(locationSchema),
      }),
    ),
  }),
});
export type ActionResult = DeepReadonly<z.infer<typeof resultSchema>>;

/** Reads the report that a review wrote into this folder; undefined if it ended without one. */
export async function readActionResult(folder: string): Promise<ActionResult | undefined> {
  const text = await readFile(join(folder, "report.json"), "utf8").catch(() => undefined);
  return text === undefined ? undefined : resultSchema.parse(JSON.parse(text));
}

/** The outputs for later steps. */
export function outputsOf({ review, computed: { findings } }: ActionResult): Record<string, string> {
  const kept = findings.filter(({ fate }) => fate === "kept");
  const counts = severitySchema.options.map((severity): [string, string] => [
    severity,
    String(kept.filter((finding) => finding.severity === severity).length),
  ]);
  return {
    verdict: review.verdict.kind,
    findings: String(kept.length),
    ...Object.fromEntries(counts),
    "review-id": review.id,
  };
}
