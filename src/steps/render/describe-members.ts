import type { ReportFinding, VoiceMember } from "#model/report.ts";
import type { Reviewer } from "#model/panel/reviewer.ts";

/** The members of a merged finding: `Codex GPT 5.5 S2 (duplicate): Old sessions work`. Empty where it has only one. */
export function describeMembers(
  { voices }: Pick<ReportFinding, "voices">,
  nameOf: (reviewer: Reviewer) => string,
): string[] {
  const lines = voices.flatMap(({ reviewer, members }) =>
    members.map((member) => `${nameOf(reviewer)} ${formatMember(member)}`),
  );
  return lines.length > 1 ? lines : [];
}

/** `S2 (duplicate): Old sessions work`; the title only where it is not the one shown. */
export function formatMember({ label, share, title }: Pick<VoiceMember, "label" | "share" | "title">): string {
  return `${label}${share === "primary" ? "" : ` (${share})`}${title === undefined ? "" : `: ${title}`}`;
}
