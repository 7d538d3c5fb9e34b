import type { FixGrounding } from "#model/grounding.ts";
import type { ReportFinding } from "#model/report.ts";
import type { Review } from "#model/review.ts";
import { commentable } from "./diff-windows.ts";
import type { DiffPlace } from "./place-finding.ts";
import { isUninvited } from "./from-comments.ts";
import { suggestionBlock } from "./text/fence.ts";

/** A fix that can be committed with one click, and the lines that the comment must span for it. */
export interface Suggestion {
  readonly at: DiffPlace;
  readonly block: string;
  /** The diff that it replaces. */
  readonly diff: string;
}

/**
 * The fix of a finding as a suggestion: only if it applied exactly to the reviewed commit, changes one block of lines,
 * and this block is in the same part of the diff as the comment. Contested fixes, those based on code that was not
 * found, those of uninvited authors, and patches that do not hold what they promise are not offered.
 */
export function suggestFix(review: Review, finding: ReportFinding, at: DiffPlace): Suggestion | undefined {
  // What a run of ours speaks against is never offered.
  if (finding.patch?.isOffered === false) return undefined;
  const tested = finding.patch?.state === "tested" ? finding.patch.diffs : [];
  const [diff, ...others] = tested.length > 0 ? tested : (finding.fix?.diffs ?? []);
  if (diff === undefined || others.length > 0 || at.side === "LEFT") return undefined;
  if (finding.contested !== undefined || finding.evidence.level === "unsupported") return undefined;
  const grounding = groundingOf(review, finding, diff);
  if (grounding?.status !== "applies" || (grounding.moved ?? 0) !== 0 || (grounding.fuzzy ?? 0) !== 0) return undefined;
  const { path, replaces } = grounding;
  if (replaces === undefined || path !== at.path) return undefined;
  const { start, end, by } = replaces;
  // The lines of the comment and of the fix together, if one part of the diff shows them all.
  const reach = { start: Math.min(start, at.start), end: Math.max(end, at.end), side: at.side };
  if (commentable(review.scope, path, reach)?.start !== reach.start) return undefined;
  const block = suggestionBlock(by);
  return block === undefined ? undefined : { at: { path, side: at.side, start, end }, block, diff };
}

/** The check result of this very diff, if a reviewer of ours proposed it. */
function groundingOf(
  { findings, groundings = [] }: Review,
  { cluster, voices }: ReportFinding,
  diff: string,
): FixGrounding | undefined {
  const invited = voices.filter(({ reviewer }) => !isUninvited(reviewer)).flatMap(({ members }) => members);
  for (const member of cluster.members) {
    if (!invited.some(({ finding }) => finding === member.finding)) continue;
    const index = findings.find(({ id }) => id === member.finding)?.fix?.diffs.indexOf(diff) ?? -1;
    const own = groundings.find(({ finding }) => finding === member.finding);
    if (index >= 0 && own !== undefined) return own.fixes[index];
  }
  return undefined;
}
