import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { IMPORT_ONLY_REASONS, type RuledCluster } from "#model/cluster.ts";
import { buildLedger, LedgerError, type LedgerInput, ledgerSchema } from "#model/ledger.ts";
import { aCluster, aFinding, aMember } from "../helpers/builders.ts";
import { panels } from "../helpers/random-records.ts";

const RUNS = { numRuns: 150 };

describe("buildLedger", () => {
  test("accepts every panel in which each finding has one home, and has one entry for each", () => {
    fc.assert(
      fc.property(panels(), (input) => {
        const { entries } = buildLedger(input);
        expect(entries.map(({ finding }) => finding)).toEqual(input.findings.map(({ id }) => id));
        expect(ledgerSchema.safeParse({ entries }).success).toBe(true);
      }),
      RUNS,
    );
  });

  test("an entry says what the ruling of its cluster says", () => {
    fc.assert(
      fc.property(panels(), (input) => {
        for (const entry of buildLedger(input).entries) {
          const cluster = input.clusters.find(({ id }) => id === entry.cluster);
          const member = cluster?.members.find(({ finding }) => finding === entry.finding);
          if (member?.share === "duplicate") {
            expect(entry).toMatchObject({ fate: "dropped", reason: "duplicate-within-reviewer" });
          } else {
            expect(entry.fate).toBe(FATES[cluster?.ruling.kind ?? "drop"]);
            expect(entry.because).toBe(cluster?.ruling.because);
          }
        }
      }),
      RUNS,
    );
  });

  test("does not depend on the order of the clusters", () => {
    fc.assert(
      fc.property(panels(), (input) => {
        const reversed = buildLedger({ ...input, clusters: [...input.clusters].reverse() });
        const sorted = ({ entries }: typeof reversed) =>
          entries.map((entry) => (entry.fate === "kept" ? { ...entry, alsoIn: [...entry.alsoIn].sort() } : entry));
        expect(sorted(reversed)).toEqual(sorted(buildLedger(input)));
      }),
      RUNS,
    );
  });
});

