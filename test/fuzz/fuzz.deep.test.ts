import { describe, expect, test } from "vitest";
import { buildReport } from "#steps/build-report/build-report.ts";
import { renderSarif } from "#steps/render/sarif/render-sarif.ts";
import { sarifFaults } from "../helpers/sarif-schema.ts";
import { checkCase } from "./check-case.ts";
import { mutate } from "./mutate.ts";
import { seededRandom } from "./random.ts";
import { fuzzSources } from "./sources.ts";

// `npm run bench:fuzz` tries 10,000 cases, from the corpus too, and times them.
const CASES = 300;
const SEED = 20_261_102;

describe("reading damaged reports", () => {
  test(`${CASES} mutated texts: nothing throws, every record is valid, every finding is accounted for`, () => {
    const sources = fuzzSources({ withCorpus: false });
    const broken: string[] = [];
    let read = 0;
    for (let index = 0; index < CASES; index += 1) {
      const { text, how } = mutate(sources, seededRandom(SEED + index));
      const { review, ...checked } = checkCase(text);
      const faults = [...checked.faults];
      if (review !== undefined) {
        read += 1;
        if (index % 5 === 0) faults.push(...sarifFaults(renderSarif(buildReport(review))));
      }
      if (faults.length > 0) broken.push(`case ${index} (${how.join(", ")}): ${faults.join("; ")}`);
    }
    expect(broken).toEqual([]);
    // Otherwise the mutations leave nothing to read and the test shows nothing.
    expect(read).toBeGreaterThan(CASES / 5);
  });

  test("the undamaged sample is read in full", () => {
    const [sample = ""] = fuzzSources({ withCorpus: false });
    const { faults, review } = checkCase(sample);
    expect(faults).toEqual([]);
    expect(review?.findings).toHaveLength(17);
  });
});
