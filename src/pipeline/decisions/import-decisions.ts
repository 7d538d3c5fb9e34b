import { appendDecisions } from "#adapters/store/decisions.ts";
import type { Review } from "#model/review.ts";
import { buildFinding } from "#steps/build-report/build-finding.ts";
import type { OwnDecisions } from "./own-decisions.ts";
import { importedDecisions } from "#steps/history/collect/imported-decisions.ts";

/** The number of decisions in a report, and how many were new to the archive. */
export interface ImportedCounts {
  readonly found: number;
  readonly added: number;
}

/** Adds the decisions of a published report to an archive, each once. */
export async function importDecisions(archive: string, review: Review, own?: OwnDecisions): Promise<ImportedCounts> {
  const imported = importedDecisions(review, (of, cluster) => buildFinding(of, cluster).evidence.level);
  const found = imported.map(({ decision }) => decision);
  const added = await appendDecisions(archive, found);
  await own?.note(added);
  return { found: new Set(found.map(({ id }) => id)).size, added: added.length };
}
