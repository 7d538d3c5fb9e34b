import { realpath } from "node:fs/promises";
import { relative, resolve, sep } from "node:path";
import { openArchive } from "#adapters/store/archive.ts";
import type { Review } from "#model/review.ts";
import { explainCheck, explainPlace, findCheck, findPlace, mayBePath } from "#pipeline/audit/explain-silence.ts";
import { requireLine } from "#pipeline/audit/require-line.ts";
import { explainFinding } from "#pipeline/merge/explain-finding.ts";
import { findRepositoryRoot } from "#pipeline/repository-root.ts";
import { UserError } from "#util/errors.ts";
import { printable } from "#util/printable.ts";
import { listSome } from "#util/words.ts";
import { archiveFolder, type ArchiveOptions } from "../archive-folder.ts";
import { findNamed, lookUpName } from "../find-finding.ts";
import { openReviewForName } from "../open-review-for-name.ts";
import { EXIT, type ExitCode, type Io } from "../io.ts";

/**
 * `deep-review explain I2`: what was merged into a finding, how it was rated, and what came close to being merged. For a
 * check or a place of the change: what was reported, what was looked at without a report, and why.
 */
export async function runExplain(
  { finding, review }: { readonly finding: string; readonly review: string | undefined },
  options: ArchiveOptions,
  io: Io,
): Promise<ExitCode> {
  const archive = openArchive(await archiveFolder(options, io));
  const place = await openReviewForName(archive, review, io);
  const silence = await explainSilence(place.review, finding, io);
  if (silence !== undefined) {
    io.stdout.write(`${silence.join("\n").trimEnd()}\n`);
    return EXIT.ok;
  }
  if (mayBePath(finding) && (await lookUpName(finding, place)) === undefined) throw notInChange(finding, place.review);
  const { home, earlier } = await findNamed(finding, place);
  if (home === undefined) {
    throw new UserError({
      what: `"${finding}" cannot be explained`,
      why: "the record of its round is not in the archive",
      fix: `run \`deep-review show ${place.review.id} ${finding}\` to see what this review has about it`,
    });
  }
  const now =
    earlier === undefined ? [] : [`${earlier.ref} now: ${earlier.status.replaceAll("-", " ")}. ${earlier.text}`, ""];
  const lines = [...now.map((line) => printable(line)), ...explainFinding(home.review, home.cluster)];
  io.stdout.write(`${lines.join("\n")}\n`);
  return EXIT.ok;
}

/** The explanation of a check or a place; undefined if the user named a finding. */
async function explainSilence(review: Review, asked: string, io: Io): Promise<string[] | undefined> {
  const check = findCheck(asked);
  if (check !== undefined) return explainCheck(review, check);
  const root = await findRepositoryRoot(io.cwd()).catch(() => undefined);
  const place = findPlace(review, await fromRoot(asked, root, io)) ?? findPlace(review, asked);
  if (place === undefined) return undefined;
  await requireLine(place, review, root);
  return explainPlace(review, place);
}

/** A path that the user writes, seen from the root of the repository. */
async function fromRoot(path: string, root: string | undefined, io: Io): Promise<string> {
  if (root === undefined) return path;
  const seen = relative(await realpath(root), resolve(await realpath(io.cwd()), path));
  return seen.split(sep).join("/");
}

function notInChange(asked: string, { id, scope }: Review): UserError {
  const paths = scope.files.map(({ path }) => printable(path));
  return new UserError({
    what: `${printable(asked)} is not part of the reviewed change`,
    why: paths.length === 0 ? `review ${id} has no files` : `review ${id} is about ${listSome(paths)}`,
    fix: `name one of its files, a finding or a check; \`deep-review show ${id}\` lists the findings`,
  });
}
