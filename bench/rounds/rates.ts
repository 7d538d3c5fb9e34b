import { comparePair, countNames } from "#likeness/compare.ts";
import { type PairModel, sameProbability } from "#likeness/pair-model.ts";
import { profileFindings, readFindingText } from "#likeness/finding-profile.ts";
import { makeIdentity } from "#steps/history/match/identity/make-identity.ts";
import { MATCH_AT, MATCH_UNCHANGED_AT, SUPPRESS_AT, SUPPRESS_UNCHANGED_AT } from "#steps/history/match/thresholds.ts";
import type { GoldReport } from "../merge/gold.ts";
import { isSameFileAndTitle } from "./baseline.ts";

/** How often one way of telling identity errs on pairs of findings of one report. */
export interface RateRow {
  readonly name: string;
  /** Same problem, not matched. */
  readonly missed: number;
  /** Different problems, matched; and those of them in one file. */
  readonly matched: number;
  readonly matchedInFile: number;
}

/** Error rates with their bases. */
export interface Rates {
  readonly same: number;
  readonly different: number;
  readonly differentInFile: number;
  readonly rows: readonly RateRow[];
}

const WAYS = [
  "same file and title",
  "exact",
  "coarse: code",
  "coarse: place",
  `meaning >= ${MATCH_AT}`,
  `meaning >= ${SUPPRESS_AT}`,
  `meaning >= ${MATCH_UNCHANGED_AT}, as where the code is unchanged`,
  `meaning >= ${SUPPRESS_UNCHANGED_AT}, as where the code is unchanged`,
] as const;

/** Compares all pairs of kept findings of a report, each pair in words of two findings only: the hardest case. */
export function measureRates(reports: readonly GoldReport[], models: ReadonlyMap<string, PairModel>): Rates {
  const bases = { same: 0, different: 0, differentInFile: 0 };
  const rows = WAYS.map((name) => ({ name, missed: 0, matched: 0, matchedInFile: 0 }));
  for (const { findings, gold, pullRequest } of reports) {
    const kept = new Set(gold.kept);
    const own = findings.filter(({ id }) => kept.has(id));
    const portraits = profileFindings(own.map((finding) => readFindingText(finding)));
    const names = countNames(portraits);
    const identities = own.map((finding) => makeIdentity({ problem: finding }));
    for (let one = 0; one < own.length; one++) {
      for (let other = one + 1; other < own.length; other++) {
        const isSame = gold.same(own[one]!.id, own[other]!.id);
        if (isSame === undefined) continue;
        const traits = comparePair(portraits[one]!, portraits[other]!, names);
        const probability = sameProbability(traits, models.get(pullRequest)!);
        const a = identities[one]!;
        const b = identities[other]!;
        const answers = [
          isSameFileAndTitle(own[one]!, own[other]!),
          a.exact !== undefined && a.exact === b.exact,
          a.code !== undefined && a.code === b.code,
          a.place !== undefined && a.place === b.place,
          probability >= MATCH_AT,
          probability >= SUPPRESS_AT,
          probability >= MATCH_UNCHANGED_AT,
          probability >= SUPPRESS_UNCHANGED_AT,
        ];
        const inFile = traits.sameFile === 1;
        if (isSame) bases.same++;
        else bases.different++;
        if (!isSame && inFile) bases.differentInFile++;
        for (const [at, matches] of answers.entries()) {
          const row = rows[at]!;
          if (isSame && !matches) row.missed++;
          if (!isSame && matches) row.matched++;
          if (!isSame && matches && inFile) row.matchedInFile++;
        }
      }
    }
  }
  return { ...bases, rows };
}
