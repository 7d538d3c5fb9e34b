import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { importReport } from "#import/import-report.ts";
import { buildReport } from "#steps/build-report/build-report.ts";
import { renderSarif } from "#steps/render/sarif/render-sarif.ts";
import { corpusIds, corpusReport, describeWithCorpus } from "../../../helpers/corpus.ts";
import { sarifFaults } from "../../../helpers/sarif-schema.ts";

describe("SARIF of the sample", () => {
  test("is valid", () => {
    const id = "20261102-091500-pr-42";
    const text = readFileSync(new URL(`../../../fixtures/sample/${id}.md`, import.meta.url), "utf8");
    expect(faultsOf(text, id)).toEqual([]);
  });
});

describeWithCorpus("SARIF of real reports", () => {
  test("is valid for every report", () => {
    const invalid = corpusIds.flatMap((id) =>
      faultsOf(corpusReport(id), id)
        .slice(0, 3)
        .map((fault) => `${id}: ${fault}`),
    );
    expect(invalid).toEqual([]);
    expect(corpusIds.length).toBeGreaterThan(0);
  });
});

function faultsOf(text: string, id: string): string[] {
  const result = importReport(text, id);
  return result.ok ? sarifFaults(renderSarif(buildReport(result.review))) : [result.why];
}
