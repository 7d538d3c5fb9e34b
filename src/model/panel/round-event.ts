import type { ReviewerId } from "../ids.ts";
import type { Reviewer, ReviewerRun } from "./reviewer.ts";

/** What a round announces while it runs. Surfaces subscribe and show it; steps stay silent. */
export type RoundEvent =
  | {
      readonly type: "scope";
      readonly covers: string;
      readonly files: number;
      readonly added: number;
      readonly removed: number;
      /** All reviewers that will be asked, in the order of the panel. */
      readonly panel: readonly Pick<Reviewer, "id" | "name">[];
    }
  | {
      /** A resumed round: the reviewers that had ended, and the partial text of the others. */
      readonly type: "round:resume";
      readonly id: string;
      readonly ended: readonly string[];
      readonly cut: readonly { readonly name: string; readonly file: string; readonly bytes: number }[];
    }
  /** These commits were reviewed before by the same panel; `isWhole`: nothing was decided since, so nobody is asked. */
  | { readonly type: "round:known"; readonly id: string; readonly isWhole: boolean }
  | { readonly type: "reviewer:start"; readonly reviewer: ReviewerId }
  /** What a reviewer does now, and how much it has found so far where it knows. Untrusted text. */
  | {
      readonly type: "reviewer:note";
      readonly reviewer: ReviewerId;
      readonly note: string;
      readonly findings: number | undefined;
    }
  /** `earlier`: it had ended before the round was cut short and is not asked again. */
  | {
      readonly type: "reviewer:end";
      readonly reviewer: ReviewerId;
      readonly run: ReviewerRun;
      readonly findings: number;
      readonly earlier: boolean;
    }
  /** What the round does after the reviewers have ended. */
  | { readonly type: "round:note"; readonly note: string }
  | { readonly type: "round:end"; readonly id: string; readonly folder: string };

/** Reports a reviewer's activity and, if known, its number of findings so far. May be called often. */
export type SayProgress = (note: string, findings?: number) => void;
