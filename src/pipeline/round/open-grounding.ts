import type { Finding } from "#model/finding.ts";
import type { GroundedFinding } from "#model/grounding.ts";
import { groundFinding } from "#steps/ground-findings/ground-finding.ts";
import type { GroundingSource } from "#steps/ground-findings/grounding-source.ts";

/** Checks findings against the reviewed commit, in their order. May be asked at any time, and again. */
export type Ground = (findings: readonly Finding[]) => Promise<readonly GroundedFinding[]>;

/** Checks findings while reviewers still run. What is checked once is not checked again. */
export function openGrounding(source: GroundingSource): Ground {
  const checked = new Map<string, GroundedFinding>();
  let last: Promise<unknown> = Promise.resolve();
  const check = async (findings: readonly Finding[]): Promise<void> => {
    for (const finding of findings) {
      if (!checked.has(finding.id)) checked.set(finding.id, await groundFinding(finding, source));
    }
  };
  return async (findings) => {
    // One after the other: files are read and indexed once, and the reviewers' streams are not kept waiting.
    const done = last.then(() => check(findings));
    last = done.catch(() => undefined);
    await done;
    return findings.map((finding) => checked.get(finding.id)!);
  };
}
