import type { ReportFinding, VoiceMember } from "#model/report.ts";

/** The members of a merged finding: `codex:S2 (duplicate): Old sessions work`. Empty where it has only one. */
export function describeMembers({ voices }: Pick<ReportFinding, "voices">): string[] {
  const lines = voices.flatMap(({ members }) => members.map(formatMember));
  return lines.length > 1 ? lines : [];
}

/**
 * `codex:S2 (duplicate): Old sessions work`; the title only where it is not the one shown. A reviewer's own label always
 * comes with the reviewer: a bare `S2` is a finding of the report.
 */
export function formatMember({ finding, share, title }: Pick<VoiceMember, "finding" | "share" | "title">): string {
  return `${finding}${share === "primary" ? "" : ` (${share})`}${title === undefined ? "" : `: ${title}`}`;
}
