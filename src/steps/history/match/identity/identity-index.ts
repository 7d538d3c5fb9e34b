import { type Identity, IDENTITY_VERSION, type MatchTier } from "#model/history/identity.ts";

/** A known problem, by its index, that shares a fingerprint with the query. */
export interface FingerprintMatch {
  readonly problem: number;
  readonly tier: Exclude<MatchTier, "meaning">;
  readonly because: string;
}

const WAYS = [
  { part: "exact", tier: "exact", because: "the same file, quoted code and topic" },
  { part: "code", tier: "coarse", because: "the same quoted code and topic, in another file" },
  { part: "place", tier: "coarse", because: "the same file and topic, the quoted code differs" },
] as const;

/** Known problems by their fingerprints. Identities of another version are left out. */
export class IdentityIndex {
  readonly #holders = new Map<string, number>();

  /** Adds a fingerprint of a problem. The first problem that has it keeps it. */
  add(identity: Identity, problem: number): void {
    if (identity.version !== IDENTITY_VERSION) return;
    for (const { part } of WAYS) {
      const key = identity[part];
      if (key !== undefined && !this.#holders.has(key)) this.#holders.set(key, problem);
    }
  }

  /** Every match of any of these identities, the most certain first. */
  *find(identities: readonly Identity[]): Generator<FingerprintMatch> {
    for (const { part, ...how } of WAYS) {
      for (const identity of identities) {
        const key = identity.version === IDENTITY_VERSION ? identity[part] : undefined;
        const problem = key === undefined ? undefined : this.#holders.get(key);
        if (problem !== undefined) yield { problem, ...how };
      }
    }
  }
}
