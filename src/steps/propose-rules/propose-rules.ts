import { createHash } from "node:crypto";
import { isSilencing, RuleComparison } from "./compare-rules.ts";
import type { Complaint } from "./complaints/complaint.ts";
import { draftComplaints } from "./draft-complaints.ts";
import { draftNotes, type ReviewNote } from "./draft-notes.ts";
import { draftContradicted, draftRemovals } from "./draft-upkeep.ts";
import type { DraftProposal, RuleProposal, StandingRule } from "./proposal.ts";
import { safeWording } from "./safe-wording.ts";

export interface ProposeInput {
  /** Oldest first. */
  readonly notes: readonly ReviewNote[];
  /** Oldest first. */
  readonly complaints: readonly Complaint[];
  readonly rules: readonly StandingRule[];
  /** `2026-11-16`. */
  readonly today: string;
}

/**
 * The rules that a repository should add, change or remove, judging by its reviews and decisions. What an existing
 * rule covers is not proposed again. The same input gives the same proposals in the same order.
 */
export function proposeRules({ notes, complaints, rules, today }: ProposeInput): RuleProposal[] {
  const [long, short] = [addDays(today, LONG), addDays(today, SHORT)];
  const declines = draftComplaints(complaints, short);
  const texts = [...rules.map(({ item }) => item.text), ...notes.map(({ wording }) => wording)];
  const comparison = new RuleComparison([...texts, ...declines.map(({ wording }) => wording)]);
  const drafts = [
    ...draftNotes(notes, { rules, comparison, until: long }),
    ...declines.map((draft) => contradict(draft, rules, comparison)),
    ...draftContradicted(rules, { comparison, complaints, until: short }),
    ...draftRemovals(rules, { comparison, today }),
  ];
  const wanted = drafts.filter((draft) => draft.kind !== "add" || !isCovered(draft, rules, comparison));
  return joinDrafts(wanted, comparison).map(nameProposal).toSorted(compareProposals);
}

const LONG = 365;
const SHORT = 180;

/** If people decline what a rule tells reviewers to look for, propose to change that rule instead of adding another. */
function contradict(draft: DraftProposal, rules: readonly StandingRule[], comparison: RuleComparison): DraftProposal {
  const subject = /“(.+?)”/.exec(draft.wording)?.[1] ?? draft.wording;
  const rule = rules.find(({ item }) => !isSilencing(item.text) && comparison.isAbout(subject, item.text));
  if (rule === undefined) return draft;
  return { ...draft, kind: "change", because: `${draft.because}, although a rule asks for it`, rule };
}

function isCovered({ wording }: DraftProposal, rules: readonly StandingRule[], comparison: RuleComparison): boolean {
  return rules.some(
    ({ item }) => isSilencing(item.text) === isSilencing(wording) && comparison.isSame(wording, item.text),
  );
}

/**
 * Joins equal drafts into one proposal that names all sources, in the words of the last; at most one proposal per
 * rule.
 */
function joinDrafts(drafts: readonly DraftProposal[], comparison: RuleComparison): DraftProposal[] {
  const joined: DraftProposal[] = [];
  for (const draft of drafts) {
    const at = joined.findIndex((other) => isOneProposal(draft, other, comparison));
    const other = joined[at];
    if (other === undefined) joined.push(draft);
    else joined[at] = { ...other, sources: uniqueSources([...other.sources, ...draft.sources]) };
  }
  return joined;
}

function isOneProposal(one: DraftProposal, other: DraftProposal, comparison: RuleComparison): boolean {
  if (one.rule !== undefined || other.rule !== undefined) return one.rule?.item === other.rule?.item;
  return isSilencing(one.wording) === isSilencing(other.wording) && comparison.isSame(one.wording, other.wording);
}

function uniqueSources(sources: DraftProposal["sources"]): DraftProposal["sources"] {
  return [...new Map(sources.map((source) => [`${source.kind} ${source.ref}`, source])).values()];
}

function nameProposal(draft: DraftProposal): RuleProposal {
  const wording = safeWording(draft.wording);
  const content = JSON.stringify([draft.kind, wording, draft.paths ?? [], draft.rule?.file, draft.rule?.item.text]);
  const id = `P-${createHash("sha256").update(content).digest("hex").slice(0, 10)}`;
  return { ...draft, wording, id };
}

const KINDS = ["add", "change", "remove"];

function compareProposals(one: RuleProposal, other: RuleProposal): number {
  return (
    KINDS.indexOf(one.kind) - KINDS.indexOf(other.kind) ||
    other.sources.length - one.sources.length ||
    (one.id < other.id ? -1 : 1)
  );
}

function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}
