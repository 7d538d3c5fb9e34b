import { basename } from "node:path";
import { findDeskRoot } from "#adapters/desk/desk-root.ts";
import { readInstructions } from "#adapters/files/package-folder.ts";
import type { OpenedChange } from "#adapters/git/open-change.ts";
import type { Finding } from "#model/finding.ts";
import { type Gate, type GateResult, gateSeconds } from "#model/panel/gate.ts";
import type { PatchTrial } from "#model/panel/patch.ts";
import type { Reviewer } from "#model/panel/reviewer.ts";
import type { Review } from "#model/review.ts";
import type { Demonstration, OpenProblem, Verification } from "#model/panel/verification.ts";
import type { GroundingSource } from "#steps/ground-findings/grounding-source.ts";
import { type AgentHost, type ChosenAgent, commonEnvironment } from "./agent-host.ts";
import { questionAgent } from "./question-agent.ts";
import { hiddenFolders, planSetUp } from "./agent-member.ts";
import { editSummary } from "./verify/edit-summary.ts";
import { type ReproResult, runRepros } from "./verify/run-repro.ts";
import { tryPatches } from "./verify/try-patches.ts";
import { keptVerifications, verifyProblems } from "./verify/verify-problems.ts";

/** The verifiers, the editor, and whether we may run repros. */
export interface VerificationPanel {
  readonly host: AgentHost;
  readonly verifiers: readonly ChosenAgent[];
  readonly editor: ChosenAgent | undefined;
  readonly allowRun: boolean;
  /** The gates that run in this round: patches are tried with those that are green. */
  readonly gates?: readonly Gate[];
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
  /** The head of the previous round. Absent: there is none, or it cannot be trusted. */
  readonly previous?: string | undefined;
  readonly earlier: readonly Verification[];
  readonly onAnswer: (verification: Verification) => Promise<void>;
  readonly onNote: (note: string) => void;
}

export interface VerificationResult {
  readonly verifications?: readonly Verification[];
  readonly demonstrations?: readonly Demonstration[];
  readonly patches?: readonly PatchTrial[] | undefined;
  readonly gaps: readonly string[];
}

/** What is to be verified when all reviews are there. */
export interface FinishedReviews {
  readonly problems: readonly OpenProblem[];
  readonly findings: readonly Finding[];
  /** The patches of the findings, as git sees them. */
  readonly patches: readonly PatchTrial[];
  /** What the gates showed without any patch. */
  readonly gates: readonly GateResult[];
}

/** Verifies the findings of reviewers that have ended, while others still run. */
export interface VerificationRun {
  /** Called after each review. Sends important findings to a verifier immediately. */
  verifyEarly(problems: readonly OpenProblem[]): void;
  /** Called once, after all reviews. */
  finish(reviews: FinishedReviews): Promise<VerificationResult>;
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
    async finish(reviews) {
      if (verifiers.length > 0) round.onNote("waiting for the verifier");
      const verified = await verifier?.finish(reviews.problems);
      return {
        verifications: verified?.verifications,
        ...(panel.allowRun ? await runWhatFindingsBring(reviews, panel, round) : {}),
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

/** Runs the repros of findings, and the gates with their patches. */
async function runWhatFindingsBring(
  { findings, patches, gates }: FinishedReviews,
  { host, allowRun, gates: configured = [] }: VerificationPanel,
  { opened, folder, signal, previous: former, onNote }: VerifiedRound,
): Promise<Pick<VerificationResult, "demonstrations" | "patches">> {
  const hasRepros = findings.some(({ repros }) => repros.length > 0);
  if (!hasRepros && patches.length === 0) return {};
  onNote("running repros");
  const { base, head = "" } = opened.change.scope;
  const { PATH = "", LANG = "C.UTF-8" } = commonEnvironment(host.env);
  const sandbox = await host.sandbox();
  const hidden = hiddenFolders({ opened, folder, host });
  const desk = {
    owner: basename(folder),
    store: opened.store,
    root: findDeskRoot(host.env),
    setup: planSetUp({ opened, folder, host }),
    submodules: host.submodules,
  };
  const previous =
    former === undefined || former === head || former === base ? undefined : await opened.findCommit(former);
  const applying = patches.filter(({ state }) => state === "applies");
  const results = await runRepros(findings, {
    allowRun,
    sandbox,
    desk,
    head,
    // Before the first commit there is nothing to compare with.
    base: opened.base.files.length === 0 ? undefined : base,
    previous,
    added: addedPaths(opened),
    patches: new Map(applying.map(({ finding, patch }) => [finding, patch])),
    env: { PATH, LANG },
    hidden,
    signal,
  });
  const green = configured.flatMap((gate) => {
    const result = gates.find(({ name, state }) => name === gate.name && state === "green");
    return result === undefined ? [] : [{ gate, seconds: gateSeconds(result) }];
  });
  const tried = await tryPatches(
    { trials: patches, findings, results },
    { gates: green, desk: { ...desk, head }, sandbox, path: PATH, hidden, signal, onNote },
  );
  return {
    ...(hasRepros && { demonstrations: results.map((result) => withPatch(result, tried)) }),
    patches: tried,
  };
}

function addedPaths({ base, head }: VerifiedRound["opened"]): string[] {
  const before = new Set(base.files.map(({ path }) => path));
  return head.files.flatMap(({ path }) => (before.has(path) ? [] : [path]));
}

/** A demonstration with what became of its finding's patch, if the repro was run with it. */
function withPatch({ demonstration, flip }: ReproResult, patches: readonly PatchTrial[]): Demonstration {
  const trial = patches.find(({ finding }) => finding === demonstration.finding);
  return trial === undefined || flip === undefined
    ? demonstration
    : { ...demonstration, patch: { state: trial.state, why: trial.why } };
}
