import { ACCEPTED_TITLE, DECLINED_TITLE, EARLIER_COLUMNS, NOTHING, reasonInAction } from "#grammar/report/own-parts.ts";
import { readReportHeading } from "#grammar/report/report-headings.ts";
import { closeFences, type ScannedLine, scanLines } from "#grammar/lines.ts";
import { unescapeProse } from "#grammar/report/escape-structure.ts";
import { decodeCell, readTable, type Table } from "#grammar/tables.ts";
import type { Decision, Resolution } from "#model/decision.ts";
import { clusterId } from "#model/ids.ts";
import { severityLetter } from "#model/severity.ts";
import { type PreviousFinding, previousFindingSchema } from "#model/history/lineage.ts";
import { blockText } from "./split-report.ts";

/** The resolution: its fields, the prose around the table, and one decision per row. */
export function readResolution(
  lines: readonly ScannedLine[],
  isCluster: (label: string) => boolean,
): { resolution: Resolution; decisions: Decision[] } {
  const texts = lines.map(({ text }) => text);
  const fields: { key: string; value: string }[] = [];
  const decisions: Decision[] = [];
  const prose: ScannedLine[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at];
    if (line === undefined) continue;
    const table = line.inFence ? undefined : readTable(texts, at);
    const columns = table === undefined ? undefined : resolutionColumns(table);
    if (table === undefined || (columns === undefined && table.head.some((cell) => cell !== ""))) prose.push(line);
    else {
      for (const row of table.rows) {
        if (columns === undefined)
          fields.push({
            key: (row[0] ?? "").replaceAll("**", ""),
            value: row
              .slice(1)
              .filter((cell) => cell !== "")
              .join(" | "),
          });
        else decisions.push(readDecision(row, columns, isCluster));
      }
      at += table.length - 1;
    }
  }
  const notes = unescapeProse(closeFences(blockText(prose)));
  return { resolution: { fields, ...(notes === "" ? {} : { notes }) }, decisions };
}

/**
 * The items below a heading "Declined in prior rounds", or our "Risks accepted in prior rounds", in a section's text.
 */
export function readDeclined(text: string): Decision[] {
  const decisions: Decision[] = [];
  let kind: "declined" | "accepted-risk" | undefined;
  let item: string[] = [];
  const finish = (): void => {
    if (item.length > 0 && kind !== undefined) decisions.push(declinedDecision(item.join(" "), kind));
    item = [];
  };
  for (const { text: line, inFence } of scanLines(text)) {
    const heading = inFence ? undefined : readReportHeading(line);
    const title = heading?.title ?? (inFence ? undefined : /^\*\*([^*]+)\*\*:?$/.exec(line)?.[1]);
    if (title !== undefined) {
      finish();
      kind = title === ACCEPTED_TITLE ? "accepted-risk" : /^declined\b/i.test(title) ? "declined" : undefined;
    } else if (kind !== undefined && /^(?:[-*+]|\d{1,2}[.)]) /.test(line)) {
      finish();
      item = [line.replace(/^\S+ +/, "")];
    } else if (item.length > 0 && line.trim() !== "") item.push(line.trim());
  }
  finish();
  return decisions;
}

/** Tables of earlier findings and their status, below a heading that says so: the section's own or one in it. */
export function readPrevious({ title, text }: { readonly title: string; readonly text: string }): PreviousFinding[] {
  const scanned = scanLines(text);
  const texts = scanned.map((line) => line.text);
  const previous: PreviousFinding[] = [];
  let isPrevious = PREVIOUS.test(title);
  for (const [at, { text: line, inFence }] of scanned.entries()) {
    if (inFence) continue;
    const heading = readReportHeading(line);
    if (heading !== undefined) isPrevious = PREVIOUS.test(heading.title);
    const table = isPrevious ? readTable(texts, at) : undefined;
    if (table === undefined || table.head.length < 3) continue;
    if (EARLIER_COLUMNS.every((column, index) => table.head[index] === column)) {
      previous.push(...table.rows.flatMap(readOwnRow));
      continue;
    }
    for (const [ref = "", title = "", ...status] of table.rows) {
      const words = status.join(" | ");
      previous.push({ ref, title, status: previousStatus(words), text: words });
    }
  }
  return previous;
}

const PREVIOUS = /^(?:previous|prior|earlier)\b.*\b(?:findings?|review|rounds?)\b/i;

/** A row of the table that we print ourselves, with known columns. */
function readOwnRow(row: readonly string[]): PreviousFinding[] {
  const [ref = "", severity, title = "", status, text = "", , again = "", decision] = row;
  const known = previousFindingSchema.safeParse({
    ref,
    title: decodeCell(title),
    // Printed in words: `partly fixed`.
    status: status?.trim().replaceAll(" ", "-"),
    text: decodeCell(text),
    ...(severity === NOTHING ? {} : { severity }),
    ...(again === NOTHING ? {} : { raisedAgain: again.split(", ") }),
    ...(decision === NOTHING ? {} : { decision }),
  });
  return known.success ? [known.data] : [{ ref, title, status: previousStatus(status ?? ""), text }];
}

