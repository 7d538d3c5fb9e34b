import type { OpenedChange } from "#adapters/git/open-change.ts";
import type { Journal, StartEntry } from "#adapters/store/journal.ts";
import type { RoundEvent } from "#model/panel/round-event.ts";
import type { Verification } from "#model/panel/verification.ts";
import type { GroundingSource } from "#steps/ground-findings/grounding-source.ts";
import { maskAll } from "#util/secrets/mask-all.ts";
import type { Mask } from "#util/secrets/mask-secrets.ts";
import type { VerificationRun, VerificationPanel } from "../agents/verification-run.ts";

/** The round that is looked at a second time. */
export interface VerificationContext {
  readonly opened: OpenedChange;
  readonly journal: Journal;
  readonly start: StartEntry;
  readonly source: GroundingSource;
  /** What verifiers have said; grows. */
  readonly answers: Verification[];
  readonly mask: Mask;
  readonly emit: (event: RoundEvent) => void;
  readonly signal: AbortSignal;
}

/** Second looks are there only where somebody is to look; most rounds have none. */
export async function openVerification(
  second: VerificationPanel | undefined,
  { opened, journal, start, source, answers, mask, emit, signal }: VerificationContext,
): Promise<VerificationRun | undefined> {
  if (second === undefined) return undefined;
  const { verifiers, editor, allowRun, missing = [] } = second;
  const isNobody = verifiers.length === 0 && editor === undefined && !allowRun;
  if (isNobody && missing.length + answers.length === 0) return undefined;
  const { startVerification } = await import("../agents/verification-run.ts");
  return startVerification(second, {
    opened,
    folder: journal.folder,
    source,
    reviewers: start.panel,
    signal,
    earlier: [...answers],
    onAnswer(answer) {
      const verification = maskAll(answer, mask);
      answers.push(verification);
      return journal.append({ type: "verification", verification });
    },
    onNote: (note) => emit({ type: "round:note", note }),
  });
}
