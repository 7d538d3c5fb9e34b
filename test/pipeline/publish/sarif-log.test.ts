import { expect, test } from "vitest";
import { sarifLog } from "#pipeline/publish/sarif-log.ts";
import { aCluster, aFinding, aReport } from "../../helpers/builders.ts";

const POST = { kind: "sarif", commit: "c0ffee", ref: "refs/pull/7/head", category: "deep-review" } as const;

const report = (title: string) => {
  const finding = aFinding({ title });
  return aReport({ findings: [finding], clusters: [aCluster({ members: [finding.id] })] } as never);
};

test("a log for code scanning is one run of our category", async () => {
  const source = report("It boils over");
  const { tool, log } = await sarifLog(source, POST, "0.1.0");
  expect(tool).toBe("Deep Review");
  expect(JSON.parse(log)).toMatchObject({
    version: "2.1.0",
    runs: [{ automationDetails: { id: `deep-review/${source.review.id}` } }],
  });
  expect(JSON.parse(log).runs).toHaveLength(1);
});

test("its version is told by its content, and by nothing else", async () => {
  const { version, log } = await sarifLog(report("It boils over"), POST, "0.1.0");
  expect(version).toMatch(/^0\.1\.0\+[0-9a-f]{16}$/);
  expect(JSON.parse(log).runs[0].tool.driver.semanticVersion).toBe(version);
  expect((await sarifLog(report("It boils over"), POST, "0.1.0")).version).toBe(version);
  expect((await sarifLog(report("It leaks"), POST, "0.1.0")).version).not.toBe(version);
});
