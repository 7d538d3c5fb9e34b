import { join } from "node:path";
import type { Archive } from "#adapters/store/archive.ts";
import { writeFileWhole } from "#adapters/store/write-file.ts";
import type { ReportDigest } from "#model/archive.ts";
import { buildArchiveView } from "#stats/archive-view.ts";
import { digestReport } from "#stats/digest-report.ts";
import { buildReport } from "#steps/build-report/build-report.ts";
import { renderHtml } from "#steps/render/html/render-html.ts";
import { renderIndex } from "#steps/render/site/render-index.ts";
import { renderReviewers } from "#steps/render/site/render-reviewers.ts";
import { UserError } from "#util/errors.ts";

/** A site to be made of an archive. */
export interface SiteRequest {
  readonly archive: Archive;
  readonly out: string;
  readonly signal: AbortSignal;
}

/** What was made, and which records could not be read. */
export interface SiteResult {
  readonly pages: number;
  readonly index: string;
  readonly failed: readonly { readonly id: string; readonly error: UserError }[];
}

/** Writes one page a review, then the pages over all of them. A broken record is left out and said. */
export async function buildSite({ archive, out, signal }: SiteRequest): Promise<SiteResult> {
  const digests: ReportDigest[] = [];
  const failed: { id: string; error: UserError }[] = [];
  for (const id of await archive.list()) {
    if (signal.aborted) break;
    try {
      const report = buildReport(await archive.read(id));
      await writeFileWhole(join(out, "reviews", `${id}.html`), renderHtml(report));
      digests.push(digestReport(report));
    } catch (error) {
      if (!(error instanceof UserError) || error.what.startsWith("cannot write")) throw error;
      failed.push({ id, error });
    }
  }
  const view = buildArchiveView(digests);
  await writeFileWhole(join(out, "index.html"), renderIndex(view));
  await writeFileWhole(join(out, "reviewers.html"), renderReviewers(view));
  return { pages: digests.length + 2, index: join(out, "index.html"), failed };
}
