import { z } from "zod";
import type { DeepReadonly } from "#util/deep-readonly.ts";
import { findingIdSchema, reviewerIdSchema } from "./ids.ts";
import type { FindingGrounding } from "./grounding.ts";
import { lineSpanSchema, locationSchema } from "./location.ts";
import { classSchema, severitySchema } from "./severity.ts";

/** Code that a finding quotes as its evidence, from a fence in its body that is not a diff. */
export const quoteSchema = z.strictObject({
  language: z.string().optional().describe("the word behind the opening fence"),
  code: z.string(),
});
export type Quote = DeepReadonly<z.infer<typeof quoteSchema>>;

/** What the reviewer proposes: the prose behind `Fix:` and the diffs. */
export const fixSchema = z.strictObject({
  text: z.string().optional(),
  diffs: z.array(z.string()),
  patches: z
    .array(z.int().nonnegative())
    .optional()
    .describe("indices of the diffs that are meant to apply as they are (fence info `diff patch`); absent: none"),
});
export type Fix = DeepReadonly<z.infer<typeof fixSchema>>;

/** The diffs that make up the patch of a fix: those marked as one, or else all if each has the headers of a patch. */
export function diffsOfPatch({ diffs, patches = [] }: Fix): readonly string[] {
  const meant = patches.flatMap((at) => diffs[at] ?? []);
  if (meant.length > 0) return meant;
  return diffs.every((diff) => /^--- \S.*\n\+\+\+ \S/m.test(diff) && /^@@ -\d/m.test(diff)) ? diffs : [];
}

/** The code that a repro ran on: the reviewed commit, the one before the change, the last round's, the reviewed one with the patch. */
export const REPRO_SIDES = ["head", "base", "previous", "patched"] as const;
export type ReproSide = (typeof REPRO_SIDES)[number];

/** What the author of a repro says that it printed on one side. */
export const reproArmSchema = z.strictObject({
  side: z.enum(REPRO_SIDES),
  label: z.string().describe("as written; empty: output before the first label"),
  output: z.string(),
});
export type ReproArm = DeepReadonly<z.infer<typeof reproArmSchema>>;

/** A script that shows the problem (fence info `repro`) and what it printed on the reviewed commit (`repro-output`). */
export const reproSchema = z.strictObject({
  language: z.string().optional(),
  script: z.string(),
  output: z.string().optional(),
  arms: z.array(reproArmSchema).optional().describe("the output by side; absent: it is of one side"),
});
export type Repro = DeepReadonly<z.infer<typeof reproSchema>>;

/** What every statement of a problem has, whether a reviewer's or the report's. */
export const problemShape = {
  title: z.string(),
  locations: z.array(locationSchema).describe("files and lines, in the order given; the first is the main one"),
  places: z.array(z.string()).describe('places that are no file: a commit, "PR description"'),
  class: classSchema.optional(),
  body: z.string().describe("the full Markdown below the finding line, verbatim"),
  quotes: z.array(quoteSchema),
  fix: fixSchema.optional(),
  repros: z.array(reproSchema),
};

/** What the change under review adds to silence a finding of a check: a comment at a line, or a configuration file. */
export const silencingSchema = z.strictObject({
  path: z.string(),
  line: z.int().positive().optional().describe("absent: a configuration file"),
  reason: z.string().optional().describe("as the comment gives it"),
});
export type Silencing = DeepReadonly<z.infer<typeof silencingSchema>>;

/** `by a comment at a.ts:3: the inspector is started by hand`. */
export function formatSilencing({ path, line, reason }: Silencing): string {
  if (line === undefined) return `by ${path}`;
  return `by a comment at ${path}:${line}${reason === undefined ? ", which gives no reason" : `: ${reason}`}`;
}

/** A finding of one reviewer, in its own words. Never edited. */
export const findingSchema = z.strictObject({
  id: findingIdSchema,
  reviewer: reviewerIdSchema,
  pass: z.int().positive(),
  label: z.string().describe("the label within its review: C1, I1, S1 …"),
  severity: severitySchema.describe("as claimed: by the section that contains it"),
  taggedSeverity: severitySchema.optional().describe("the severity in its own tag, if it differs from the section"),
  check: z.string().optional().describe("the check that found it, where a program did: `hazard-lint/secret`"),
  silencedBy: silencingSchema
    .optional()
    .describe("what this change adds to silence it; a change does not decide about itself, so it counts"),
  withdrawn: z.boolean().optional().describe("its author takes it back in the text"),
  ...problemShape,
  mutations: z
    .array(z.string())
    .optional()
    .describe("breaks of the code that it proposes (fence info `diff mutation`), each as a patch: the tests should notice"),
  lines: lineSpanSchema.describe("its lines in the text of the raw review"),
});
export type Finding = DeepReadonly<z.infer<typeof findingSchema>>;

/** A finding, unchanged, with the result of its check. Without one if there was no code to check it against. */
export interface GroundedFinding {
  readonly finding: Finding;
  readonly grounding?: FindingGrounding | undefined;
}

/** The id of the check that found it. Records and reports without this field have it at the end of the text. */
export function checkOf({ check, body }: Pick<Finding, "check" | "body">): string | undefined {
  return check ?? /^Check: `([^`\n]{1,200})`$/m.exec(body.slice(-300))?.[1];
}

/** What this change adds to silence findings, by finding. */
export function silencedIn(findings: readonly Finding[]): ReadonlyMap<Finding["id"], Silencing> {
  return new Map(
    findings.flatMap(({ id, silencedBy }) => (silencedBy === undefined ? [] : [[id, silencedBy] as const])),
  );
}
