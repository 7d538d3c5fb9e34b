import type { RuleComparison } from "./compare-rules.ts";
import { isSilencing } from "./compare-rules.ts";
import { type Complaint, onePerSeries } from "./complaints/complaint.ts";
import type { DraftProposal, StandingRule } from "./proposal.ts";

/** Rules to remove: what they cite is gone, they have expired, or they are duplicates. */
export function draftRemovals(
  rules: readonly StandingRule[],
  { comparison, today }: { comparison: RuleComparison; today: string },
): DraftProposal[] {
  return rules.flatMap((rule, at): DraftProposal[] => {
    const { item, gone = [], file } = rule;
    const remove = (because: string): DraftProposal => ({
      kind: "remove",
      wording: item.text,
      because,
      sources: [{ kind: "rule", ref: `${file}:${item.start}` }],
      paths: rule.paths,
      rule,
    });
    const until = item.mark?.until;
    if (until !== undefined && until < today) return [remove(`it was to hold until ${until}`)];
    if (gone.length > 0) return [remove(`${gone.map((name) => `\`${name}\``).join(", ")} was in the code and is gone`)];
    const first = rules.slice(0, at).find((other) => isTwice(rule, other, comparison));
    if (first === undefined) return [];
    return [{ ...remove(`${first.file}:${first.item.start} says the same`), stays: first.item.text }];
  });
}

function isTwice(rule: StandingRule, other: StandingRule, comparison: RuleComparison): boolean {
  const sameScope = JSON.stringify(rule.paths) === JSON.stringify(other.paths) || other.paths === undefined;
  if (!sameScope || rule.item.text.length < MIN_LENGTH) return false;
  return (
    isSilencing(rule.item.text) === isSilencing(other.item.text) && comparison.isTwin(rule.item.text, other.item.text)
  );
}

/** Short lines such as "See below." may legitimately occur twice. */
const MIN_LENGTH = 30;
const ENOUGH = 2;

/** Rules that tell reviewers to ignore what people, after the rule was written, fixed or reopened. */
export function draftContradicted(
  rules: readonly StandingRule[],
  { comparison, complaints, until }: { comparison: RuleComparison; complaints: readonly Complaint[]; until: string },
): DraftProposal[] {
  const wanted = complaints.filter(({ fate }) => fate === "fixed" || fate === "reopened");
  return rules.flatMap((rule): DraftProposal[] => {
    if (!isSilencing(rule.item.text)) return [];
    const against = wanted.filter(
      ({ title, date }) => isLater(rule, date) && comparison.isAbout(title, rule.item.text),
    );
    const refs = onePerSeries(against);
    const last = refs.at(-1);
    if (last === undefined || refs.length < ENOUGH) return [];
    return [
      {
        kind: "change",
        wording: `Raise “${last.title}” where it holds: people have fixed it, or opened it again, although a rule kept reviewers quiet.`,
        because: `decided against it in ${refs.length} reviews since the rule was written`,
        sources: refs.map(({ ref }) => ({ kind: "decision", ref })),
        paths: rule.paths,
        until,
        rule,
      },
    ];
  });
}

/** A rule of unknown date counts as older. */
function isLater({ written }: StandingRule, date: string | undefined): boolean {
  return written === undefined || (date !== undefined && date > written);
}
