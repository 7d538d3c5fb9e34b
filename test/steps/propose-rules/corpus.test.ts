import { expect, test } from "vitest";
import { readNotes } from "#steps/propose-rules/notes/read-notes.ts";
import { readReport } from "#import/read-report/read-report.ts";
import { corpusIds, corpusReport, describeWithCorpus } from "../../helpers/corpus.ts";

/** Proposals for the repository in the process notes of the published reports, counted by hand. */
const BY_HAND = 37;
const REPORTS_WITH_ANY = 24;

describeWithCorpus("process notes of published reports", () => {
  test("give as many rules as were counted by hand, each a sentence", () => {
    const read = corpusIds.map((id) => {
      const result = readReport(corpusReport(id), id);
      return result.ok ? readNotes(result.report.processNotes ?? "") : [];
    });
    expect(read.flat()).toHaveLength(BY_HAND);
    expect(read.filter((rules) => rules.length > 0)).toHaveLength(REPORTS_WITH_ANY);
    for (const { wording } of read.flat()) expect(wording).toMatch(/^[\p{Lu}`].{59,}/u);
  });
});
