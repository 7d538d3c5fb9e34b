import { expect, test } from "vitest";
import type { Finding } from "#model/finding.ts";
import { readReport } from "#import/read-report/read-report.ts";
import { readReview } from "#steps/read-review/read-review.ts";
import { corpusIds, corpusJson, corpusReport, describeWithCorpus } from "../../helpers/corpus.ts";

interface ParsedFinding {
  readonly id: string;
  readonly severity: string;
  readonly classification: string | null;
  readonly locations: readonly {
    readonly path: string;
    readonly startLine: number | null;
    readonly endLine: number | null;
  }[];
}

interface Parsed {
  readonly rawStatus: Record<string, string>;
  readonly raw: Record<string, readonly ParsedFinding[]>;
}

/** Id, severity, class and first place, as one line. */
const ours = ({ id, severity, class: named, locations: [first] }: Finding): string =>
  [id, severity, named ?? "-", first?.path ?? "-", first?.start ?? "-", first?.end ?? "-"].join(" ");

const reference = ({ id, severity, classification, locations: [first] }: ParsedFinding): string =>
  [id, severity, classification ?? "-", first?.path ?? "-", first?.startLine ?? "-", first?.endLine ?? "-"].join(" ");

describeWithCorpus("raw reviews of the corpus", () => {
  test.each(corpusIds)("the findings of %s are those of the reference", (id) => {
    const parsed = corpusJson(`parsed/${id}.json`) as Parsed;
    const read = readReport(corpusReport(id), id);
    if (!read.ok) throw new Error(read.why);
    for (const { reviewer, text } of read.report.runs) {
      if (parsed.rawStatus[reviewer] !== "ok") continue;
      const { findings } = readReview(text ?? "", { reviewer });
      expect(findings.map(ours).sort()).toEqual((parsed.raw[reviewer] ?? []).map(reference).sort());
    }
  });
});
