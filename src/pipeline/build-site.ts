import { join } from "node:path";
import type { Archive } from "#adapters/store/archive.ts";
import { writeFileWhole } from "#adapters/store/write-file.ts";
import type { ReportDigest, SeriesRound } from "#model/archive.ts";
import { openLaterDecisions } from "./decisions/with-decisions.ts";
import { buildArchiveView } from "#stats/archive-view.ts";
import { digestReport } from "#stats/digest-report.ts";
import { buildReport } from "#steps/build-report/build-report.ts";
import type { PageNeighbours } from "#steps/render/html/context.ts";
import { renderHtml } from "#steps/render/html/render-html.ts";
import { renderIndex } from "#steps/render/site/render-index.ts";
import { renderReviewers } from "#steps/render/site/render-reviewers.ts";
import { UserError } from "#util/errors.ts";

export interface SiteRequest {
  readonly archive: Archive;
  readonly out: string;
  readonly signal: AbortSignal;
}

/** The written pages, and the records that could not be read. */
export interface SiteResult {
  readonly pages: number;
  readonly index: string;
  readonly failed: readonly { readonly id: string; readonly error: UserError }[];
}

/**
 * Writes one page per review, and the pages about all reviews. Reads records twice, so that a page can link to its
 * neighbours while only one record is in memory. Leaves out broken records and reports them.
 */
export async function buildSite({ archive: stored, out, signal }: SiteRequest): Promise<SiteResult> {
  const decided = await openLaterDecisions(stored.folder);
  const archive = { ...stored, read: async (id: string) => decided(await stored.read(id)) };
  const { digests, failed } = await digestArchive(archive, signal);
  const view = buildArchiveView(digests);
  const ids: ReadonlySet<string> = new Set(digests.map(({ id }) => id));
  let pages = 0;
  for (const { rounds } of view.series) {
    for (const [at, { digest }] of rounds.entries()) {
      if (signal.aborted) break;
      const report = buildReport(await archive.read(digest.id));
      await writeFileWhole(
        join(out, "reviews", `${digest.id}.html`),
        renderHtml(report, { ...neighboursOf(rounds, at), pages: ids }),
      );
      pages += 1;
    }
  }
  await writeFileWhole(join(out, "index.html"), renderIndex(view));
  await writeFileWhole(join(out, "reviewers.html"), renderReviewers(view));
  return { pages: pages + 2, index: join(out, "index.html"), failed };
}

async function digestArchive(archive: Archive, signal: AbortSignal) {
  const digests: ReportDigest[] = [];
  const failed: { id: string; error: UserError }[] = [];
  for (const id of await archive.list()) {
    if (signal.aborted) break;
    try {
      const review = await archive.read(id);
      if (review.id !== id) throw misplaced(id, review.id);
      digests.push(digestReport(buildReport(review)));
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      failed.push({ id, error });
    }
  }
  return { digests, failed };
}

/** Pages are named by id, so two records with the same id would overwrite each other. */
function misplaced(folder: string, id: string): UserError {
  return new UserError({
    what: `the folder ${folder} holds the record of another review`,
    why: `its review.json has the id ${id}`,
    fix: `rename the folder to ${id}, or import the report again`,
  });
}

function neighboursOf(rounds: readonly SeriesRound[], at: number): PageNeighbours {
  return {
    home: "../index.html",
    position: at + 1,
    rounds: rounds.length,
    earlier: pageOf(rounds[at - 1]),
    later: pageOf(rounds[at + 1]),
  };
}

function pageOf(round: SeriesRound | undefined): string | undefined {
  return round === undefined ? undefined : `${encodeURIComponent(round.digest.id)}.html`;
}
