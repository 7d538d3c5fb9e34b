import type { Archive } from "#adapters/store/archive.ts";
import { PUBLICATION_PARTS, type PublicationPart } from "#model/pull/publication.ts";
import type { Review } from "#model/review.ts";
import { type Severity, SEVERITIES, severitySchema } from "#model/severity.ts";
import {
  describePublication,
  type GitHubWait,
  type Published,
  publishToGitHub,
  type PublishRequest,
} from "#pipeline/publish/publish-to-github.ts";
import { describeSlowHost } from "#pipeline/pulls/describe-slow-host.ts";
import { UserError } from "#util/errors.ts";
import { painter } from "#util/terminal.ts";
import { printable, safeJson } from "#util/printable.ts";
import { interruptible } from "../../interruptible.ts";
import { EXIT, type ExitCode, type Io, wantsColor } from "../../io.ts";
import { VERSION } from "../../version.ts";
import { describePublished, publishedJson } from "./describe-published.ts";

/** What `deep-review publish --to github` takes. */
export interface GitHubPublishOptions {
  readonly pr?: string;
  readonly parts?: string;
  readonly maxComments?: string;
  readonly failOn?: string;
  readonly checkName?: string;
  readonly moved?: boolean;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

/** A review and its archive. */
export interface StoredReview {
  readonly archive: Archive;
  readonly review: Review;
}

/** Posts a review to its pull request, and prints what was posted, what was there, and what failed. */
export async function runPublishToGitHub(
  { archive, review }: StoredReview,
  options: GitHubPublishOptions,
  io: Io,
): Promise<ExitCode> {
  const request = readRequest(review, options);
  const say = (line: string): void => void (options.json !== true && io.stderr.write(`${line}\n`));
  say(`Review ${review.id}${request.isDryRun ? ", dry run" : ""}`);
  const published = await publish(request, { archive, io, say });
  if (published === undefined) {
    say("Stopped before anything was posted");
    return EXIT.interrupted;
  }
  if (!published.isKnown) say("There is no token, so earlier posts are unknown; everything is shown as new");
  for (const limit of published.pull.limits) say(`Not read: ${printable(limit)}`);
  io.stdout.write(textOf(published, { request, options, io }));
  if (published.isStopped) return EXIT.interrupted;
  return isWhole(published, options) ? EXIT.ok : EXIT.incomplete;
}

interface PublishHost {
  readonly archive: Archive;
  readonly io: Io;
  readonly say: (line: string) => void;
}

/** Undefined if the user interrupted it before anything was planned. */
async function publish(request: PublishRequest, { archive, io, say }: PublishHost): Promise<Published | undefined> {
  const host = {
    archive,
    folder: io.cwd(),
    env: io.env,
    tool: { name: "deep-review", version: VERSION },
    onWait: ({ host: name, ms, limit }: GitHubWait) =>
      say(`${name} asks to wait ${Math.ceil(ms / 1000)} s (${LIMITS[limit]})`),
    onSlow: (name: string, attempt: number) => say(describeSlowHost(name, attempt)),
  };
  let published: Published | undefined;
  await interruptible(
    async (stop) => {
      published = await publishToGitHub(request, { ...host, stop }).catch((error: unknown) => {
        if (stop.aborted && error instanceof Error && error.name === "AbortError") return undefined;
        throw error;
      });
    },
    () => say("Stopping after the current post; press Ctrl-C again to stop at once"),
  );
  return published;
}

function textOf(
  published: Published,
  { request, options, io }: { request: PublishRequest; options: GitHubPublishOptions; io: Io },
): string {
  if (options.json === true) return `${safeJson(publishedJson(published, request), 2)}\n`;
  if (request.isDryRun) return describePublication(published.plan);
  return describePublished(published, painter(wantsColor(io, io.stdout)));
}

/** The parts that any account with permission to comment can write. */
const ALWAYS: readonly PublicationPart[] = ["review", "summary"];

const LIMITS = { hourly: "the hourly limit is used up", secondary: "too many requests at once" } as const;

/**
 * Whether everything that was asked for is there. A check run or an upload that is not allowed counts only if it was
 * asked for by name. A refused comment is in the summary, if there is one.
 */
function isWhole(
  { posted: { closed, refusals, unedited, unremoved } }: Published,
  { parts }: GitHubPublishOptions,
): boolean {
  const counted = parts === undefined ? ALWAYS : readParts(parts);
  if (counted.some((part) => closed.has(part))) return false;
  const hasSummary = counted.includes("summary");
  return unedited.size + unremoved.size === 0 && (hasSummary || refusals.comments.size + refusals.resolves.size === 0);
}

function readRequest(review: Review, options: GitHubPublishOptions): PublishRequest {
  const { pr, parts, maxComments, failOn, checkName, moved, dryRun } = options;
  return {
    review,
    pr,
    options: {
      parts: parts === undefined ? undefined : readParts(parts),
      maxComments: maxComments === undefined ? undefined : readCount(maxComments),
      failOn: failOn === undefined ? review.failOn : readSeverity(failOn),
      checkName: checkName === undefined ? undefined : readName(checkName),
    },
    allowMoved: moved === true,
    isDryRun: dryRun === true,
  };
}

function readParts(text: string): readonly PublicationPart[] {
  const names = text.split(",").map((name) => name.trim());
  const parts = [...new Set(names.filter((name) => name !== "").map(readPart))];
  if (parts.length > 0) return parts;
  throw new UserError({
    what: "--parts names nothing to publish",
    why: `it takes ${PUBLICATION_PARTS.join(", ")}`,
    fix: "for example: --parts review,summary; without --parts all of them are published",
  });
}

function readPart(name: string): PublicationPart {
  const part = PUBLICATION_PARTS.find((one) => one === name);
  if (part !== undefined) return part;
  throw new UserError({
    what: `"${name}" is not a part to publish`,
    why: `--parts takes ${PUBLICATION_PARTS.join(", ")}`,
    fix: "for example: --parts review,summary",
  });
}

function readCount(text: string): number {
  if (/^\d{1,4}$/.test(text)) return Number(text);
  throw new UserError({
    what: `"${text}" is not a number of comments`,
    why: "--max-comments takes a whole number, 0 or more",
    fix: "for example: --max-comments 10; the rest go to the summary",
  });
}

function readName(text: string): string {
  const name = text.trim();
  if (name !== "" && name.length <= MAX_NAME_LENGTH && printable(name) === name) return name;
  throw new UserError({
    what: "this is not a valid name for a check run",
    why: `--check-name takes 1 to ${MAX_NAME_LENGTH} characters in one line`,
    fix: 'for example: --check-name "Deep Review"',
  });
}

const MAX_NAME_LENGTH = 100;

function readSeverity(text: string): Severity {
  const { data } = severitySchema.safeParse(text);
  if (data !== undefined) return data;
  throw new UserError({
    what: `"${text}" is not a severity`,
    why: `--fail-on takes ${SEVERITIES.join(", ")}`,
    fix: "for example: --fail-on important",
  });
}
