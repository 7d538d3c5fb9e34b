import { openCited } from "#adapters/git/objects/open-commit.ts";
import type { RuledCluster } from "#model/cluster.ts";
import { citedCode, isShort } from "#model/history/cited-code.ts";
import type { Excerpt } from "#model/grounding.ts";
import type { Review } from "#model/review.ts";
import type { PreviousFinding } from "#model/history/lineage.ts";
import { IDENTITY_VERSION } from "#model/history/identity.ts";
import type { DecidedProblem } from "#model/history/standing-decision.ts";
import { buildFinding } from "#steps/build-report/build-finding.ts";
import type { SourceReader } from "#steps/ground-findings/grounding-source.ts";
import { takeExcerpts } from "#steps/ground-findings/take-excerpts.ts";
import { maskSecrets } from "#util/secrets/mask-secrets.ts";
import { truncate } from "#util/words.ts";

/** A finding as a decision stores it: enough to recognise it without its review. Masks credentials: the line is committed. */
export async function describeProblem(
  review: Review,
  cluster: RuledCluster,
  repository: string | undefined,
): Promise<DecidedProblem> {
  // In its own words, by which it will be recognised.
  const finding = buildFinding(review, cluster, (text) => text);
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

/** An earlier finding as a later report lists it: its words and its code are lost. */
export function describeListed({ title, severity, locations = [] }: PreviousFinding): DecidedProblem {
  return {
    identity: { version: IDENTITY_VERSION },
    title: truncate(maskSecrets(title), MAX_TITLE),
    text: "",
    severity: severity ?? "suggestion",
    rung: "asserted",
    locations: locations.slice(0, MAX_PLACES),
    symbols: [],
    quotes: [],
    code: [],
  };
}

const MAX_TITLE = 400;
const MAX_TEXT = 4000;
const MAX_PLACES = 20;

/** Excerpts from the reviewed commit, if the repository has it. */
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
      // Mask the whole text, because a private key spans lines. Masking keeps the line numbers.
      return lines === undefined ? undefined : maskSecrets(lines.join("\n")).split("\n");
    },
  };
  return takeExcerpts(masked, [cluster], findings).finally(() => reader.close());
}
