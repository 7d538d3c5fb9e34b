import { openArchive } from "#adapters/store/archive.ts";
import { explainFinding } from "#pipeline/merge/explain-finding.ts";
import { archiveFolder, type ArchiveOptions } from "../archive-folder.ts";
import { findFinding } from "../find-finding.ts";
import { findReviewId } from "../find-review.ts";
import { EXIT, type ExitCode, type Io } from "../io.ts";

/** `deep-review explain I2`: what joined the findings behind it, how it was rated, and what was next in line. */
export async function runExplain(
  { finding, review }: { readonly finding: string; readonly review: string },
  options: ArchiveOptions,
  io: Io,
): Promise<ExitCode> {
  const archive = openArchive(await archiveFolder(options, io));
  const record = await archive.read(await findReviewId(archive, review));
  const lines = explainFinding(record, findFinding(record, finding));
  io.stdout.write(`${lines.join("\n")}\n`);
  return EXIT.ok;
}
