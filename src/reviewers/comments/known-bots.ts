import { z } from "zod";
import { severitySchema } from "#model/severity.ts";
import type { DeepReadonly } from "#util/deep-readonly.ts";
import { matchGlob } from "#util/match-glob.ts";
import data from "./known-bots.json" with { type: "json" };

const phraseSchema = z
  .string()
  .min(1)
  .refine((text) => text === text.toLowerCase(), "is compared in lower case");

/** A bot that reviews pull requests, and how to read its comments. */
const knownBotSchema = z.strictObject({
  logins: z.array(z.string().min(1)).min(1).describe("without `[bot]`; `*` stands for anything"),
  name: z.string().min(1).describe("as people call it"),
  family: z.string().min(1).describe("whose models it uses, where that is known; else its own"),
  marks: z
    .array(z.strictObject({ has: phraseSchema, severity: severitySchema }))
    .optional()
    .describe("what the beginning of a comment holds that says how bad it is; the first that fits counts"),
  listings: z
    .array(phraseSchema)
    .optional()
    .describe("folded parts of a review's body that hold more comments, by file"),
  noise: z.array(phraseSchema).optional().describe("how comments begin that raise nothing"),
});
export type KnownBot = DeepReadonly<z.infer<typeof knownBotSchema>>;

/** The bots that comment on pull requests. */
export const knownBotsSchema = z.strictObject({
  folded: z.array(phraseSchema).describe("how the title of a folded part begins that is no part of a finding"),
  lines: z.array(phraseSchema).describe("how a line begins that is no part of a finding"),
  handled: z.array(phraseSchema).describe("what a comment holds whose author says that it is done"),
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
