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

/** What was read, and what follows from it. */
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
  // A decision that was imported stands in its review, too; a review has one voice, so it does not count twice.
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

/** One record at a time: an archive may hold thousands. */
async function readArchive(folder: string): Promise<ReadArchive> {
  const rules: ReviewNote[] = [];
  const complaints: Complaint[] = [];
  const notes: string[] = [];
  const series = new Map<string, string>();
  let reviews = 0;
  if (!existsSync(join(folder, "reviews"))) return { rules, complaints, series, reviews, notes };
  const archive = openArchive(folder);
  // Oldest first, as ids begin with the time: the first round of a series is known before the others.
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

/** Without the review its id still tells what was reviewed: `20261102-091500-pr-42`. */
function seriesOf({ of, scope }: StandingDecision, known: ReadonlyMap<string, string>): string {
  return known.get(of.review) ?? scope.series ?? of.review.replace(/^\d{8}-\d{6}-/, "");
}

/** The file that remembers which number the user saw beside which proposal. */
const LISTING = join("cache", "rules-proposed.json");

/** Notes the order in which proposals were shown, so that a number means the same when it comes back. */
export async function saveListing(archive: string, ids: readonly string[]): Promise<void> {
  if (!existsSync(archive)) return;
  await requireInside(archive, join(archive, LISTING));
  await writeFileWhole(join(archive, LISTING), `${JSON.stringify(ids, null, 1)}\n`);
}

/** The ids in the order in which they were last shown; undefined where nothing was shown here. */
export async function readListing(archive: string): Promise<readonly string[] | undefined> {
  try {
    const ids: unknown = JSON.parse(await readPlainFile(join(archive, LISTING)));
    return Array.isArray(ids) && ids.every((id) => typeof id === "string") ? ids : undefined;
  } catch {
    return undefined;
  }
}

export { describeSources } from "#steps/propose-rules/apply-proposal.ts";
