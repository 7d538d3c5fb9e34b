import type { Log, Result, Run } from "sarif";
import { describe, expect, test } from "vitest";
import type { Report } from "#model/report.ts";
import { buildReport } from "#steps/build-report/build-report.ts";
import { renderSarif } from "#steps/render/sarif/render-sarif.ts";
import {
  aCluster,
  aFailedRun,
  aFinding,
  aReport,
  aReviewer,
  aRun,
  aScope,
  aStatement,
} from "../../../helpers/builders.ts";
import { aHostileReview, HOSTILE_TEXTS } from "../../../helpers/hostile.ts";
import { sarifFaults } from "../../../helpers/sarif-schema.ts";

describe("renderSarif", () => {
  test("is valid against the official schema", () => {
    expect(sarifFaults(renderSarif(aReport(), { toolVersion: "0.1.0" }))).toEqual([]);
  });

  test("the schema check can fail", () => {
    expect(sarifFaults(renderSarif(aReport()).replace('"runs"', '"run"'))).not.toEqual([]);
  });

  test.each(Object.entries(HOSTILE_TEXTS))("is valid with hostile text: %s", (_name, text) => {
    expect(sarifFaults(renderSarif(buildReport(aHostileReview(text))))).toEqual([]);
  });

  test("has the merged run first, then one run for each reviewer, each in a category of its own", () => {
    const ids = log(aReport()).runs.map(({ automationDetails }) => automationDetails?.id);
    expect(ids).toEqual([
      "deep-review/merged/20261102-091500-pr-42",
      "deep-review/raw/claude/20261102-091500-pr-42",
      "deep-review/raw/codex/20261102-091500-pr-42",
    ]);
  });

  test("can be limited to the merged run", () => {
    expect(JSON.parse(renderSarif(aReport(), { runs: "merged" })).runs).toHaveLength(1);
  });

  test("severity is the level, and class is the rule", () => {
    const findings = [
      aFinding({ id: "claude:C1", class: "regression" }),
      aFinding({ id: "claude:I1", class: "gap" }),
      aFinding({ id: "claude:S1", class: undefined }),
    ];
    const run = merged(aReport({ findings }));
    expect(results(run).map(({ level, ruleId }) => [level, ruleId])).toEqual([
      ["error", "deep-review/regression"],
      ["warning", "deep-review/gap"],
      ["note", "deep-review/unclassified"],
    ]);
    for (const { ruleId, ruleIndex } of results(run)) expect(run.tool.driver.rules?.[ruleIndex ?? -1]?.id).toBe(ruleId);
  });

  test("a dropped finding is suppressed with its reason, a routed one is informational", () => {
    const findings = [aFinding({ id: "claude:I1" }), aFinding({ id: "codex:S1" })];
    const clusters = [aCluster({ id: "R1", members: ["codex:S1"] }), aCluster({ id: "X1", members: ["claude:I1"] })];
    const [routed, dropped] = results(merged(aReport({ findings, clusters })));
    expect(routed).toMatchObject({ kind: "informational", level: "none" });
    expect(routed).not.toHaveProperty("suppressions");
    expect(dropped).toMatchObject({
      kind: "fail",
      suppressions: [{ kind: "external", justification: "refuted: the caller already checks it" }],
    });
  });

  test("names every reviewer behind a merged finding, with what it claimed", () => {
    const [kept] = results(merged(aReport()));
    expect(kept?.properties?.["attribution"]).toMatchObject([
      { reviewer: "claude", name: "Claude Opus 4.7", findings: [{ finding: "claude:I1", claimed: "important" }] },
      { reviewer: "codex", findings: [{ finding: "codex:I1", confidence: 1 }] },
    ]);
    expect(kept?.properties?.["evidence"]).toMatchObject({ level: "asserted" });
  });

  test("encodes each segment of a path and keeps the slashes", () => {
    const locations = [{ path: "docs/a b/100%#?.md", start: 2, end: 3 }];
    const [result] = results(merged(aReport({ findings: [aFinding({ locations })] })));
    expect(result?.locations?.[0]?.physicalLocation).toEqual({
      artifactLocation: { uri: "docs/a%20b/100%25%23%3F.md", uriBaseId: "%SRCROOT%", index: 1 },
      region: { startLine: 2, endLine: 3 },
    });
  });

  test("an absolute path has no base", () => {
    const [result] = results(merged(aReport({ findings: [aFinding({ locations: [{ path: "/tmp/x.ts" }] })] })));
    expect(result?.locations?.[0]?.physicalLocation?.artifactLocation).toEqual({ uri: "file:///tmp/x.ts", index: 1 });
  });

  test("without lines there is no region; further places are related locations", () => {
    const locations = [{ path: "a.ts" }, { path: "b.ts", start: 9, end: 9 }];
    const [result] = results(merged(aReport({ findings: [aFinding({ locations, places: ["PR description"] })] })));
    expect(result?.locations).toHaveLength(1);
    expect(result?.locations?.[0]?.physicalLocation).not.toHaveProperty("region");
    expect(result?.relatedLocations).toMatchObject([
      { id: 1, physicalLocation: { region: { startLine: 9 } } },
      { id: 2, logicalLocations: [{ fullyQualifiedName: "PR description" }] },
    ]);
  });

  test("the first quote is the snippet of the region", () => {
    const finding = aFinding({ quotes: [{ language: "ts", code: "await retry(job);" }] });
    const [result] = results(merged(aReport({ findings: [finding] })));
    expect(result?.locations?.[0]?.physicalLocation?.region?.snippet?.text).toBe("await retry(job);");
  });

  test("lines that were moved point to where the quote stands, with the code around", () => {
    const excerpts = [
      {
        cluster: "I1",
        commit: "9f2c4e6",
        path: "src/deliver.ts",
        start: 50,
        lines: ["a", "b", "c", "d"],
        cited: [{ start: 41, end: 48 }],
        grounding: { status: "moved" as const, to: { start: 51, end: 52 }, why: "the quote stands 10 lines below" },
      },
    ];
    const [result] = results(merged(aReport({ findings: [aFinding()], excerpts })));
    expect(result?.locations?.[0]?.physicalLocation).toMatchObject({
      region: { startLine: 51, endLine: 52 },
      contextRegion: { startLine: 50, endLine: 53, snippet: { text: "a\nb\nc\nd" } },
    });
  });

  test("a failed reviewer is a failed invocation and a notification of the merged run", () => {
    const report = aReport({ runs: [aRun(), aFailedRun({ reviewer: "codex", message: "quota used up" })] });
    const [all, , codex] = log(report).runs;
    expect(all?.invocations?.[0]).toMatchObject({
      executionSuccessful: true,
      toolExecutionNotifications: [{ level: "error", message: { text: "codex failed: quota used up" } }],
    });
    expect(codex?.invocations?.[0]).toMatchObject({ executionSuccessful: false });
  });

  test("when nobody completed, the merged run was not successful", () => {
    const report = aReport({ reviewers: [aReviewer()], runs: [aFailedRun()], findings: [], clusters: [] });
    expect(merged(report).invocations?.[0]?.executionSuccessful).toBe(false);
  });

  test("a review that is not in the source has no results, rather than none", () => {
    const report = aReport({
      runs: [aRun(), aRun({ reviewer: "codex", text: undefined, textStatus: "pointer" })],
      findings: [aFinding()],
      clusters: [aCluster({ members: ["claude:I1"], credits: [{ reviewer: "claude" }, { reviewer: "codex" }] })],
    });
    expect(log(report).runs[2]).not.toHaveProperty("results");
    expect(sarifFaults(renderSarif(report))).toEqual([]);
  });

  test("the repository is named by its address, also when only the pull request's is known", () => {
    const scope = aScope({ pullRequest: { number: 42, url: "https://code.example/acme/shop/pull/42" } });
    expect(merged(aReport({ scope })).versionControlProvenance).toMatchObject([
      { repositoryUri: "https://code.example/acme/shop", revisionId: scope.head, branch: "retry-deliveries" },
    ]);
    expect(merged(aReport())).not.toHaveProperty("versionControlProvenance");
  });

  test("an address that is no proper one is left out", () => {
    for (const url of ["javascript:alert(1)", "https://code.example/a|b{c}", "https://code.example/a%zz", "not one"]) {
      expect(merged(aReport({ scope: aScope({ repository: { name: "x", url } }) })), url).not.toHaveProperty(
        "versionControlProvenance",
      );
    }
  });

  test("what reviewers write becomes neither a link nor a placeholder", () => {
    const body = "See [here](javascript:alert(1)) and {0}, but keep { a: 1 }.";
    const [result] = results(merged(aReport({ findings: [aFinding({ title: "Odd text", body })] })));
    expect(result?.message.text).toBe("Odd text.\n\nSee [here] (javascript:alert(1)) and {{0}}, but keep { a: 1 }.");
  });

  test("the report's own statement speaks for a cluster", () => {
    const statement = aStatement({ title: "The queue grows without limit" });
    const report = aReport({ findings: [aFinding()], clusters: [aCluster({ statement })] });
    expect(results(merged(report))[0]?.message.text).toMatch(/^The queue grows without limit\./);
    expect(results(log(report).runs[1])[0]?.message.text).toMatch(/^Retries never stop for/);
  });
});

function log(report: Report): Log {
  return JSON.parse(renderSarif(report));
}

function merged(report: Report): Run {
  const [run] = log(report).runs;
  if (run === undefined) throw new Error("no merged run");
  return run;
}

function results(run: Run | undefined): Result[] {
  return run?.results ?? [];
}
