import { openArchive } from "#adapters/store/archive.ts";
import { UserError } from "#util/errors.ts";
import { archiveFolder } from "../archive-folder.ts";
import type { ExitCode, Io } from "../io.ts";
import { openReviewForName } from "../open-review-for-name.ts";
import type { GitHubPublishOptions, StoredReview } from "./publish/to-github.ts";
import type { PagesOptions } from "./publish/to-pages.ts";

/** What `deep-review publish` takes. */
export interface PublishOptions extends GitHubPublishOptions, PagesOptions {
  readonly to: string;
  readonly archive?: string;
}

/** `deep-review publish [id] --to PLACE`: publishes a stored review. */
export async function runPublish(id: string | undefined, options: PublishOptions, io: Io): Promise<ExitCode> {
  const place = PLACES.get(options.to) ?? noSuchPlace(options.to);
  for (const [name, to] of BELONG_TO) if (options[name] !== undefined && options.to !== to) throw notThere(name, to);
  const archive = openArchive(await archiveFolder(options, io));
  const { review } = await openReviewForName(archive, id, io);
  return place({ archive, review }, options, io);
}

type Publish = (stored: StoredReview, options: PublishOptions, io: Io) => Promise<ExitCode>;

const PLACES: ReadonlyMap<string, Publish> = new Map<string, Publish>([
  ["github", async (...args) => (await import("./publish/to-github.ts")).runPublishToGitHub(...args)],
  ["pages", async (...args) => (await import("./publish/to-pages.ts")).runPublishToPages(...args)],
]);

/** Options that apply to one place only. Elsewhere they are an error, not ignored. */
const BELONG_TO: readonly (readonly [keyof PublishOptions, string])[] = [
  ["pr", "github"],
  ["parts", "github"],
  ["maxComments", "github"],
  ["failOn", "github"],
  ["checkName", "github"],
  ["moved", "github"],
  ["branch", "pages"],
  ["push", "pages"],
  ["remote", "pages"],
  ["message", "pages"],
];

function notThere(name: string, to: string): UserError {
  const option = `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  return new UserError({
    what: `${option} does not apply here`,
    why: `it belongs to --to ${to}`,
    fix: `leave it out, or publish with --to ${to}`,
  });
}

function noSuchPlace(name: string): never {
  throw new UserError({
    what: `cannot publish to "${name}"`,
    why: `--to takes ${[...PLACES.keys()].join(" or ")}`,
    fix: "for example: deep-review publish --to github",
  });
}
