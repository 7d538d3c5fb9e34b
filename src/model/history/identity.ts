import { z } from "zod";
import type { DeepReadonly } from "#util/deep-readonly.ts";

/** How identities are made today. One of another version is not compared by fingerprint, only by meaning. */
export const IDENTITY_VERSION = 1;

/**
 * What a problem is known by when it is met again: fingerprints over path, enclosing symbol, quoted code without its
 * layout, and topic. Never a line number. An absent fingerprint is one that its text does not carry.
 */
export const identitySchema = z.strictObject({
  version: z.int().positive(),
  exact: z.string().optional().describe("file, symbol, quoted code and topic"),
  code: z.string().optional().describe("symbol, quoted code and topic, in whatever file"),
  place: z.string().optional().describe("file, symbol and topic, whatever the code"),
});
export type Identity = DeepReadonly<z.infer<typeof identitySchema>>;

/** How surely a problem was recognised: by fingerprint, by a part of it, or by what it says. */
export const matchTierSchema = z.enum(["exact", "coarse", "meaning"]);
export type MatchTier = z.infer<typeof matchTierSchema>;
