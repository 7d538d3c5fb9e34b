import type { UnseenGroup } from "#model/history/report-history.ts";

/**
 * `3 reviewers found 9 problems, 2 of them seen by more than one. By their overlap, at least about 6 more (95 %: 1 to
 * 24) that reviewers like these can find are probably unseen.` Explains why if there is no estimate.
 */
export function describeUnseen(voices: number, groups: readonly UnseenGroup[], isLater: boolean): string {
  const all = groups.find(({ of }) => of === "all");
  if (all === undefined) return "";
  const found = all.seenBy.reduce((sum, count) => sum + count, 0);
  const shared = found - (all.seenBy[0] ?? 0);
  const what = isLater ? "not raised before " : "";
  const start = `${counted(voices, "independent reviewer")} found ${counted(found, "problem")} ${what}`.trimEnd();
  const overlap = voices > 1 ? `, ${shared} of them seen by more than one` : "";
  if (all.estimate === undefined) {
    return `${start}${overlap}. How many are probably unseen cannot be estimated: ${all.why ?? "there is too little data"}.`;
  }
  const parts = groups.filter(({ of, estimate }) => of !== "all" && estimate !== undefined);
  const tail = parts.map((group) => `${NAMES[group.of]}: ${range(group.estimate)}`).join("; ");
  return `${start}${overlap}. ${describeEstimate(all.estimate)}${tail === "" ? "" : ` By severity: ${tail}.`}`;
}

const NAMES: Readonly<Record<UnseenGroup["of"], string>> = {
  all: "in all",
  grave: "critical and important",
  suggestion: "suggestions",
};

type Estimate = NonNullable<UnseenGroup["estimate"]>;

function describeEstimate({ unseen, low, high }: Estimate): string {
  const interval = `(95 %: ${low} to ${high})`;
  return unseen === 0
    ? `Their overlap gives no sign of more ${interval} that reviewers like these can find.`
    : `By their overlap, at least about ${unseen} more ${interval} that reviewers like these can find are probably unseen.`;
}

function range(estimate: Estimate | undefined): string {
  return estimate === undefined ? "" : `${estimate.unseen} (95 %: ${estimate.low} to ${estimate.high})`;
}

function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
