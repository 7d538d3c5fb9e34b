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
    if (survivor !== undefined) {
      const why = "the whole suite passes with the break that it names";
      return [{ finding: finding.id, outcome: "shown", why, ...describeRun(survivor, probe) }];
    }
    const noticed = named.find(({ outcome }) => outcome === "noticed");
    // Only if every break that it names is noticed, and the suite did not begin to fail by itself.
    const isSure = probe.doubt === undefined && named.every(({ outcome }) => outcome === "noticed");
    if (noticed === undefined || !isSure) return [];
    const why = "the suite notices the break that it names: tests fail with it";
    return [{ finding: finding.id, outcome: "not-shown", why, ...describeRun(noticed, probe) }];
  });
}

function describeRun(
  { break: { diff }, run }: BreakResult,
  { command, isolation }: ProbeResult,
): Omit<Demonstration, "finding" | "outcome" | "why"> {
  const shown = run?.command ?? command;
  const script = [`git apply <<'EOF'`, diff.trimEnd(), "EOF", shown].join("\n");
  const runs = run === undefined ? [] : [{ side: "head" as const, ...pick(run) }];
  return { script, command: ["sh", "-c", shown], runs, isolation };
}

const pick = ({ exitCode, output, cut, seconds }: NonNullable<BreakResult["run"]>) => ({
  exitCode,
  output,
  cut,
  seconds,
});
