import { describe, expect, test } from "vitest";
import { AGENTS } from "#reviewers/agent/registry.ts";
import { createBadAdapter } from "./bad-adapter.ts";
import { badFixture } from "./bad-fixture.ts";
import { checkContract, describeContract } from "./contract.ts";
import { type Clause, CLAUSES } from "./contract/clauses.ts";

for (const adapter of AGENTS) describeContract(adapter);

describe("the suite itself", () => {
  const clauses = Object.keys(CLAUSES) as Clause[];
  const brokenBy = (faults: readonly Clause[]): Clause[] => {
    const violations = checkContract(createBadAdapter(faults), badFixture());
    return [...new Set(violations.map(({ clause }) => clause))];
  };

  test("an adapter that keeps the contract is not blamed", () => {
    expect(checkContract(createBadAdapter([]), badFixture())).toEqual([]);
  });

  test.each(clauses.filter((clause) => clause !== "cases"))(
    'an adapter that breaks only "%s" is blamed for it',
    (clause) => {
      expect(brokenBy([clause])).toContain(clause);
    },
  );

  test("an adapter that breaks everything at once is blamed for nearly everything", () => {
    const broken = brokenBy(clauses.filter((clause) => clause !== "throws"));
    // What is told twice or not at all hides what else would be wrong with it.
    expect(broken.length).toBeGreaterThan(clauses.length - 5);
  });

  test("a case without a recording is a violation, unless the fixture says why there is none", () => {
    const { demands, recordings } = badFixture();
    const fewer = recordings.filter(({ name }) => name !== "refusal");
    const missing = checkContract(createBadAdapter([]), { demands, recordings: fewer });
    expect(missing).toEqual([{ clause: "cases", where: "refusal", say: "There is no recording of it." }]);
    const excused = { ...demands, without: { refusal: "Its protocol has no refusal." } };
    expect(checkContract(createBadAdapter([]), { demands: excused, recordings: fewer })).toEqual([]);
  });

  test("a fixture cannot call a failure a success", () => {
    const { demands, recordings } = badFixture();
    const lying = recordings.map((one) =>
      one.name === "http-401"
        ? { ...one, facts: { ...one.facts, expect: { ...one.facts.expect, outcome: "ok" as const } } }
        : one,
    );
    const violations = checkContract(createBadAdapter([]), { demands, recordings: lying });
    expect(violations.map(({ clause }) => clause)).toEqual(expect.arrayContaining(["cases", "outcome"]));
  });
});
