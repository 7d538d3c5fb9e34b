import type { Finding } from "#model/finding.ts";
import type { Location } from "#model/location.ts";
import type { Reviewer } from "#model/panel/reviewer.ts";
import { printable } from "#util/printable.ts";
import { effectOf } from "./effect-of.ts";

/** A claim as a verifier is told it. Untrusted words, each on one line and without hidden signs. */
export interface WordedClaim {
  readonly title: string;
  /** What happens, in at most two sentences; empty where the finder only argues. */
  readonly effect: readonly string[];
  readonly locations: readonly Location[];
  readonly places: readonly string[];
}

/**
 * Words a claim for a verifier: what is claimed and where, and neither who said it, nor how that reviewer came to it, nor the
 * code it quotes, nor what it proposes.
 */
export function wordClaim(finding: Finding, reviewers: readonly Reviewer[]): WordedClaim {
  const names = reviewers.flatMap(({ id, name, model }) => [id, name, ...(model === undefined ? [] : [model])]);
  const { title, sentences } = effectOf(finding, names);
  return {
    title: asData(title),
    effect: sentences.map(asData),
    locations: finding.locations.map((location) => ({ ...location, path: asData(location.path) })),
    places: finding.places.map(asData),
  };
}

const MAX_LENGTH = 1000;

function asData(text: string): string {
  return printable(text.replaceAll(/\s+/g, " ").trim().slice(0, MAX_LENGTH));
}
