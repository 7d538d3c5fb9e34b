import { openArchive } from "#adapters/store/archive.ts";
import { renderOneFinding, renderReview } from "#pipeline/render-review.ts";
import { archiveFolder, type ArchiveOptions } from "../archive-folder.ts";
import { findFinding } from "../find-finding.ts";
import { findReviewId } from "../find-review.ts";
import { EXIT, type ExitCode, type Io, wantsColor } from "../io.ts";

/** What `deep-review show` is asked for. */
export interface ShowRequest {
  /** An id, the start of one, or `last`. */
  readonly review: string;
  /** A finding of the report, `I2`, or of a reviewer, `claude:I1`. */
  readonly finding: string | undefined;
}

/** `deep-review show [id] [finding]`: a stored review in the terminal, or one finding of it in full. */
export async function runShow({ review, finding }: ShowRequest, options: ArchiveOptions, io: Io): Promise<ExitCode> {
  const archive = openArchive(await archiveFolder(options, io));
  const record = await archive.read(await findReviewId(archive, review));
  const terminal = { width: io.stdout.columns ?? 100, color: wantsColor(io, io.stdout) };
  if (finding !== undefined) {
    io.stdout.write(await renderOneFinding(record, findFinding(record, finding), terminal));
    return EXIT.ok;
  }
  for await (const { text } of renderReview(record, ["terminal"], terminal)) io.stdout.write(text);
  if (record.clusters.length > 0) io.stdout.write(`\n  One in full: deep-review show ${record.id} ID\n`);
  return EXIT.ok;
}
