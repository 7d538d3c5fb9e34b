import { openArchive } from "#adapters/store/archive.ts";
import { renderOneEarlier, renderOneFinding, renderReview } from "#pipeline/render-review.ts";
import { printable } from "#util/printable.ts";
import { archiveFolder, type ArchiveOptions } from "../archive-folder.ts";
import { findNamed } from "../find-finding.ts";
import { findReviewId } from "../find-review.ts";
import { EXIT, type ExitCode, type Io, wantsColor } from "../io.ts";

/** What `deep-review show` is asked for. */
export interface ShowRequest {
  /** An id, the start of one, or `last`. */
  readonly review: string;
  /** A finding of the report, `I2`, of a reviewer, `claude:I1`, or of an earlier round, `R2.I3`. */
  readonly finding: string | undefined;
}

/** `deep-review show [id] [finding]`: a stored review in the terminal, or one finding of it in full. */
export async function runShow(request: ShowRequest, options: ArchiveOptions, io: Io): Promise<ExitCode> {
  const { review, finding } = meant(request);
  const archive = openArchive(await archiveFolder(options, io));
  const record = await archive.read(await findReviewId(archive, review));
  const terminal = { width: io.stdout.columns ?? 100, color: wantsColor(io, io.stdout) };
  if (finding !== undefined) {
    const { home, earlier } = await findNamed(archive, record, finding);
    if (earlier !== undefined) io.stdout.write(await renderOneEarlier(record, earlier, terminal));
    if (home !== undefined) {
      if (earlier !== undefined) io.stdout.write(`\nAs review ${printable(home.review.id)} says:\n\n`);
      io.stdout.write(await renderOneFinding(home.review, home.cluster, terminal));
    }
    return EXIT.ok;
  }
  for await (const { text } of renderReview(record, ["terminal"], terminal)) io.stdout.write(text);
  if (record.clusters.length + record.previous.length > 0)
    io.stdout.write(`\n  Show one in full: deep-review show ${record.id} ID\n`);
  return EXIT.ok;
}

/** `show I2` means a finding of the last review: no review is called so. */
function meant({ review, finding }: ShowRequest): ShowRequest {
  const isFinding = finding === undefined && /^(?:R\d+\.)?[CISFRX]\d+(?:~\d+)?$|^[a-z0-9._-]+:[A-Z]\d+$/i.test(review);
  return isFinding ? { review: "last", finding: review } : { review, finding };
}
