import { z } from "zod";
import type { DeepReadonly } from "#util/deep-readonly.ts";
import { findingIdSchema, reviewerIdSchema } from "../ids.ts";

/** What a break takes away from the code, or does to it. */
export const breakKindSchema = z
  .enum(["control", "revert", "mutation", "named"])
  .describe(
    "control: a failure at the top of a changed function, which the tests must notice; revert: one hunk of the change taken back; mutation: one expression or statement changed; named: proposed by a reviewer",
  );
export type BreakKind = z.infer<typeof breakKindSchema>;

/** How a mutation changes the code. */
export const operatorSchema = z.enum([
  "guard-removed",
  "condition-true",
  "condition-false",
  "operand-dropped",
  "operator-swapped",
  "boundary",
  "call-removed",
  "return-value",
  "await-removed",
  "error-path",
  "default",
  "assignment-removed",
]);
export type Operator = z.infer<typeof operatorSchema>;

/** Who proposes a break, and in which finding. */
export const breakAuthorSchema = z.strictObject({
  reviewer: reviewerIdSchema,
  finding: findingIdSchema.optional().describe("absent: named outside of a finding"),
});
export type BreakAuthor = DeepReadonly<z.infer<typeof breakAuthorSchema>>;

/** One way to break the changed code that the tests should notice. */
export const codeBreakSchema = z.strictObject({
  kind: breakKindSchema,
  operator: operatorSchema.optional().describe("of a mutation"),
  path: z.string(),
  line: z.int().positive().describe("the first line at the head that it changes"),
  endLine: z.int().positive(),
  symbol: z.string().optional().describe("the function around it"),
  text: z.string().describe("what is done, a phrase: `the guard that returns early removed`"),
  diff: z.string().describe("the break as a patch of the head"),
  namedBy: z.array(breakAuthorSchema).optional().describe("the reviewers that propose it"),
});
export type CodeBreak = DeepReadonly<z.infer<typeof codeBreakSchema>>;
