import { existsSync } from "node:fs";
import { join } from "node:path";
import { openArchive } from "#adapters/store/archive.ts";
import { readDecisionsFile } from "#adapters/store/decisions.ts";
import { requireInside } from "#adapters/store/inside.ts";
import { readPlainFile } from "#adapters/store/read-plain-file.ts";
import { writeFileWhole } from "#adapters/store/write-file.ts";
import { seriesName } from "#model/history/series-name.ts";
import type { StandingDecision } from "#model/history/standing-decision.ts";
import type { Complaint } from "#steps/propose-rules/complaints/complaint.ts";
import { complaintOf, complaintsOf } from "#steps/propose-rules/complaints/read-complaints.ts";
import type { ReviewNote } from "#steps/propose-rules/draft-notes.ts";
import { readNotes } from "#steps/propose-rules/notes/read-notes.ts";
import type { RuleProposal } from "#steps/propose-rules/proposal.ts";
import { proposeRules } from "#steps/propose-rules/propose-rules.ts";
import { messageOf } from "#util/errors.ts";
import { type ListedRules, listRules } from "./list-rules.ts";

/** Proposals, and what they are based on. */
export interface Proposals {
  readonly proposals: readonly RuleProposal[];
  readonly listed: ListedRules;
  readonly reviews: number;
  readonly decisions: number;
  /** What could not be read. */
  readonly notes: readonly string[];
}

/** Reads the archive and the rules of a repository and proposes what should change in them. Changes nothing. */
export async function gatherProposals(request: {
  readonly folder: string;
  readonly archive: string;
  readonly today: string;
}): Promise<Proposals> {
  const { folder, archive, today } = request;
  const listed = await listRules(folder);
  const read = await readArchive(archive);
  const decisions = await readDecisionsFile(archive);
  const decided = decisions.flatMap((decision) => complaintOf(decision, today, seriesOf(decision, read.series)));
  // An imported decision is also in its review. Complaints are counted per review, so it does not count twice.
  const complaints = [...read.complaints, ...decided];
  const proposals = proposeRules({ notes: read.rules, complaints, rules: listed.rules, today });
  return { proposals, listed, reviews: read.reviews, decisions: decisions.length, notes: read.notes };
}

interface ReadArchive {
  readonly rules: readonly ReviewNote[];
  readonly complaints: readonly Complaint[];
  /** The series of each review, by its first round. */
  readonly series: ReadonlyMap<string, string>;
  readonly reviews: number;
  readonly notes: readonly string[];
}

/** Reads one record at a time: an archive may contain thousands. */
async function readArchive(folder: string): Promise<ReadArchive> {
  const rules: ReviewNote[] = [];
  const complaints: Complaint[] = [];
  const notes: string[] = [];
  const series = new Map<string, string>();
  let reviews = 0;
  if (!existsSync(join(folder, "reviews"))) return { rules, complaints, series, reviews, notes };
  const archive = openArchive(folder);
  // Ids begin with the time, so the first round of a series comes before the others.
  for (const id of (await archive.list()).toSorted()) {
    try {
      const review = await archive.read(id);
      reviews += 1;
      rules.push(...readNotes(review.processNotes ?? "").map((rule) => ({ ...rule, review: review.id })));
      const [first] = review.series?.entries ?? [];
      const name = series.get(first?.review ?? "") ?? seriesName(review.scope) ?? review.id;
      series.set(review.id, name);
      complaints.push(...complaintsOf(review, name));
    } catch (error) {
      notes.push(`${id} is left out: ${messageOf(error)}`);
    }
  }
  return { rules, complaints, series, reviews, notes };
}

/** If the review is missing, its id still contains the series: `20261102-091500-pr-42`. */
function seriesOf({ of, scope }: StandingDecision, known: ReadonlyMap<string, string>): string {
  return known.get(of.review) ?? scope.series ?? of.review.replace(/^\d{8}-\d{6}-/, "");
}

/** Stores the numbers of the proposals as the user saw them. */
const LISTING = join("cache", "rules-proposed.json");

/** Saves the order of the proposals, so that a number still means the same in the next command. */
export async function saveListing(archive: string, ids: readonly string[]): Promise<void> {
  if (!existsSync(archive)) return;
  await requireInside(archive, join(archive, LISTING));
  await writeFileWhole(join(archive, LISTING), `${JSON.stringify(ids, null, 1)}\n`);
}

/** The ids in the order of the last listing. Undefined if there was none. */
export async function readListing(archive: string): Promise<readonly string[] | undefined> {
  try {
    const ids: unknown = JSON.parse(await readPlainFile(join(archive, LISTING)));
    return Array.isArray(ids) && ids.every((id) => typeof id === "string") ? ids : undefined;
  } catch {
    return undefined;
  }
}

export { describeSources } from "#steps/propose-rules/apply-proposal.ts";
