import { describe, expect, test } from "vitest";
import { fingerprints } from "#steps/render/sarif/fingerprint.ts";
import { aFinding, type Over } from "../../../helpers/builders.ts";
import type { Finding } from "#model/finding.ts";

const QUOTED: Over<Finding> = { quotes: [{ code: "if (x) {\n  go();\n}" }] };

describe("fingerprints", () => {
  test("neither lines, severity, wording nor white space matter to a quoted finding", () => {
    check(QUOTED, { ...QUOTED, id: "codex:S9", locations: [{ path: "src/deliver.ts", start: 900, end: 901 }] }, true);
    check(QUOTED, { ...QUOTED, title: "Something else", body: "Other words." }, true);
    check(QUOTED, { quotes: [{ language: "ts", code: "if (x) { go(); }\n" }] }, true);
  });

  test("path, class and quoted code matter", () => {
    check(QUOTED, { ...QUOTED, locations: [{ path: "src/other.ts" }] }, false);
    check(QUOTED, { ...QUOTED, class: "gap" }, false);
    check(QUOTED, { quotes: [{ code: "if (x) { stop(); }" }] }, false);
  });

  test("without a quote the telling words of the title matter, not their order or fillers", () => {
    check({ title: "Retries never stop" }, { title: "Never stop the retries" }, true);
    check({ title: "Retries never stop" }, { title: "Retries stop early" }, false);
  });

  test("two equal ones in one list differ", () => {
    const [first, second] = fingerprints([aFinding(QUOTED), aFinding(QUOTED)]);
    expect(second).toBe(`${first}/2`);
  });

  test("the recipe has not changed without a new version", () => {
    expect(fingerprints([aFinding(QUOTED), aFinding({ title: "Retries never stop" })])).toMatchInlineSnapshot(`
      [
        "d3b0cfd94ab900bac6a6c71980fccd50",
        "71177d623e666fd19175e66ba472bb79",
      ]
    `);
  });
});

function check(one: Over<Finding>, other: Over<Finding>, same: boolean): void {
  const [a] = fingerprints([aFinding(one)]);
  const [b] = fingerprints([aFinding(other)]);
  expect(a === b).toBe(same);
}
