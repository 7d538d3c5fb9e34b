import { openArchive } from "#adapters/store/archive.ts";
import { explainFinding } from "#pipeline/merge/explain-finding.ts";
import { UserError } from "#util/errors.ts";
import { printable } from "#util/printable.ts";
import { archiveFolder, type ArchiveOptions } from "../archive-folder.ts";
import { findNamed } from "../find-finding.ts";
import { findReviewId } from "../find-review.ts";
import { EXIT, type ExitCode, type Io } from "../io.ts";

/** `deep-review explain I2`: what was merged into a finding, how it was rated, and what came close to being merged. */
export async function runExplain(
  { finding, review }: { readonly finding: string; readonly review: string },
  options: ArchiveOptions,
  io: Io,
): Promise<ExitCode> {
  const archive = openArchive(await archiveFolder(options, io));
  const record = await archive.read(await findReviewId(archive, review));
  const { home, earlier } = await findNamed(archive, record, finding);
  if (home === undefined) {
    throw new UserError({
      what: `"${finding}" cannot be explained`,
      why: "the record of its round is not in the archive",
      fix: `run \`deep-review show last ${finding}\` to see what this review has about it`,
    });
  }
  const now =
    earlier === undefined ? [] : [`${earlier.ref} now: ${earlier.status.replaceAll("-", " ")}. ${earlier.text}`, ""];
  const lines = [...now.map((line) => printable(line)), ...explainFinding(home.review, home.cluster)];
  io.stdout.write(`${lines.join("\n")}\n`);
  return EXIT.ok;
}
