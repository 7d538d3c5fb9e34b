import { reviewerId } from "#model/ids.ts";
import { joinFindings } from "#steps/judge/cluster/join-findings.ts";
import type { PairModel } from "#likeness/pair-model.ts";
import { profileFindings, readFindingText, type FindingText } from "#likeness/finding-profile.ts";
import { findingFromText } from "#steps/read-findings/read-findings.ts";
import type { Candidate, ProductPullRequest } from "./product-data.ts";

/** What three tools said about one pull request, clustered. */
export interface ProductPanel {
  readonly pullRequest: ProductPullRequest;
  readonly candidates: readonly Candidate[];
  /** Which candidates are about the same problem; every candidate once, by its place in the list. */
  readonly clusters: readonly (readonly number[])[];
}

/** Clusters what the tools of a panel said about a pull request. */
export function panelOf(pullRequest: ProductPullRequest, tools: readonly string[], model?: PairModel): ProductPanel {
  const candidates = pullRequest.candidates.filter(({ tool }) => tools.includes(tool));
  const { groups } = joinFindings(profileFindings(candidates.map(sketchOf)), model === undefined ? {} : { model });
  return { pullRequest, candidates, clusters: groups };
}

/** A candidate is in many panels; it is read once. */
const sketches = new Map<Candidate, FindingText>();

function sketchOf(candidate: Candidate, at: number): FindingText {
  const known = sketches.get(candidate);
  if (known !== undefined) return known;
  const made = readFindingText(findingFromText({ text: candidate.text }, reviewerId(candidate.tool), at + 1));
  sketches.set(candidate, made);
  return made;
}
