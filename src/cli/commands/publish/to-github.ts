import type { Archive } from "#adapters/store/archive.ts";
import { PUBLICATION_PARTS, type PublicationPart } from "#model/pull/publication.ts";
import type { Review } from "#model/review.ts";
import { type Severity, SEVERITIES, severitySchema } from "#model/severity.ts";
import {
  describeDryRun,
  type Published,
  publishToGitHub,
  type PublishRequest,
} from "#pipeline/publish/publish-to-github.ts";
import { UserError } from "#util/errors.ts";
import { omitUndefined } from "#util/omit-undefined.ts";
import { painter } from "#util/painter.ts";
import { safeJson } from "#util/safe-json.ts";
import { interruptible } from "../../interruptible.ts";
import { EXIT, type ExitCode, type Io, wantsColor } from "../../io.ts";
import { VERSION } from "../../version.ts";
import { describePublished, publishedJson } from "./describe-published.ts";

/** What `deep-review publish --to github` takes. */
export interface GitHubOptions {
  readonly pr?: string;
  readonly parts?: string;
  readonly maxComments?: string;
  readonly failOn?: string;
  readonly checkName?: string;
  readonly moved?: boolean;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

/** A review and the archive that it stands in. */
export interface StoredReview {
  readonly archive: Archive;
  readonly review: Review;
}

/** Posts a review to its pull request, and says what was posted, what was there, and what could not be. */
export async function runPublishToGitHub(
  { archive, review }: StoredReview,
  options: GitHubOptions,
  io: Io,
): Promise<ExitCode> {
  const request = readRequest(review, options);
  const say = (line: string): void => void (options.json !== true && io.stderr.write(`${line}\n`));
  say(`Review ${review.id}${request.isDryRun ? ", dry run" : ""}`);
  let published: Published | undefined;
  await interruptible(
    async (stop) => {
      published = await publishToGitHub(request, {
        archive,
        folder: io.cwd(),
        env: io.env,
        tool: { name: "deep-review", version: VERSION },
        stop,
        onWait: ({ host, ms, limit }) => say(`${host} asks to wait ${Math.ceil(ms / 1000)} s (${LIMITS[limit]})`),
      });
    },
    () => say("Stopping after what is being posted; Ctrl-C again ends at once"),
  );
  if (published === undefined) return EXIT.interrupted;
  if (!published.isKnown) say("There is no token: what was posted before is not known, and shown as if it were new");
  const text =
    options.json === true
      ? `${safeJson(publishedJson(published, request), 2)}\n`
      : request.isDryRun
        ? describeDryRun(published)
        : describePublished(published, painter(wantsColor(io, io.stdout)));
  io.stdout.write(text);
  if (published.isStopped) return EXIT.interrupted;
  return isWhole(published, options) ? EXIT.ok : EXIT.incomplete;
}

/** Parts that every account which may comment can write. */
const ALWAYS: readonly PublicationPart[] = ["review", "summary"];

const LIMITS = { hourly: "the budget of this hour is used up", secondary: "too much at once" } as const;

/**
 * Whether everything that was asked for stands there. A check run or an upload that this account or repository does not
 * allow counts only where it was asked for by name; a comment that was refused stands in the summary, if there is one.
 */
function isWhole({ posted: { closed, refusals, unedited } }: Published, { parts }: GitHubOptions): boolean {
  const counted = parts === undefined ? ALWAYS : readParts(parts);
  if (counted.some((part) => closed.has(part))) return false;
  const hasSummary = counted.includes("summary");
  return unedited.size === 0 && (hasSummary || refusals.comments.size + refusals.resolves.size === 0);
}

function readRequest(review: Review, options: GitHubOptions): PublishRequest {
  const { pr, parts, maxComments, failOn, checkName, moved, dryRun } = options;
  return {
    review,
    ...omitUndefined({ pr }),
    options: omitUndefined({
      parts: parts === undefined ? undefined : readParts(parts),
      maxComments: maxComments === undefined ? undefined : readCount(maxComments),
      failOn: failOn === undefined ? undefined : readSeverity(failOn),
      checkName,
    }),
    allowMoved: moved === true,
    isDryRun: dryRun === true,
  };
}

function readParts(text: string): readonly PublicationPart[] {
  const names = text.split(",").map((name) => name.trim());
  return [...new Set(names.filter((name) => name !== "").map(readPart))];
}

function readPart(name: string): PublicationPart {
  const part = PUBLICATION_PARTS.find((one) => one === name);
  if (part !== undefined) return part;
  throw new UserError({
    what: `«${name}» is no part of a publication`,
    why: `--parts takes ${PUBLICATION_PARTS.join(", ")}`,
    fix: "for example: --parts review,summary",
  });
}

function readCount(text: string): number {
  if (/^\d{1,4}$/.test(text)) return Number(text);
  throw new UserError({
    what: `«${text}» is no number of comments`,
    why: "--max-comments takes a whole number, 0 or more",
    fix: "for example: --max-comments 10; what is not posted inline stands in the summary",
  });
}

function readSeverity(text: string): Severity {
  const { data } = severitySchema.safeParse(text);
  if (data !== undefined) return data;
  throw new UserError({
    what: `«${text}» is no severity`,
    why: `--fail-on takes ${SEVERITIES.join(", ")}`,
    fix: "for example: --fail-on important",
  });
}
