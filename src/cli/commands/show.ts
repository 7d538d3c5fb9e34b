import { openArchive } from "#adapters/store/archive.ts";
import { openLaterDecisions } from "#pipeline/decisions/with-decisions.ts";
import { renderOneEarlier, renderOneFinding } from "#pipeline/render-review.ts";
import { printable } from "#util/printable.ts";
import { archiveFolder, type ArchiveOptions } from "../archive-folder.ts";
import { findNamed } from "../find-finding.ts";
import { openReviewForName } from "../open-review-for-name.ts";
import { EXIT, type ExitCode, type Io, shortPath, terminalOptions } from "../io.ts";
import { writeReport } from "../report-output.ts";

interface ShowRequest {
  /** An id, the start of one, or `last`. Absent: the newest of the branch. */
  readonly review: string | undefined;
  /** `I2`; `claude:I1` by the id that a reviewer gave it; `R2.I3` from an earlier round. */
  readonly finding: string | undefined;
}

/** `deep-review show [id] [finding]`: prints a stored review, or one of its findings in full. */
export async function runShow(request: ShowRequest, options: ArchiveOptions, io: Io): Promise<ExitCode> {
  const { review, finding } = resolveRequest(request);
  const archive = openArchive(await archiveFolder(options, io));
  const decided = await openLaterDecisions(archive.folder);
  if (finding !== undefined) {
    const place = await openReviewForName(archive, review, io);
    const { review: record } = place;
    const terminal = terminalOptions(io);
    const { home, earlier } = await findNamed(finding, place);
    if (earlier !== undefined) io.stdout.write(await renderOneEarlier(record, earlier, terminal));
    if (home !== undefined) {
      if (earlier !== undefined) io.stdout.write(`\nAs review ${printable(home.review.id)} says:\n\n`);
      io.stdout.write(
        await renderOneFinding(decided(home.review), home.cluster, {
          ...terminal,
          archive: shortPath(archive.folder, io),
        }),
      );
    }
    return EXIT.ok;
  }
  const { review: record } = await openReviewForName(archive, review, io);
  await writeReport(decided(record), { formats: ["terminal"], out: undefined, io });
  if (record.clusters.length + record.previous.length > 0)
    io.stdout.write(`\n  Show one in full: deep-review show ${record.id} ID\n`);
  return EXIT.ok;
}

/** `show I2` means a finding of the branch's newest review; no review has such a name. */
function resolveRequest({ review, finding }: ShowRequest): ShowRequest {
  if (review === undefined) return { review, finding };
  const isFinding = finding === undefined && /^(?:R\d+\.)?[CISFRX]\d+(?:~\d+)?$|^[a-z0-9._-]+:[A-Z]\d+$/i.test(review);
  return isFinding ? { review: undefined, finding: review } : { review, finding };
}
