import { basename } from "node:path";
import { findDeskRoot } from "#adapters/desk/desk-root.ts";
import { readInstructions } from "#adapters/files/package-folder.ts";
import type { OpenedChange } from "#adapters/git/open-change.ts";
import type { Finding } from "#model/finding.ts";
import type { Reviewer } from "#model/panel/reviewer.ts";
import type { Review } from "#model/review.ts";
import type { Demonstration, OpenProblem, Verification } from "#model/panel/verification.ts";
import type { GroundingSource } from "#steps/ground-findings/grounding-source.ts";
import { type AgentHost, type ChosenAgent, commonEnvironment } from "./agent-host.ts";
import { questionAgent } from "./question-agent.ts";
import { hiddenFolders } from "./agent-member.ts";
import { editSummary } from "./verify/edit-summary.ts";
import { runRepros } from "./verify/run-repro.ts";
import { keptVerifications, verifyProblems } from "./verify/verify-problems.ts";

/** The verifiers, the editor, and whether we may run repros. */
export interface VerificationPanel {
  readonly host: AgentHost;
  readonly verifiers: readonly ChosenAgent[];
  readonly editor: ChosenAgent | undefined;
  readonly allowRun: boolean;
  /** Sentences about verifiers or an editor that could not be built. */
  readonly missing?: readonly string[];
}

/** The round to verify. */
export interface VerifiedRound {
  readonly opened: OpenedChange;
  readonly folder: string;
  readonly source: GroundingSource;
  readonly reviewers: readonly Reviewer[];
  readonly signal: AbortSignal;
  readonly earlier: readonly Verification[];
  readonly onAnswer: (verification: Verification) => Promise<void>;
  readonly onNote: (note: string) => void;
}

export interface VerificationResult {
  readonly verifications?: readonly Verification[];
  readonly demonstrations?: readonly Demonstration[];
  readonly gaps: readonly string[];
}

/** Verifies the findings of reviewers that have ended, while others still run. */
export interface VerificationRun {
  /** Called after each review. Sends important findings to a verifier immediately. */
  verifyEarly(problems: readonly OpenProblem[]): void;
  /** Called once, after all reviews. */
  finish(problems: readonly OpenProblem[], findings: readonly Finding[]): Promise<VerificationResult>;
  /** Has the editor word the finished record, if there is an editor. */
  edit(review: Review): Promise<Review>;
}

export async function startVerification(panel: VerificationPanel, round: VerifiedRound): Promise<VerificationRun> {
  const { host, verifiers, editor } = panel;
  const { opened, folder, source, reviewers, signal, earlier, onAnswer } = round;
  const ask = questionAgent({ host, opened, folder });
  const verifier =
    verifiers.length === 0
      ? keptVerifications(earlier)
      : verifyProblems({
          candidates: verifiers,
          ask,
          change: opened.change,
          source,
          reviewers,
          signal,
          earlier,
          onAnswer,
          instructions: await readInstructions("verify"),
        });
  return {
    verifyEarly: (problems) => verifier?.verifyEarly(problems),
    async finish(problems, findings) {
      if (verifiers.length > 0) round.onNote("waiting for the verifier");
      const verified = await verifier?.finish(problems);
      const demonstrations = await demonstrate(findings, panel, round);
      return {
        verifications: verified?.verifications,
        demonstrations,
        gaps: [...(panel.missing ?? []), ...(verified?.gaps ?? [])],
      };
    },
    async edit(review) {
      if (editor === undefined) return review;
      round.onNote("waiting for the editor");
      return editSummary(review, { editor, ask, instructions: await readInstructions("edit"), signal });
    },
  };
}

async function demonstrate(
  findings: readonly Finding[],
  { host, allowRun }: VerificationPanel,
  { opened, folder, signal, onNote }: VerifiedRound,
): Promise<Demonstration[] | undefined> {
  const { base, head = "" } = opened.change.scope;
  if (!allowRun || !findings.some(({ repros }) => repros.length > 0)) return undefined;
  onNote("running repros");
  const { PATH = "", LANG = "C.UTF-8" } = commonEnvironment(host.env);
  return runRepros(findings, {
    allowRun,
    sandbox: await host.sandbox(),
    desk: { owner: basename(folder), store: opened.store, root: findDeskRoot(host.env) },
    head,
    base,
    env: { PATH, LANG },
    hidden: hiddenFolders({ opened, folder, host }),
    signal,
  });
}
