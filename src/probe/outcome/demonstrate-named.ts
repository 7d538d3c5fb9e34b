import type { Finding } from "#model/finding.ts";
import { type BreakResult, PROBE_ID, type ProbeResult } from "#model/panel/probe-result.ts";
import type { Demonstration } from "#model/panel/verification.ts";
import { isAboutTests } from "../named/collect-texts.ts";

/** Whether a break that no test notices is named by a finding about a missing test: then it proves that finding. */
export function provesFinding(
  { outcome, break: { namedBy = [] } }: BreakResult,
  findings: readonly Finding[],
): boolean {
  if (outcome !== "survived") return false;
  return findings.some((finding) => isAboutTests(finding) && namedBy.some((author) => author.finding === finding.id));
}

/** What the runs of the breaks that findings name say about these findings, if they are about a missing test. */
export function demonstrateNamed(probe: ProbeResult | undefined, findings: readonly Finding[]): Demonstration[] {
  if (probe === undefined) return [];
  return findings.flatMap((finding): Demonstration[] => {
    if (finding.reviewer === PROBE_ID || !isAboutTests(finding)) return [];
    const named = probe.breaks.filter(({ break: { namedBy = [] } }) =>
      namedBy.some((author) => author.finding === finding.id),
    );
    const survivor = named.find(({ outcome }) => outcome === "survived");
    if (survivor !== undefined)
      return [
        describe(
          finding,
          survivor,
          { outcome: "shown", why: "the whole suite passes with the break that it names" },
          probe,
        ),
      ];
    const noticed = named.find(({ outcome }) => outcome === "noticed");
    // Only if every break that it names is noticed, and the suite did not begin to fail by itself.
    if (noticed === undefined || probe.doubt !== undefined || named.some(({ outcome }) => outcome !== "noticed"))
      return [];
    const why = "the suite notices the break that it names: tests fail with it";
    return [describe(finding, noticed, { outcome: "not-shown", why }, probe)];
  });
}

function describe(
  { id }: Finding,
  { break: { diff }, run }: BreakResult,
  ruling: Pick<Demonstration, "outcome" | "why">,
  { command, isolation }: ProbeResult,
): Demonstration {
  const script = [`git apply <<'EOF'`, diff.trimEnd(), "EOF", run?.command ?? command].join("\n");
  const runs =
    run === undefined
      ? []
      : [{ side: "head" as const, exitCode: run.exitCode, output: run.output, cut: run.cut, seconds: run.seconds }];
  return { finding: id, script, command: ["sh", "-c", run?.command ?? command], runs, isolation, ...ruling };
}
