import { openCited } from "#adapters/git/objects/open-commit.ts";
import type { RuledCluster } from "#model/cluster.ts";
import { citedCode, isShort } from "#model/history/cited-code.ts";
import type { Excerpt } from "#model/grounding.ts";
import type { Review } from "#model/review.ts";
import { IDENTITY_VERSION } from "#model/history/identity.ts";
import type { DecidedProblem } from "#model/history/standing-decision.ts";
import { buildFinding } from "#steps/build-report/build-finding.ts";
import type { SourceReader } from "#steps/ground-findings/grounding-source.ts";
import { takeExcerpts } from "#steps/ground-findings/take-excerpts.ts";
import { maskSecrets } from "#util/secrets/mask-secrets.ts";
import { truncate } from "#util/words.ts";

/**
 * A finding as a decision remembers it: enough to know it again without its review. What looks like a credential is
 * masked, for the line is made to be committed.
 */
export async function describeProblem(
  review: Review,
  cluster: RuledCluster,
  repository: string | undefined,
): Promise<DecidedProblem> {
  const finding = buildFinding(review, cluster);
  return {
    identity: cluster.identity ?? { version: IDENTITY_VERSION },
    title: truncate(maskSecrets(finding.title), MAX_TITLE),
    text: truncate(maskSecrets(finding.body), MAX_TEXT),
    severity: finding.severity,
    class: finding.class,
    rung: finding.evidence.level,
    locations: finding.locations.slice(0, MAX_PLACES),
    symbols: [],
    quotes: finding.quotes
      .filter(({ code }) => isShort(code.split("\n")))
      .slice(0, MAX_PLACES)
      .map((quote) => ({ ...quote, code: maskSecrets(quote.code) })),
    code: citedCode(finding.excerpts.length > 0 ? finding.excerpts : await excerptsFrom(review, cluster, repository)),
  };
}

const MAX_TITLE = 400;
const MAX_TEXT = 4000;
const MAX_PLACES = 20;

/** From the reviewed commit, where the repository has it. */
async function excerptsFrom(
  { scope: { head, commits }, findings }: Review,
  cluster: RuledCluster,
  repository: string | undefined,
): Promise<Excerpt[]> {
  if (repository === undefined) return [];
  const reader = await openCited(repository, head === undefined ? commits.map(({ id }) => id) : [head]);
  if (reader === undefined) return [];
  const masked: SourceReader = {
    ...reader,
    readLines: async (path) => {
      const lines = await reader.readLines(path);
      // Over the whole text, since a private key spans lines; masks keep every line where it was.
      return lines === undefined ? undefined : maskSecrets(lines.join("\n")).split("\n");
    },
  };
  return takeExcerpts(masked, [cluster], findings).finally(() => reader.close());
}
