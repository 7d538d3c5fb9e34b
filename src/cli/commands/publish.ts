import { openArchive } from "#adapters/store/archive.ts";
import { UserError } from "#util/errors.ts";
import { archiveFolder } from "../archive-folder.ts";
import { findReviewId } from "../find-review.ts";
import type { ExitCode, Io } from "../io.ts";
import type { GitHubOptions, StoredReview } from "./publish/to-github.ts";

/** What `deep-review publish` takes. */
export interface PublishOptions extends GitHubOptions {
  readonly to: string;
  readonly archive?: string;
}

/** `deep-review publish [id] --to PLACE`: brings a stored review to where people read it. */
export async function runPublish(id: string, options: PublishOptions, io: Io): Promise<ExitCode> {
  const place = PLACES.get(options.to) ?? noSuchPlace(options.to);
  const archive = openArchive(await archiveFolder(options, io));
  const review = await archive.read(await findReviewId(archive, id));
  return place({ archive, review }, options, io);
}

type Publish = (stored: StoredReview, options: PublishOptions, io: Io) => Promise<ExitCode>;

const PLACES: ReadonlyMap<string, Publish> = new Map<string, Publish>([
  ["github", async (...args) => (await import("./publish/to-github.ts")).runPublishToGitHub(...args)],
]);

function noSuchPlace(name: string): never {
  throw new UserError({
    what: `there is nowhere called «${name}» to publish to`,
    why: `--to takes ${[...PLACES.keys()].join(" or ")}`,
    fix: "for example: deep-review publish --to github",
  });
}
