import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Severity, severityLevel, SEVERITIES } from "#model/severity.ts";
import { rateCluster } from "#steps/judge/severity/rate-cluster.ts";

const rated = (...claims: readonly (readonly [string, Severity])[]): Severity =>
  rateCluster(claims.map(([reviewer, claimed]) => ({ reviewer, claimed }))).severity;

describe("rating what several say", () => {
  const reviewer = fc.constantFrom("claude", "codex", "gemini", "ada", "brook");
  const claim = fc.tuple(reviewer, fc.constantFrom(...SEVERITIES));

  test("another voice never makes a problem milder than it would be without it", () => {
    fc.assert(
      fc.property(fc.array(claim, { minLength: 1, maxLength: 12 }), (claims) => {
        const level = severityLevel(rated(...claims));
        for (const one of claims) expect(level).toBeGreaterThanOrEqual(severityLevel(rated(one)));
      }),
    );
  });

  test("a problem is never rated higher than its loudest member", () => {
    fc.assert(
      fc.property(fc.array(claim, { minLength: 1, maxLength: 12 }), (claims) => {
        const loudest = Math.max(...claims.map(([, claimed]) => severityLevel(claimed)));
        expect(severityLevel(rated(...claims))).toBeLessThanOrEqual(loudest);
      }),
    );
  });

  test("who repeats itself mildly does not talk a critical problem down", () => {
    const mild = Array.from({ length: 6 }, () => ["codex", "suggestion"] as const);
    expect(rated(["claude", "critical"], ...mild)).toBe("critical");
    expect(rated(["ada", "critical"], ...mild)).toBe("critical");
    expect(rated(["codex", "critical"], ...mild)).toBe("critical");
  });

  test("what nobody's record upholds is rated by the record, and says so", () => {
    const { severity, because } = rateCluster([{ reviewer: "gemini", claimed: "critical" }]);
    expect(severity).toBe("important");
    expect(because).toMatch(
      /of 35 critical claims of gemini on record, published reviews that ship with Deep Review included, 23 ended as important/,
    );
  });
});
