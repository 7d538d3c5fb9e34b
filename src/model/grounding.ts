import { z } from "zod";
import type { DeepReadonly } from "#util/deep-readonly.ts";
import { clusterIdSchema, findingIdSchema } from "./ids.ts";
import { lineSpanSchema, locationSchema } from "./location.ts";
import { classSchema } from "./severity.ts";

/** The result of checking a quote against the code. The finding itself is not edited. */
export const groundingSchema = z.discriminatedUnion("status", [
  z.strictObject({
    status: z.literal("grounded"),
    at: locationSchema.optional().describe("where it stands; absent for code that the change removed"),
    removed: locationSchema
      .optional()
      .describe("where removed code stood before the change, by the file's name in the diff; absent where several fit"),
    why: z.string(),
  }),
  z.strictObject({
    status: z.literal("moved"),
    path: z.string().optional().describe("the file, where it is not the cited one"),
    to: lineSpanSchema,
    why: z.string(),
  }),
  z.strictObject({
    status: z.literal("ambiguous"),
    candidates: z.array(locationSchema).describe("places where the quote stands, the first few of them"),
    why: z.string(),
  }),
  z.strictObject({
    status: z.literal("partial"),
    found: z.int().nonnegative().describe("quoted lines that stand in the file"),
    of: z.int().positive(),
    why: z.string(),
  }),
  z.strictObject({
    status: z.literal("unsupported"),
    found: z
      .int()
      .positive()
      .optional()
      .describe("quoted lines that do stand in the file, too few to believe the quote"),
    why: z.string(),
  }),
  z.strictObject({ status: z.literal("unchecked"), why: z.string() }),
]);
export type Grounding = DeepReadonly<z.infer<typeof groundingSchema>>;

/** The strongest of several results, and the first of equal ones. */
export function bestGrounding(groundings: readonly Grounding[]): Grounding | undefined {
  for (const status of STRONGEST_FIRST) {
    const found = groundings.find((grounding) => grounding.status === status);
    if (found !== undefined) return found;
  }
  return undefined;
}

const STRONGEST_FIRST = ["grounded", "moved", "ambiguous", "partial", "unsupported", "unchecked"] as const;

/** One cited place, looked up at the reviewed commit. */
export const placeGroundingSchema = z.strictObject({
  cited: locationSchema,
  path: z.string().optional().describe("the file at the commit, or the one that the change removed"),
  status: z.enum(["exists", "beyond-end", "removed", "missing", "unreadable"]),
  why: z.string(),
});
export type PlaceGrounding = DeepReadonly<z.infer<typeof placeGroundingSchema>>;

/** Where the problem comes from by its lines, compared with what its author claims. */
export const classGroundingSchema = z.strictObject({
  computed: classSchema.optional().describe("absent where the lines do not tell"),
  claimed: classSchema.optional(),
  differs: z.boolean().describe("the lines contradict the claim, and a reader should know"),
  why: z.string(),
});
export type ClassGrounding = DeepReadonly<z.infer<typeof classGroundingSchema>>;

/** What became of a proposed diff when it was applied to the file in memory. */
export const fixGroundingSchema = z.strictObject({
  status: z.enum(["applies", "drifts", "present", "fails", "unchecked"]),
  path: z.string().optional(),
  moved: z.int().optional().describe("lines between where the diff says and where it fits"),
  fuzzy: z.int().nonnegative().optional().describe("context lines that had to be left out of account"),
  replaces: z
    .strictObject({ start: z.int().positive(), end: z.int().positive(), by: z.array(z.string()) })
    .optional()
    .describe("for `applies`: the one block of lines at the commit that it changes, and what stands there then"),
  why: z.string(),
});
export type FixGrounding = DeepReadonly<z.infer<typeof fixGroundingSchema>>;

/** A claim that the index can check, with the facts. `open`: there are facts, but no answer. */
export const claimGroundingSchema = z.strictObject({
  claim: z.enum(["unused", "untested", "undocumented"]),
  subject: z.string().describe("what the claim is about, as written"),
  words: z.string().describe("the words that make the claim"),
  answer: z.enum(["confirmed", "contradicted", "open"]),
  mentions: z.array(z.strictObject({ path: z.string(), line: z.int().positive(), text: z.string() })),
  why: z.string(),
});
export type ClaimGrounding = DeepReadonly<z.infer<typeof claimGroundingSchema>>;

/** Everything that could be checked of one finding, against the reviewed commit. */
export const findingGroundingSchema = z.strictObject({
  finding: findingIdSchema,
  commit: z.string(),
  summary: groundingSchema.describe("the best of its quotes; of its main place where it quotes nothing"),
  places: z.array(placeGroundingSchema).describe("one per location, in its order"),
  quotes: z.array(groundingSchema).describe("one per quote, in its order"),
  class: classGroundingSchema,
  fixes: z.array(fixGroundingSchema).describe("one per diff, in its order"),
  claims: z.array(claimGroundingSchema),
});
export type FindingGrounding = DeepReadonly<z.infer<typeof findingGroundingSchema>>;

/** A line of the head near a cited place. */
export interface LineAround {
  readonly text: string;
  /** It was there before the change, next to the same cited lines. False if that is unknown. */
  readonly isAtBase: boolean;
}

/** Code around a cited place, taken from the reviewed commit and never from a working tree. */
export const excerptSchema = z.strictObject({
  cluster: clusterIdSchema,
  commit: z.string(),
  path: z.string(),
  start: z.int().positive().describe("line number of the first line shown"),
  lines: z.array(z.string()),
  cited: z.array(lineSpanSchema).describe("the lines that the finding cites"),
  grounding: groundingSchema,
});
export type Excerpt = DeepReadonly<z.infer<typeof excerptSchema>>;
