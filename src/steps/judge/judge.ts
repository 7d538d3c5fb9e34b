import type { RuledCluster } from "#model/cluster.ts";
import type { ReviewerRun } from "#model/panel/reviewer.ts";
import type { PreviousFinding } from "#model/history/lineage.ts";
import { decideVerdict, type Verdict } from "#model/verdict.ts";
import { describeDeclined, describeLowered, describeSilenced } from "./describe-findings.ts";
import { numberProblems } from "./number-problems.ts";
import { ruleProblems, type RulingInput } from "./rule-problems.ts";

/** Everything that a round is judged by, once all of it is in. */
export interface JudgeInput<Outcome extends Traced> extends RulingInput {
  readonly runs: readonly ReviewerRun[];
  /** Tells of each problem where it comes from, and what became of the earlier ones; absent where nobody looked. */
  readonly trace?: ((clusters: readonly RuledCluster[]) => Promise<Outcome>) | undefined;
  /** What keeps the round from being complete, a phrase each. */
  readonly lacking?: readonly string[] | undefined;
  /** What else a reader must know, a phrase each. */
  readonly remarks?: readonly string[] | undefined;
}

/** The problems of a round with where they come from, and what became of the earlier ones. */
export interface Traced {
  readonly clusters: readonly RuledCluster[];
  readonly previous: readonly PreviousFinding[];
}

/** Problems with one ruling and one number each, and the verdict on the change. */
export interface Judgement<Outcome extends Traced> {
  readonly clusters: readonly RuledCluster[];
  /** What the history told; absent where nobody looked. */
  readonly history: Outcome | undefined;
  readonly verdict: Verdict;
}

/** Judges a round. To be called once, when everything is in; before that there is only `previewProblems`. */
export async function judge<Outcome extends Traced>(input: JudgeInput<Outcome>): Promise<Judgement<Outcome>> {
  const { raised, runs, reviewers = [], lacking, remarks = [] } = input;
  const numbered = judgeProblems(input);
  const history = await input.trace?.(numbered);
  const { clusters, previous } = history ?? { clusters: numbered, previous: [] };
  const findings = raised.map(({ finding }) => finding);
  const verdict = decideVerdict(clusters, runs, {
    reviewers,
    previous,
    lacking,
    remarks: [
      ...describeSilenced(clusters, findings),
      ...describeDeclined(previous),
      ...describeLowered(clusters, findings, reviewers),
      ...remarks,
    ],
  });
  return { clusters, history, verdict };
}

/** The problems alone, ruled on and numbered: of findings that come without a round. */
export function judgeProblems(input: RulingInput): RuledCluster[] {
  return numberProblems(ruleProblems(input), input);
}
