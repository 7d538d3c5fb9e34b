import { describe, expect, test } from "vitest";
import type { AgentAdapter } from "#reviewers/agent/agent-adapter.ts";
import { type Clause, CLAUSES, type Violation } from "./contract/clauses.ts";
import { type AgentFixture, readFixture } from "./contract/fixture.ts";
import { checkPlan } from "./contract/plan-clauses.ts";
import { checkReader } from "./contract/reader-clauses.ts";

/** Every clause of the contract that an adapter does not keep to, with what was seen. */
export function checkContract(adapter: AgentAdapter, fixture: AgentFixture): Violation[] {
  return [...checkPlan(adapter, fixture), ...checkReader(adapter, fixture)];
}

/** Makes a test of each clause for an adapter with a fixture in `test/fixtures/agents/<id>/`. */
export function describeContract(adapter: AgentAdapter): void {
  describe(`the contract of agents holds for ${adapter.id}`, () => {
    const fixture = readFixture(adapter.id);
    test("There is a fixture with recordings of real runs.", () => {
      expect(fixture?.recordings.length ?? 0).toBeGreaterThan(0);
    });
    if (fixture === undefined) return;
    let violations: readonly Violation[] | undefined;
    test.each(Object.entries(CLAUSES) as [Clause, string][])("%s: %s", (clause) => {
      violations ??= checkContract(adapter, fixture);
      const broken = violations.filter((one) => one.clause === clause);
      expect(broken.map(({ where, say }) => `${where}: ${say}`)).toEqual([]);
    });
  });
}
