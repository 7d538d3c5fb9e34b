import type { SectionKey } from "#model/assessment.ts";
import { SEVERITIES, type Severity } from "#model/severity.ts";
import { DERIVED_TITLES, LEDGER_TITLE, UNPLACED_TITLE, PANEL_TITLE } from "./own-parts.ts";

/** The part of a report that a heading opens. `wrapper` only groups others; `other` is unknown to the grammar. */
export type ReportPart =
  | { readonly kind: "section"; readonly key: SectionKey }
  | { readonly kind: "findings"; readonly severity: Severity }
  | {
      readonly kind:
        | "wrapper"
        | "retro"
        | "process"
        | "resolution"
        | "appendix"
        | "derived"
        | "ledger"
        | "panel"
        | "unplaced"
        | "other";
    };

export interface ReportHeading {
  readonly level: number;
  /** Without Markdown marks and section number: `Executive Summary`. */
  readonly title: string;
}

/** Longer lines are never headings. */
const MAX_HEADING = 1000;

/** A heading of up to nine levels: re-levelled reports go beyond Markdown's six. */
export function readReportHeading(line: string): ReportHeading | undefined {
  if (line.length > MAX_HEADING) return undefined;
  const match = /^ {0,3}(#{1,9})[ \t]+(\S.*)$/.exec(line);
  if (match?.[1] === undefined || match[2] === undefined) return undefined;
  const title = trimMarks(match[2].trim()).replace(/^\d{1,2}\. (?=\S)/, "");
  return { level: match[1].length, title: trimMarks(title) };
}

export function reportPart(title: string): ReportPart {
  const words = title.toLowerCase().replaceAll(/\s+/g, " ").replace(/[:.]$/, "").trim();
  for (const severity of SEVERITIES) {
    if (SEVERITY_TITLES[severity].includes(words)) return { kind: "findings", severity };
  }
  const key = SECTION_TITLES.get(words);
  if (key !== undefined) return { kind: "section", key };
  if (/^appendix\b/.test(words)) return { kind: "appendix" };
  return { kind: OTHER_TITLES.get(words) ?? "other" };
}

/** The heading of the findings of each severity. */
export const FINDINGS_TITLE: Readonly<Record<Severity, string>> = {
  critical: "Critical Issues",
  important: "Important Issues",
  suggestion: "Suggestions",
};

const SEVERITY_TITLES: Readonly<Record<Severity, readonly string[]>> = {
  critical: ["critical", "critical issues", "critical findings", "critical issue"],
  important: ["important", "important issues", "important findings", "important issue"],
  suggestion: ["suggestion", "suggestions", "suggestion findings", "suggested improvements"],
};

const SECTION_TITLES: ReadonlyMap<string, SectionKey> = new Map([
  ["executive summary", "summary"],
  ["design observations", "design"],
  ["design observation", "design"],
  ["testing assessment", "testing"],
  ["test assessment", "testing"],
  ["documentation assessment", "documentation"],
  ["commit structure", "commits"],
  ["acknowledged limitations", "limitations"],
  ["unresolved feedback", "unresolved"],
]);

const OTHER_TITLES: ReadonlyMap<string, Exclude<ReportPart["kind"], "section" | "findings">> = new Map([
  ["consolidated review", "wrapper"],
  ["findings", "wrapper"],
  ["agent performance retro", "retro"],
  ["reviewer performance retro", "retro"],
  ["review process notes", "process"],
  ["skill improvement recommendations", "process"],
  ["improvement recommendations", "process"],
  ["resolution", "resolution"],
  [LEDGER_TITLE.toLowerCase(), "ledger"],
  [PANEL_TITLE.toLowerCase(), "panel"],
  [UNPLACED_TITLE.toLowerCase(), "unplaced"],
  ...Object.values(DERIVED_TITLES).map((title) => [title.toLowerCase(), "derived"] as const),
  // The name of "Moved and Dropped Findings" in reports of earlier versions.
  ["routed and dropped findings", "derived"],
]);

function trimMarks(title: string): string {
  const bold = /^\*\*([^*]+)\*\*$/.exec(title);
  return bold?.[1] ?? title;
}
