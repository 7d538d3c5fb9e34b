import type { RuledCluster } from "#model/cluster.ts";
import { clusterId } from "#model/ids.ts";
import { SEVERITIES, severityLetter } from "#model/severity.ts";
import type { RuledProblem } from "./rule-problems.ts";

/** Gives each problem its id, once: kept ones by severity, then routed ones, then dropped ones. */
export function numberProblems(problems: readonly RuledProblem[]): RuledCluster[] {
  const sorted = problems.toSorted((a, b) => (b.standing?.probability ?? 0) - (a.standing?.probability ?? 0));
  return LETTERS.flatMap((letter) =>
    sorted
      .filter(({ ruling }) => letterOf(ruling) === letter)
      .map((problem, at) => ({ id: clusterId(`${letter}${at + 1}`), ...problem })),
  );
}

const LETTERS = [...SEVERITIES.map(severityLetter), "R", "X"];

function letterOf(ruling: RuledCluster["ruling"]): string {
  if (ruling.kind === "keep") return severityLetter(ruling.severity);
  return ruling.kind === "route" ? "R" : "X";
}
