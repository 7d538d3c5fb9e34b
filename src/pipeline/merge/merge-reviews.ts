import { CITED_CODE, openCommit, type OpenedCommit, requireRepository } from "#adapters/git/objects/open-commit.ts";
import type { Archive } from "#adapters/store/archive.ts";
import { nextStart } from "#adapters/store/review-order.ts";
import type { RuledCluster } from "#model/cluster.ts";
import type { Finding } from "#model/finding.ts";
import { outcomeOf } from "#model/panel/reviewer.ts";
import type { Review } from "#model/review.ts";
import { judge, judgeProblems } from "#steps/judge/judge.ts";
import { Grounder } from "#steps/ground-findings/ground-finding.ts";
import type { GroundingSource } from "#steps/ground-findings/grounding-source.ts";
import { readAround } from "#steps/ground-findings/read-around.ts";
import { takeExcerpts } from "#steps/ground-findings/take-excerpts.ts";
import { UserError } from "#util/errors.ts";
import { maskAll } from "#util/secrets/mask-all.ts";
import { maskSecrets, openMask } from "#util/secrets/mask-secrets.ts";
import { plural } from "#util/words.ts";
import { findIncomplete, findRemarks, type RoundOutcome } from "../round/round-outcome.ts";
import { nameStart } from "../round/name-round.ts";
import { maskSource, secretsCited } from "../round/masking.ts";
import type { FoundReview } from "./found-review.ts";
import { readSources, type ReviewSource } from "./read-sources.ts";
import { readTeamRecord } from "./team-record.ts";
import { type HistoryOutcome, buildRecord } from "../build-record.ts";

/** Existing reviews, and the code that they review. */
export interface MergeInput {
  readonly sources: readonly ReviewSource[];
  readonly repository?: string;
  /** A commit. Default: HEAD. */
  readonly head?: string;
  readonly tool: string;
  /** The team's reviews, for the record of its reviewers' ratings. */
  readonly archive?: Archive;
}

/** Merges existing reviews into one record, like a round. */
export async function mergeReviews(request: MergeInput): Promise<Review> {
  const { repository, head = "HEAD" } = request;
  if (repository === undefined) return merge(request, undefined);
  const commit = await requireCommit(repository, head);
  return merge(request, sourceOf(commit)).finally(() => commit.close());
}

async function merge({ sources, tool, archive }: MergeInput, open: GroundingSource | undefined): Promise<Review> {
  const found = await maskCited(readSources(sources), open);
  const findings = found.flatMap((each) => each.findings);
  const reviewers = found.map(({ reviewer }) => reviewer);
  const code = open === undefined ? undefined : maskSource(open, maskSecrets);
  const grounded = code === undefined ? undefined : await new Grounder(code).ground(findings);
  const raised = grounded ?? findings.map((finding) => ({ finding }));
  const reviews = found.filter(({ runs }) => outcomeOf(runs) !== "failed").length;
  const started = new Date();
  const outcome: RoundOutcome = {
    scope: {
      covers: `${plural(reviews, "review")} from ${plural(sources.length, "file")}`,
      commits: [],
      files: [],
      hunks: [],
      head: code?.commit,
    },
    reviewers,
    runs: found.flatMap(({ runs }) => runs),
    settings: { off: [], offIn: [], ignore: [], from: "none: existing reviews" },
    switchedOff: found.flatMap(({ switchedOff = [] }) => switchedOff),
    statements: found,
    incomplete: found.flatMap(({ incomplete = [] }) => incomplete),
  };
  const judgement = await judge<HistoryOutcome>({
    raised,
    reviewers,
    severities: archive === undefined ? undefined : await readTeamRecord(archive, reviewers),
    linesAround: code === undefined || grounded === undefined ? undefined : await readAround(grounded, code),
    runs: outcome.runs,
    incomplete: findIncomplete(outcome),
    remarks: findRemarks(outcome),
  });
  return buildRecord({
    id: nameStart(archive === undefined ? started : await nextStart(archive.folder, started), "merged"),
    tool,
    startedAt: started.toISOString(),
    outcome,
    raised,
    judgement,
    excerpts: code === undefined ? [] : await takeExcerpts(code, judgement.clusters, findings),
  });
}

/** Merges findings without reviews or code. */
export function mergeFindings(findings: readonly Finding[]): RuledCluster[] {
  return judgeProblems({ raised: findings.map((finding) => ({ finding })) });
}

/** The commit that the user names. */
async function requireCommit(repository: string, name: string): Promise<OpenedCommit> {
  await requireRepository(repository);
  const opened = await openCommit(repository, name, CITED_CODE);
  if (opened !== undefined) return opened;
  throw new UserError({
    what: `${name} is not a commit of ${repository}`,
    why: "git knows no commit of that name there",
    fix: "name a commit, a branch or a tag of that repository with --head",
  });
}

/** The code at a commit. Which lines are new is unknown here. */
function sourceOf(reader: OpenedCommit): GroundingSource {
  return {
    commit: reader.commit,
    hasNoBase: true,
    resolvePath: (path) => reader.resolvePath(path),
    readLines: (path) => reader.readLines(path),
    changedPaths: [],
    removedPaths: new Map(),
    isVerbatim: (path) => reader.isVerbatim(path),
    addedLines: () => new Set(),
    removedLines: () => new Set(),
    linesBesideRemoved: () => new Set(),
    readBaseLines: () => Promise.resolve(undefined),
  };
}

/** Masks credentials of the cited files in the reviews. */
async function maskCited(found: FoundReview[], code: GroundingSource | undefined): Promise<FoundReview[]> {
  if (code === undefined) return found;
  const secrets = await secretsCited(
    found.flatMap(({ findings }) => findings),
    code,
  );
  return secrets.length === 0 ? found : maskAll(found, openMask(secrets));
}
