import type { Archive } from "#adapters/store/archive.ts";
import { findReviewHere } from "#pipeline/decisions/review-here.ts";
import { findRepositoryRoot } from "#pipeline/repository-root.ts";
import type { NamePlace } from "./find-finding.ts";
import { findReviewId } from "./find-review.ts";
import type { Io } from "./io.ts";

/** The review that a command is about: the one that the user names, else the newest of the branch. */
export async function openReviewForName(archive: Archive, named: string | undefined, io: Io): Promise<NamePlace> {
  const repository = await findRepositoryRoot(io.cwd()).catch(() => undefined);
  const id = named ?? (await findReviewHere(archive, repository)) ?? "last";
  const review = await archive.read(await findReviewId(archive, id));
  return { archive, review, isReviewNamed: named !== undefined && named !== "last" };
}
