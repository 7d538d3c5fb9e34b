import type { RuledCluster } from "#model/cluster.ts";
import type { Finding } from "#model/finding.ts";
import type { FindingGrounding, GroundedFinding } from "#model/grounding.ts";
import { consolidate, type Surroundings } from "#steps/consolidate/consolidate.ts";
import { groundFinding } from "#steps/ground-findings/ground-finding.ts";
import type { GroundingSource } from "#steps/ground-findings/grounding-source.ts";
import { readAround } from "#steps/ground-findings/read-around.ts";
import { omitUndefined } from "#util/omit-undefined.ts";

/** The problems of a round, gathered while reviewers still speak: what one has said is checked before the next has ended. */
export interface Problems {
  /** What these findings come to, all of them checked. May be asked at any time, and again. */
  of(findings: readonly Finding[]): Promise<GatheredProblems>;
}

/** Findings with what their check showed, and the problems that they come to. */
export interface GatheredProblems {
  readonly groundings: readonly FindingGrounding[];
  readonly clusters: readonly RuledCluster[];
}

/** Everything beside the findings that judging them needs. */
export type Facts = Omit<Surroundings, "groundings" | "linesAround" | "declined">;

/** Tells, of findings that were checked, which problems people decided against earlier. */
export type Remember = (grounded: readonly GroundedFinding[]) => Promise<Surroundings["declined"]>;

/** Begins to gather. What is checked once is not checked again. */
export function gatherProblems(source: GroundingSource, facts: Promise<Facts>, remember?: Remember): Problems {
  const checked = new Map<string, GroundedFinding>();
  let last: Promise<unknown> = Promise.resolve();
  const check = async (findings: readonly Finding[]): Promise<void> => {
    for (const finding of findings) {
      if (!checked.has(finding.id)) checked.set(finding.id, await groundFinding(finding, source));
    }
  };
  // One after the other: files are read and indexed once, and the reviewers' streams are not kept waiting.
  const queue = (findings: readonly Finding[]): Promise<void> => {
    const done = last.then(() => check(findings));
    last = done.catch(() => undefined);
    return done;
  };
  return {
    async of(findings) {
      await queue(findings);
      const grounded = findings.map((finding) => checked.get(finding.id)!);
      const groundings = grounded.map(({ grounding }) => grounding);
      const linesAround = await readAround(grounded, source);
      const declined = await remember?.(grounded);
      const surroundings = { ...(await facts), groundings, linesAround, ...omitUndefined({ declined }) };
      return { groundings, clusters: consolidate(findings, surroundings) };
    },
  };
}
