import type { ReportFinding } from "#model/report.ts";
import { joinAnd } from "#util/words.ts";

/** `2 of 3 important findings are unproven`. Undefined: none is. */
export function describeUnproven(kept: readonly ReportFinding[]): string | undefined {
  const parts = (["critical", "important"] as const).flatMap((severity) => {
    const all = kept.filter((finding) => finding.severity === severity);
    const unproven = all.filter(({ evidence }) => evidence.unproven !== undefined);
    return unproven.length === 0 ? [] : [{ severity, unproven: unproven.length, all: all.length }];
  });
  if (parts.length === 0) return undefined;
  const counted = parts.map(({ severity, unproven, all }) => `${unproven} of ${all} ${severity}`);
  const { unproven = 0, all = 0 } = parts.at(-1) ?? {};
  const isOne = parts.length === 1 && unproven === 1;
  return `${joinAnd(counted)} ${all === 1 ? "finding" : "findings"} ${isOne ? "is" : "are"} unproven`;
}
