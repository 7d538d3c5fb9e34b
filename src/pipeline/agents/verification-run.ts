import { basename } from "node:path";
import { findDeskRoot } from "#adapters/desk/desk-root.ts";
import { readInstructions } from "#adapters/files/package-folder.ts";
import type { OpenedChange } from "#adapters/git/open-change.ts";
import type { Finding } from "#model/finding.ts";
import type { Reviewer } from "#model/panel/reviewer.ts";
import type { Review } from "#model/review.ts";
import type { Demonstration, Verification } from "#model/panel/verification.ts";
import type { GroundingSource } from "#steps/ground-findings/grounding-source.ts";
import type { OpenProblem } from "#steps/verify-findings/choose-claims.ts";
import { type AgentHost, type ChosenAgent, commonEnvironment } from "./agent-host.ts";
import { questionAgent } from "./question-agent.ts";
import { hiddenFolders } from "./attempt-agent.ts";
import { editSummary } from "./verify/edit-summary.ts";
import { runRepros } from "./verify/run-repro.ts";
import { keptVerifications } from "./verify/kept-verifications.ts";
import { verifyProblems } from "./verify/verify-problems.ts";

/** Who looks a second time: verifiers, an editor, and whether we may run repros. */
export interface VerificationPanel {
  readonly host: AgentHost;
  /** Empty: nothing is verified. */
  readonly verifiers: readonly ChosenAgent[];
  readonly editor: ChosenAgent | undefined;
  readonly allowRun: boolean;
  /** Who should look and cannot be called, in plain words; absent: nobody. */
  readonly missing?: readonly string[];
}

/** The round that is looked at. */
export interface LookedAt {
  readonly opened: OpenedChange;
  readonly folder: string;
  readonly source: GroundingSource;
  readonly reviewers: readonly Reviewer[];
  readonly signal: AbortSignal;
  readonly earlier: readonly Verification[];
  readonly onAnswer: (verification: Verification) => Promise<void>;
  readonly onNote: (note: string) => void;
}

/** What second looks come to. */
export interface VerificationResult {
  readonly verifications?: readonly Verification[];
  readonly demonstrations?: readonly Demonstration[];
  readonly gaps: readonly string[];
}

/** Looks a second time at what reviewers say, while others still speak. */
export interface VerificationRun {
  /** Somebody has ended: what matters is put to a verifier at once. */
  take(problems: readonly OpenProblem[]): void;
  /** Everybody has ended. To be called once. */
  finish(problems: readonly OpenProblem[], findings: readonly Finding[]): Promise<VerificationResult>;
  /** Lets the editor word the finished record, where there is one. */
  edit(review: Review): Promise<Review>;
}

/** Begins to look. */
export async function startVerification(who: VerificationPanel, round: LookedAt): Promise<VerificationRun> {
  const { host, verifiers, editor } = who;
  const { opened, folder, source, reviewers, signal, earlier, onAnswer } = round;
  const ask = questionAgent({ host, opened, folder, onNote: () => {} });
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
    take: (problems) => verifier?.take(problems),
    async finish(problems, findings) {
      if (verifiers.length > 0) round.onNote("waiting for the verifier");
      const verified = await verifier?.finish(problems);
      const demonstrations = await demonstrate(findings, who, round);
      return {
        ...(verified === undefined ? {} : { verifications: verified.verifications }),
        demonstrations,
        gaps: [...(who.missing ?? []), ...(verified?.gaps ?? [])],
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
  { opened, folder, signal, onNote }: LookedAt,
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
