import { openChange } from "#adapters/git/open-change.ts";
import type { Archive } from "#adapters/store/archive.ts";
import { readDecisionsFile } from "#adapters/store/decisions.ts";
import type { DiffHunk } from "#model/change/change.ts";
import type { ClusterId } from "#model/ids.ts";
import type { Review } from "#model/review.ts";
import { buildReport } from "#steps/build-report/build-report.ts";
import type { PublicationInput } from "#steps/plan-publication/publication-input.ts";
import { classifyFile } from "#steps/resolve-scope/classify-file.ts";
import { dayOf } from "../decisions/decide.ts";
import { listFindings } from "../decisions/list-findings.ts";
import { isCi } from "../load-config.ts";
import { findAncestors } from "./find-ancestors.ts";

/** The part of a plan's input that does not change while we publish. */
export type PublicationFacts = Pick<PublicationInput, "report" | "ancestors" | "decided" | "hunks">;

interface FactSources {
  readonly archive: Archive;
  readonly env: NodeJS.ProcessEnv;
  readonly folder: string;
}

export async function gatherFacts(review: Review, { archive, env, folder }: FactSources): Promise<PublicationFacts> {
  return {
    report: buildReport(review),
    ancestors: await findAncestors(archive, review),
    decided: await findDecided(archive, review, env),
    hunks: await findHunks(folder, review),
  };
}

/**
 * The findings that people have decided against since the review, with the reason to show. Ignored in CI, where the file
 * of decisions may come with the change itself.
 */
async function findDecided(
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

/** The hunks of the reviewed change, if the repository of this folder has its commits. They only improve the places. */
async function findHunks(folder: string, { scope }: Review): Promise<readonly DiffHunk[] | undefined> {
  const { base, head } = scope;
  if (base === undefined || head === undefined) return undefined;
  const opened = await openChange({ folder, target: `${base}..${head}` }, classifyFile).catch(() => undefined);
  if (opened === undefined) return undefined;
  await opened.close();
  return opened.change.diffs.flatMap(({ hunks }) => hunks);
}
