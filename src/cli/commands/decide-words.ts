import type { StandingDecision } from "#model/history/standing-decision.ts";
import type { DraftDecision } from "#pipeline/decisions/decide.ts";
import { fitEnd } from "#util/terminal.ts";
import { printableLine } from "#util/printable.ts";

/** The words for each kind of decision. */
export const KIND_WORDS: Readonly<Record<StandingDecision["kind"], string>> = {
  declined: "declined",
  "accepted-risk": "accepted as a risk",
  fixed: "fixed",
  reopened: "reopened",
};

/** The result of a choice, in one line. */
export function describeDraft(draft: DraftDecision): string {
  const { subject, decision } = draft;
  if (decision === undefined) return `${printableLine(subject.name)} is open; there is no decision about it`;
  const { kind, id, problem, until, scope } = decision;
  const about = `${fitEnd(printableLine(problem.title), 60)} (${id})`;
  if (draft.outcome === "new") {
    const limits = [KIND_WORDS[kind], until === undefined ? "" : `until ${until}`, describeDecisionScope(scope)];
    return `${printableLine(subject.name)} is ${limits.filter((part) => part !== "").join(" ")}: ${about}`;
  }
  if (kind === "reopened")
    return `${printableLine(subject.name)} is open again since ${describeDecidedBy(decision)}: ${about}`;
  const state = `${KIND_WORDS[kind]}${until === undefined ? "" : ` until ${until}`}`;
  return `${printableLine(subject.name)} was ${state} before, ${describeDecidedBy(decision)}: ${about}; nothing changes`;
}

/** `in pr-42 only`, or nothing. */
export function describeDecisionScope({ series }: StandingDecision["scope"]): string {
  return series === undefined ? "" : `in ${printableLine(series)} only`;
}

/** `2026-11-02, Ada Example`, without the email address. */
export function describeDecidedBy({ date, author, source }: StandingDecision): string {
  const name = author?.replace(/\s*<[^>]*>\s*$/, "") ?? "";
  const who = name === "" ? (author ?? (source === "import" ? "in the report" : "")) : name;
  return [date.slice(0, 10), printableLine(who)].filter((part) => part !== "").join(", ");
}
