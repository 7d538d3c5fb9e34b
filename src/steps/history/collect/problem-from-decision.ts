import type { KnownProblem } from "#model/history/earlier-problem.ts";
import type { EarlierRef } from "#model/history/lineage.ts";
import type { DecidedProblem } from "#model/history/standing-decision.ts";
import { asFinding } from "./wordings.ts";

/** A problem as far as a decision remembers it, for when its review is not at hand. */
export function knownFromDecision(problem: DecidedProblem, ref: EarlierRef, head?: string): KnownProblem {
  const { title, text, severity, rung, locations, symbols, identity, quotes } = problem;
  const words = { title, body: text, locations, places: [], quotes, repros: [] };
  const stated = problem.class === undefined ? words : { ...words, class: problem.class };
  return {
    ref,
    sightings: [ref],
    title,
    severity,
    rung,
    locations,
    symbols,
    head,
    identities: [identity],
    wordings: [asFinding(`decision:${ref.cluster}`, severity, stated)],
    reviewers: [],
  };
}
