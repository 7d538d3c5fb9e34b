import { createHash } from "node:crypto";
import { mkdir, mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import { openArchive } from "#adapters/store/archive.ts";
import type { Review } from "#model/review.ts";
import { UserError } from "#util/errors.ts";
import type { JobPull } from "./find-job-pull.ts";
import type { ActionResult } from "./read-result.ts";

/** Creates a folder for the files of a round, to pass on to a later job. */
export async function openBundle(temp: string): Promise<string> {
  await mkdir(temp, { recursive: true });
  return mkdtemp(join(temp, "deep-review-bundle-"));
}

/** The archive inside a bundle. */
export const bundledArchive = (bundle: string): string => join(bundle, "archive");

/** Copies the records of a round and of earlier ones into the bundle, for publishing. Returns their digest. */
export async function bundleRecords({ review }: ActionResult, archive: string, bundle: string): Promise<string> {
  const [from, to] = [openArchive(archive), openArchive(bundledArchive(bundle))];
  const earlier = review.series?.entries.map((entry) => entry.review) ?? [];
  for (const id of earlier) {
    // Publishing works without an earlier record that is gone or unreadable.
    const record = await from.read(id).catch(() => undefined);
    if (record !== undefined) await to.write(record, []);
  }
  await to.write(await from.read(review.id), []);
  return (await readBundle(bundle)).digest;
}

/** The newest record of a bundle, and the digest of all its records. */
export async function readBundle(bundle: string): Promise<{ readonly review: Review; readonly digest: string }> {
  const archive = openArchive(bundledArchive(bundle));
  const reviews: Review[] = [];
  for (const id of await archive.list()) reviews.push(await archive.read(id));
  const review = reviews.at(-1);
  if (review === undefined) throw empty(bundle);
  return { review, digest: createHash("sha256").update(JSON.stringify(reviews)).digest("hex") };
}

/**
 * The review in a bundle. Throws unless a job of this run made it and it has this job's commit and base branch. An
 * artifact can come from a run whose workflow file the pull request changed; such a run cannot pass us a digest.
 */
export async function requireOwnBundle(bundle: string, expected: string | undefined, pull: JobPull): Promise<Review> {
  const { review, digest } = await readBundle(bundle);
  const { pullRequest, head } = review.scope;
  const { into } = review.conversation ?? {};
  if (expected !== digest) throw foreign(expected);
  if (pullRequest?.number === pull.number && isSame(pull.head, head) && isSame(pull.base, into)) return review;
  throw new UserError({
    what: "the bundle is a review of something else",
    why: `it is about ${describe({ number: pullRequest?.number, head, base: into })}, the job about ${describe(pull)}`,
    fix: "publish in the run that reviewed it",
  });
}

/** The job accepts any value of what it does not set. */
const isSame = (wanted: string | undefined, own: string | undefined): boolean => wanted === undefined || wanted === own;

function describe({ number, head, base }: { [Key in "number" | "head" | "base"]: JobPull[Key] | undefined }): string {
  const at = head === undefined ? "" : ` at ${head.slice(0, 10)}`;
  return `#${number ?? "?"}${at}${base === undefined ? "" : ` into ${base}`}`;
}

function foreign(expected: string | undefined): UserError {
  return new UserError({
    what: "this bundle cannot be published",
    why: expected === undefined ? "the input bundle-digest is empty" : "its records are not those of the review",
    fix: "review in a job of the same workflow run, and pass on its output bundle-digest; docs/guides/ci.md has the workflow",
  });
}

function empty(bundle: string): UserError {
  return new UserError({
    what: "there is no review in the bundle",
    why: `${bundle} has no record`,
    fix: "use the whole folder that the output bundle of the review names",
  });
}
