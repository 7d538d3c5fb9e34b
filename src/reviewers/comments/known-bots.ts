import { z } from "zod";
import { severitySchema } from "#model/severity.ts";
import type { DeepReadonly } from "#util/deep-readonly.ts";
import { matchGlob } from "#util/match-glob.ts";
import data from "./known-bots.json" with { type: "json" };

const phraseSchema = z
  .string()
  .min(1)
  .refine((text) => text === text.toLowerCase(), "must be in lower case");

/** A bot that reviews pull requests, and how to read its comments. */
const knownBotSchema = z.strictObject({
  logins: z.array(z.string().min(1)).min(1).describe("without `[bot]`; `*` stands for anything"),
  name: z.string().min(1).describe("the name that people use"),
  family: z.string().min(1).describe("whose models it uses, if known; otherwise its own"),
  marks: z
    .array(z.strictObject({ has: phraseSchema, severity: severitySchema }))
    .optional()
    .describe("patterns at the beginning of a comment and the severity they mean; the first match counts"),
  listings: z
    .array(phraseSchema)
    .optional()
    .describe("folded parts of a review's body that contain more comments, by file"),
  noise: z.array(phraseSchema).optional().describe("how comments that raise nothing begin"),
});
export type KnownBot = DeepReadonly<z.infer<typeof knownBotSchema>>;

/** The bots that comment on pull requests. */
export const knownBotsSchema = z.strictObject({
  folded: z.array(phraseSchema).describe("how the title of a folded part begins that is not part of a finding"),
  lines: z.array(phraseSchema).describe("how a line begins that is not part of a finding"),
  handled: z.array(phraseSchema).describe("what a comment contains whose author marked it as done"),
  noReviewers: z.array(z.string().min(1)).describe("programs that report, remind or deploy, but do not review"),
  bots: z.array(knownBotSchema),
});
export type KnownBots = DeepReadonly<z.infer<typeof knownBotsSchema>>;

/** The built-in list. */
export const KNOWN_BOTS: KnownBots = knownBotsSchema.parse(data);

/** The known bot behind a login. */
export function botNamed(login: string, { bots }: KnownBots): KnownBot | undefined {
  return bots.find(({ logins }) => isOneOf(login, logins));
}

/** Whether one of the patterns matches the login. */
export function isOneOf(login: string, patterns: readonly string[]): boolean {
  const name = login
    .slice(0, 100)
    .toLowerCase()
    .replace(/\[bot\]$/, "");
  return patterns.some((pattern) => (pattern.includes("*") ? matchGlob(name, pattern) : pattern === name));
}
