import { expect, test } from "vitest";
import { addScores, type GoldLinks, scoreLinks } from "../../../bench/score-links.ts";
import { importReport } from "#import/import-report.ts";
import { corpusIds, corpusJson, corpusReport, describeWithCorpus } from "../../helpers/corpus.ts";

describeWithCorpus("links of the corpus", () => {
  test("at least 97 % of the hand-checked members are found, and at least 97 % of our links are right", () => {
    const scores = corpusIds.flatMap((id) => {
      const gold = corpusJson(`gold/${id}.json`) as GoldLinks | undefined;
      if (gold === undefined) return [];
      const imported = importReport(corpusReport(id), id);
      if (!imported.ok) throw new Error(`${id}: ${imported.why}`);
      return [scoreLinks(imported.review.clusters, gold)];
    });
    const sum = addScores(scores);
    expect(sum.members).toBeGreaterThan(0);
    expect(sum.membersFound / sum.members).toBeGreaterThanOrEqual(0.97);
    expect(sum.linksRight / sum.links).toBeGreaterThanOrEqual(0.97);
  });
});
