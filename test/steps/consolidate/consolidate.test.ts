import { expect, test } from "vitest";
import { buildLedger } from "#model/ledger.ts";
import { consolidate } from "#steps/consolidate/consolidate.ts";
import { aFinding } from "../../helpers/builders.ts";

test("numbers findings by severity, keeps all, and the ledger adds up", () => {
  const findings = ["claude:S1", "codex:C1", "claude:I1", "codex:S1"].map((id) => aFinding({ id }));
  const clusters = consolidate(findings);
  expect(clusters.map(({ id, members }) => `${id} ${members[0]?.finding}`)).toEqual([
    "C1 codex:C1",
    "I1 claude:I1",
    "S1 claude:S1",
    "S2 codex:S1",
  ]);
  expect(buildLedger({ findings, clusters, imported: false }).entries.every(({ fate }) => fate === "kept")).toBe(true);
});

test("a finding that its author takes back is dropped as withdrawn", () => {
  const findings = [aFinding(), aFinding({ id: "claude:S1", withdrawn: true })];
  const { entries } = buildLedger({ findings, clusters: consolidate(findings), imported: false });
  expect(entries[1]).toMatchObject({ fate: "dropped", reason: "withdrawn" });
});
