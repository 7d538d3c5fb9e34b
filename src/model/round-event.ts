import type { ReviewerRun } from "./reviewer.ts";

/** What a round announces while it runs. Surfaces subscribe and show it; steps stay silent. */
export type RoundEvent =
  | {
      readonly type: "scope";
      readonly covers: string;
      readonly files: number;
      readonly added: number;
      readonly removed: number;
    }
  | {
      /** A round that was cut short goes on: who had ended, and what those had said who had not. */
      readonly type: "round:resume";
      readonly id: string;
      readonly ended: readonly string[];
      readonly cut: readonly { readonly name: string; readonly file: string; readonly bytes: number }[];
    }
  | { readonly type: "reviewer:start"; readonly name: string }
  | { readonly type: "reviewer:end"; readonly name: string; readonly run: ReviewerRun; readonly findings: number }
  | { readonly type: "round:end"; readonly id: string; readonly folder: string };