describe("buildLedger refuses, and names the culprit, when", () => {
  test("a finding is taken out of its cluster", () => {
    corrupt((input, pick) => {
      const finding = pickFrom(input.findings, pick);
      const without = input.clusters.map((cluster) => ({
        ...cluster,
        members: cluster.members.filter((member) => member.finding !== finding.id),
      }));
      return { input: { ...input, clusters: without }, fault: `${finding.id} is in no cluster` };
    });
  });

  test("a finding is only in clusters where it is secondary", () => {
    corrupt((input, pick) => {
      const finding = pickFrom(input.findings, pick);
      const clusters = input.clusters.map((cluster) => ({
        ...cluster,
        members: cluster.members.map((member) =>
          member.finding === finding.id ? { ...member, share: "secondary" as const } : member,
        ),
      }));
      return { input: { ...input, clusters }, fault: `${finding.id} is in no cluster` };
    });
  });

  test("a finding is put in two clusters", () => {
    corrupt((input, pick) => {
      const finding = pickFrom(input.findings, pick);
      const second = aCluster({ id: "S99", members: [finding.id] });
      return {
        input: { ...input, clusters: [...input.clusters, second] },
        fault: new RegExp(`^${finding.id} is in .* and S99`),
      };
    });
  });

  test("a finding is put twice in its cluster", () => {
    corrupt((input, pick) => {
      const cluster = pickFrom(withMembers(input), pick);
      const [member] = cluster.members;
      const doubled = { ...cluster, members: [...cluster.members, ...(member === undefined ? [] : [member])] };
      return { input: replaced(input, doubled), fault: `${member?.finding} is in cluster ${cluster.id} twice` };
    });
  });

  test("a cluster names a finding that nobody raised", () => {
    corrupt((input, pick) => {
      const cluster = pickFrom(input.clusters, pick);
      const strange = { ...cluster, members: [...cluster.members, aMember("nobody:I77")] };
      return { input: replaced(input, strange), fault: `cluster ${cluster.id} names nobody:I77, which nobody raised` };
    });
  });

  test.each(["", "  \n"])("a ruling has no reason (%j)", (because) => {
    corrupt((input, pick) => {
      const cluster = pickFrom(input.clusters, pick);
      const silent = { ...cluster, ruling: { ...cluster.ruling, because } };
      return { input: replaced(input, silent), fault: `cluster ${cluster.id} is ruled on without a reason` };
    });
  });

  test("a member has no reason to be there", () => {
    corrupt((input, pick) => {
      const cluster = pickFrom(withMembers(input), pick);
      const members = cluster.members.map((member) => ({ ...member, because: " " }));
      const culprit = `${members[0]?.finding} is in cluster ${cluster.id} without a reason`;
      return { input: replaced(input, { ...cluster, members }), fault: culprit };
    });
  });

  test("two clusters have one id", () => {
    corrupt((input, pick) => {
      const { id } = pickFrom(input.clusters, pick);
      const twin = aCluster({ id, members: ["claude:I98"] });
      const findings = [...input.findings, aFinding({ id: "claude:I98" })];
      return {
        input: { ...input, findings, clusters: [...input.clusters, twin] },
        fault: `cluster ${id} exists twice`,
      };
    });
  });

  test("two findings have one id", () => {
    corrupt((input, pick) => {
      const finding = pickFrom(input.findings, pick);
      return {
        input: { ...input, findings: [...input.findings, finding] },
        fault: `finding ${finding.id} exists twice`,
      };
    });
  });

  test.each(IMPORT_ONLY_REASONS)("a round drops for a reason that only imports may have: %s", (reason) => {
    corrupt((input, pick) => {
      const cluster = {
        ...pickFrom(input.clusters, pick),
        ruling: { kind: "drop" as const, reason, because: "small", author: PROGRAM },
      };
      const fault = `cluster ${cluster.id} is dropped as ${reason}: not a valid reason here`;
      return { input: replaced(input, cluster), fault };
    });
  });

  test("a cluster of a round is empty", () => {
    corrupt((input) => {
      const { ruling, ...empty } = aCluster({ id: "S98", members: [] });
      const ours = { ...empty, ruling: { ...ruling, author: PROGRAM } };
      return { input: { ...input, clusters: [...input.clusters, ours] }, fault: "cluster S98 is empty" };
    });
  });

  test.each(IMPORT_ONLY_REASONS)(
    "but a ruling without an author, which is an imported report's, may say: %s",
    (reason) => {
      const ruling = { kind: "drop" as const, reason, because: "small" };
      const clusters = [aCluster({ id: "X1", members: ["claude:I1"], ruling }), aCluster({ id: "S1", members: [] })];
      const { entries } = buildLedger({ findings: [aFinding({ id: "claude:I1" })], clusters });
      expect(entries).toMatchObject([{ fate: "dropped", reason }]);
    },
  );

  test("a duplicate has no other finding of its reviewer beside it", () => {
    corrupt((input) => {
      const lonely = aCluster({ id: "S97", members: [{ finding: "claude:I97", share: "duplicate" }] });
      const findings = [...input.findings, aFinding({ id: "claude:I97" })];
      const fault = "claude:I97 is called a duplicate in cluster S97, where its reviewer has no other finding";
      return { input: { ...input, findings, clusters: [...input.clusters, lonely] }, fault };
    });
  });

  test("a finding feeds a second cluster that is not kept", () => {
    corrupt((input, pick) => {
      const { id } = pickFrom(input.findings, pick);
      const dropped = aCluster({ id: "X99", members: ["claude:S96", { finding: id, share: "secondary" }] });
      const findings = [...input.findings, aFinding({ id: "claude:S96" })];
      const fault = `${id} has a secondary place in cluster X99, which is not kept`;
      return { input: { ...input, findings, clusters: [...input.clusters, dropped] }, fault };
    });
  });
});

test("all faults are said at once", () => {
  const findings = [aFinding({ id: "claude:I1" }), aFinding({ id: "claude:I2" })];
  expect(() => buildLedger({ findings, clusters: [] })).toThrow(/claude:I1 .*; claude:I2 /);
});

const PROGRAM = { kind: "program" } as const;
const FATES = { keep: "kept", route: "routed", drop: "dropped" } as const;

type Corruption = (
  input: LedgerInput,
  pick: number,
) => { readonly input: LedgerInput; readonly fault: string | RegExp };

/** A valid panel is accepted, and after one corruption it is refused with the fault among those named. */
function corrupt(corruption: Corruption): void {
  fc.assert(
    fc.property(panels(), fc.nat(), (valid, pick) => {
      expect(buildLedger(valid).entries).toHaveLength(valid.findings.length);
      const { input, fault } = corruption(valid, pick);
      const faults = faultsOf(input);
      expect(
        faults.some((said) => (typeof fault === "string" ? said === fault : fault.test(said))),
        `${fault} in ${faults.join("; ")}`,
      ).toBe(true);
    }),
    RUNS,
  );
}

function faultsOf(input: LedgerInput): readonly string[] {
  try {
    buildLedger(input);
  } catch (error) {
    if (error instanceof LedgerError) return error.faults;
    throw error;
  }
  return [];
}

function pickFrom<T>(items: readonly T[], pick: number): T {
  const item = items[pick % items.length];
  if (item === undefined) throw new Error("nothing to pick from");
  return item;
}

function withMembers({ clusters }: LedgerInput): readonly RuledCluster[] {
  return clusters.filter(({ members }) => members.length > 0);
}

function replaced(input: LedgerInput, cluster: RuledCluster): LedgerInput {
  return { ...input, clusters: input.clusters.map((old) => (old.id === cluster.id ? cluster : old)) };
}
