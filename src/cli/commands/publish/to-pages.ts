import { type PagesPublication, type PublishedPages, publishToPages } from "#pipeline/publish/publish-to-pages.ts";
import { printable, safeJson } from "#util/printable.ts";
import { capLines, plural } from "#util/words.ts";
import { interruptible } from "../../interruptible.ts";
import { EXIT, type ExitCode, type Io } from "../../io.ts";
import { formatUserError } from "../../output/show-error.ts";
import type { StoredReview } from "./to-github.ts";

/** What `deep-review publish --to pages` takes. */
export interface PagesOptions {
  readonly branch?: string;
  readonly push?: boolean;
  readonly remote?: string;
  readonly message?: string;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

/** Adds a review to the pages on a branch, and prints which files changed and how to push them. */
export async function runPublishToPages({ review }: StoredReview, options: PagesOptions, io: Io): Promise<ExitCode> {
  const { branch = "reviews", remote = "origin", message, push, dryRun } = options;
  const request = {
    folder: io.cwd(),
    review,
    branch,
    isNamed: options.branch !== undefined,
    remote,
    isPushed: push === true,
    isDryRun: dryRun === true,
    env: io.env,
    message,
  };
  const published = await publishInterruptibly(request);
  if (published === undefined) {
    io.stderr.write("Interrupted. Run the same command again to continue; it repeats nothing.\n");
    return EXIT.interrupted;
  }
  for (const { error } of published.failed) io.stderr.write(`${formatUserError(error)}\n`);
  io.stdout.write(
    options.json === true ? `${safeJson(asJson(published, request), 2)}\n` : describe(published, request),
  );
  return EXIT.ok;
}

type Request = Omit<PagesPublication, "signal">;

/** Undefined if it was interrupted. */
async function publishInterruptibly(request: Request): Promise<PublishedPages | undefined> {
  let published: PublishedPages | undefined;
  await interruptible(async (signal) => {
    try {
      published = await publishToPages({ ...request, signal });
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  });
  return published;
}

function describe({ changes, commit = "", pushed, isHere }: PublishedPages, request: Request): string {
  const { review, isDryRun, isPushed } = request;
  const [branch, remote] = [printable(request.branch), printable(request.remote)];
  const lines = changes.map(({ path, change }) => `  ${change.padEnd(CHANGE_WIDTH)}  ${printable(path)}`);
  const files = plural(changes.length, "file");
  if (isDryRun) {
    const result = changes.length === 0 ? "Nothing would change" : `${files} would change`;
    return [`${result} on the branch ${branch}`, ...lines, ""].join("\n");
  }
  const short = commit.slice(0, SHORT);
  const head =
    changes.length === 0
      ? `The branch ${branch} already has ${printable(review.id)} (${short})`
      : `Published ${printable(review.id)} to the branch ${branch}: ${files} (${short})`;
  const push = isPushed
    ? [pushed === "pushed" ? `Pushed to ${remote}` : `${remote} already has it`]
    : [`To push it: git push ${remote} ${branch}`];
  const here = isHere ? [] : [`The branch ${branch} of this clone was left as it is`];
  return [head, ...capLines(lines, MAX_LINES), ...push, ...here, ""].join("\n");
}

/** A new version of this program may change every page; a dry run lists them all. */
const MAX_LINES = 20;

const CHANGE_WIDTH = 7;
const SHORT = 10;

function asJson({ changes, commit, pushed, isHere, failed }: PublishedPages, { review, branch, isDryRun }: Request) {
  const unreadable = failed.map(({ id, error: { what, why } }) => ({ id, what, why }));
  return { schema: 1, review: review.id, branch, isDryRun, commit, pushed, isHere, changes, unreadable };
}
