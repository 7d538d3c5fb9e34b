import { z } from "zod";

// Files of other tools: what is missing or of a wrong kind counts as missing; only a run without a tool is refused.
const text = z.string().optional().catch(undefined);
const number = z.number().optional().catch(undefined);

const message = z.object({ text, markdown: text }).optional().catch(undefined);

const location = z.object({
  physicalLocation: z
    .object({
      artifactLocation: z.object({ uri: text }).optional().catch(undefined),
      region: z
        .object({ startLine: number, endLine: number, snippet: z.object({ text }).optional().catch(undefined) })
        .optional()
        .catch(undefined),
    })
    .optional()
    .catch(undefined),
});
/** Where a result stands. */
export type SarifLocation = z.infer<typeof location>;

const rule = z.object({
  id: text,
  shortDescription: message,
  fullDescription: message,
  defaultConfiguration: z.object({ level: text }).optional().catch(undefined),
  properties: z.record(z.string(), z.unknown()).optional().catch(undefined),
});
/** What a tool says of one of its checks. */
export type SarifRule = z.infer<typeof rule>;

const result = z.object({
  ruleId: text,
  ruleIndex: number,
  rule: z.object({ index: number }).optional().catch(undefined),
  kind: text,
  level: text,
  message,
  locations: z.array(location.catch({})).optional().catch(undefined),
  suppressions: z.array(z.unknown()).optional().catch(undefined),
  baselineState: text,
});
/** One thing that a tool found. */
export type SarifResult = z.infer<typeof result>;

const run = z.object({
  tool: z.object({
    driver: z
      .object({ name: text, rules: z.array(rule.catch({})).optional().catch(undefined) })
      .optional()
      .catch(undefined),
  }),
  results: z.array(result.catch({})).optional().catch(undefined),
});
/** One run of one tool. */
export type SarifRun = z.infer<typeof run>;

/** The parts of SARIF 2.1.0 that are read. */
export const logSchema = z.object({ runs: z.array(run) });
