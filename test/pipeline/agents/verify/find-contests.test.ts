import { expect, test } from "vitest";
import { findContests } from "#pipeline/agents/verify/find-contests.ts";
import { aCluster, aFinding } from "../../../helpers/builders.ts";

test("kept clusters that the report would call contested are found, with what speaks against them", () => {
  const findings = ["claude:C1", "codex:S1", "claude:I2"].map((id) => aFinding({ id }));
  const clusters = [
    aCluster({ id: "C1", members: ["claude:C1", "codex:S1"] }),
    aCluster({ id: "I1", members: ["claude:I2"] }),
    aCluster({ id: "X1", members: ["claude:C1", "codex:S1"] }),
  ];
  const contests = findContests(clusters, { findings, groundings: [], observations: [] });
  expect([...contests]).toEqual([["C1", "rated critical by one side and suggestion by the other"]]);
});