interface Columns {
  readonly finding: number;
  readonly action: number;
  readonly reason: number | undefined;
}

function resolutionColumns({ head }: Table): Columns | undefined {
  const at = (word: RegExp): number | undefined => {
    const index = head.findIndex((cell) => word.test(cell));
    return index < 0 ? undefined : index;
  };
  const finding = at(/finding|item|issue/i);
  const action = at(/action|resolution|status/i);
  if (finding === undefined || action === undefined) return undefined;
  return { finding, action, reason: at(/reason|notes?\b|why/i) };
}

function readDecision(row: readonly string[], columns: Columns, isCluster: (label: string) => boolean): Decision {
  const text = row[columns.finding] ?? "";
  const action = row[columns.action] ?? "";
  const stated = columns.reason === undefined ? "" : (row[columns.reason] ?? "");
  const reason = stated === "" ? reasonInAction(action) : stated;
  const { kind, label } = readDecisionSubject(text);
  const cluster = label !== undefined && isCluster(label) ? { cluster: clusterId(label) } : {};
  return {
    kind: decisionKind(action),
    action,
    about: { kind, ...cluster, text },
    reason,
    source: "resolution",
  };
}

function declinedDecision(item: string, kind: "declined" | "accepted-risk"): Decision {
  const bold = /^\*\*(.+?)\*\*\s*(?:—|–|--|-|:)?\s*(.*)$/s.exec(item);
  const [text, rest] = bold?.[1] === undefined ? [item, ""] : [bold[1], bold[2] ?? ""];
  const verb = kind === "declined" ? /^(declined[^:.]{0,200})[:.]\s*(.*)$/is : /^(accepted[^:.]{0,200})[:.]\s*(.*)$/is;
  const worded = verb.exec(rest);
  const reason = (worded?.[2] ?? rest).trim();
  return {
    // Older reports of ours had both in one list.
    kind: /^declined, risk accepted\b/.test(rest) ? "accepted-risk" : kind,
    action: worded?.[1]?.trim() ?? (kind === "declined" ? DECLINED_TITLE : ACCEPTED_TITLE),
    about: { kind: "finding", text },
    ...(reason === "" ? {} : { reason }),
    source: "earlier-rounds",
  };
}

/** The meaning of an action cell: `Fixed (new helper)`, `Skipped — by design`. */
function decisionKind(action: string): Decision["kind"] {
  const words = action.toLowerCase().replace(/^[\s*_`]+/, "");
  if (
    /^(?:fixed|auto|test|tests|documentation updated|docs? updated|updated|resolved|done|addressed|implemented|changed|removed|added)\b/.test(
      words,
    )
  )
    return "fixed";
  if (/^(?:skipped|skip|declined|deferred|rejected|won['’]t|wontfix|not fixed|no change)\b/.test(words))
    return "declined";
  if (/^(?:commented|comment)\b/.test(words)) return "commented";
  if (/^(?:n\/a|not applicable|moot|invalid)\b/.test(words)) return "not-applicable";
  if (/^(?:accepted|acknowledged)\b/.test(words)) return "accepted-risk";
  return /^reopened\b/.test(words) ? "reopened" : "other";
}

/** The subject of a row: `Important #2: title`, `Testing Gap 1-4`, `Lint: …`. `label` is the cluster's id. */
function readDecisionSubject(text: string): { kind: Decision["about"]["kind"]; label?: string } {
  const plain = text.replace(/^[\s*_`]+/, "");
  const finding = /^(critical|important|suggestion)s?(?: issue| finding)? ?#?([CIS]?)(\d{1,3})(?![\d-])/i.exec(plain);
  if (finding?.[1] !== undefined) {
    const letter = severityLetter(finding[1].toLowerCase() as "critical" | "important" | "suggestion");
    return { kind: "finding", label: `${letter}${Number(finding[3])}` };
  }
  const label = /^([CIS]\d{1,3})\b/.exec(plain)?.[1];
  if (label !== undefined) return { kind: "finding", label };
  if (/^(?:critical|important|suggestion)/i.test(plain)) return { kind: "finding" };
  if (/^test/i.test(plain)) return { kind: "testing" };
  if (/^doc/i.test(plain)) return { kind: "documentation" };
  return { kind: /^design/i.test(plain) ? "design" : "other" };
}

/** The meaning of a status cell in a table of earlier findings. */
function previousStatus(text: string): PreviousFinding["status"] {
  const words = text.toLowerCase();
  if (/\bpart(?:ly|ially)\b/.test(words)) return "partly-fixed";
  if (/\b(?:declined|skipped)\b/.test(words)) return "declined";
  if (/\b(?:not|un-?)\s?(?:addressed|fixed|resolved)|\bopen\b|\bstill\b/.test(words)) return "open";
  return /\b(?:addressed|fixed|resolved|closed|done)\b/.test(words) ? "fixed" : "unknown";
}
