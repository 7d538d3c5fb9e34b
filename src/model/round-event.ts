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
  | { readonly type: "reviewer:start"; readonly name: string }
  | { readonly type: "reviewer:end"; readonly name: string; readonly run: ReviewerRun; readonly findings: number }
  | { readonly type: "round:end"; readonly id: string; readonly folder: string };
