import type { Archive } from "#adapters/store/archive.ts";
import { readDecisionsFile } from "#adapters/store/decisions.ts";
import type { ClusterId } from "#model/ids.ts";
import type { Review } from "#model/review.ts";
import { dayOf } from "../decisions/decide.ts";
import { listFindings } from "../decisions/list-findings.ts";
import { isCi } from "../load-config.ts";

/**
 * Findings of a review that people have decided against since it was made, and in which words. In CI the file of decisions
 * may come with the change itself, which must not decide about what is said of it.
 */
export async function findDecided(
  archive: Archive,
  review: Review,
  env: NodeJS.ProcessEnv,
): Promise<ReadonlyMap<ClusterId, string>> {
  if (isCi(env)) return new Map();
  const decisions = await readDecisionsFile(archive.folder);
  const against = new Map<ClusterId, string>();
  for (const { cluster, decision } of listFindings(review, decisions, dayOf(new Date()))) {
    const words = decision === undefined ? undefined : AGAINST.get(decision.kind);
    if (words !== undefined) against.set(cluster.id, words);
  }
  return against;
}

const AGAINST: ReadonlyMap<string, string> = new Map([
  ["declined", "it was declined"],
  ["accepted-risk", "it was accepted as a risk"],
]);
