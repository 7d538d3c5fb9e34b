import { wrapCode } from "#grammar/spans.ts";
import { printable } from "#util/printable.ts";
import { capLines, plural } from "#util/words.ts";
import type { Audit, AuditGroup, AuditPlace } from "./audit.ts";
import { describeHits } from "../round/describe-gaps.ts";

/** The formats of an audit. */
export const AUDIT_FORMATS = ["terminal", "md", "json"] as const;
export type AuditFormat = (typeof AUDIT_FORMATS)[number];

/** Renders an audit with at most `limit` places for each check. */
export function renderAudit(audit: Audit, { format, limit }: { format: AuditFormat; limit: number }): string {
  if (format === "json") return `${JSON.stringify({ format: "deep-review-audit", ...audit }, null, 2)}\n`;
  const marks = format === "md" ? MARKDOWN : TERMINAL;
  const lines = [
    marks.heading(`Audit of the tree at ${audit.commit.slice(0, 7)}`),
    "Problems that are in the code now, whoever introduced them. This is not a review: there is no change to review.",
    sumUp(audit),
    "",
    ...audit.groups.flatMap((group) => renderGroup(group, limit, marks)),
    ...audit.switchedOff.map((entry) => marks.item(describeHits(entry))),
    ...audit.limits.map((limitation) => marks.item(printable(limitation))),
  ];
  return `${lines.join("\n").trimEnd()}\n`;
}

interface Marks {
  heading(text: string): string;
  group(text: string): string;
  item(text: string): string;
  code(text: string): string;
}

const TERMINAL: Marks = {
  heading: (text) => text,
  group: (text) => text,
  item: (text) => `  ${text}`,
  code: (text) => text,
};

const MARKDOWN: Marks = {
  heading: (text) => `# ${text}\n`,
  group: (text) => `\n## ${text}\n`,
  item: (text) => `- ${text}`,
  code: wrapCode,
};

function sumUp({ files, checks, groups }: Audit): string {
  const places = groups.reduce((sum, { count }) => sum + count, 0);
  return `${plural(files.read, "file")} read, ${files.listed} skipped, ${files.unread} not readable; ${plural(checks.looked, "check")} ran, ${groups.length} found something in ${plural(places, "place")}.`;
}

function renderGroup({ check, title, severity, count, places }: AuditGroup, limit: number, marks: Marks): string[] {
  const head = marks.group(`${check} (${severity}, ${plural(count, "place")}): ${title}`);
  const shown = capLines(
    places.map((place) => renderPlace(place, marks)),
    limit,
    `: --limit ${places.length}`,
  );
  return [head, ...shown.map((line) => marks.item(line)), ""];
}

function renderPlace({ path, line, text, note }: AuditPlace, { code }: Marks): string {
  const shown = text === "" ? "" : `: ${code(printable(text))}`;
  return `${code(printable(`${path}:${line}`))}${shown}${note === undefined ? "" : ` (${printable(note)})`}`;
}
