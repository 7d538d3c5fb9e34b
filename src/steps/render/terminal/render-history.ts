import { formatLocation } from "#model/location.ts";
import type { EarlierRow } from "#model/history/report-history.ts";
import type { Report } from "#model/report.ts";
import type { Severity } from "#model/severity.ts";
import { displayWidth, fitEnd, fitStart, padEnd, type Paint } from "#util/terminal.ts";
import { printableLine } from "#util/printable.ts";
import { INDENT, SEVERITY_STYLES, type TerminalPage, widest, wrap } from "./layout.ts";

const MAX_EARLIER = 40;
const MAX_COMMITS = 2;
/** A title in a narrower column goes below its name. */
const MIN_TITLE_WIDTH = 24;

/**
 * What became of each earlier finding: name, status and title; below them its severity, place and fix. One that is open
 * and raised again is among the findings.
 */
export function renderHistory({ history }: Report, { width, paint }: TerminalPage): string[] {
  if (history === undefined) return [];
  const others = history.earlier.filter(({ finding }) => finding.status !== "open" || !finding.raisedAgain?.length);
  const rows = others.slice(0, MAX_EARLIER).map(rowOf);
  const more = others.length - MAX_EARLIER;
  const notes = [...(more > 0 ? [`and ${more} more, see the report`] : []), ...history.notes];
  const room = width - INDENT.length;
  const names = Math.min(widest(rows.map(({ name }) => name)), Math.floor(width / 3));
  const statuses = Math.min(widest(rows.map(({ status }) => status)), room - names - 2);
  return [
    ...wrap(printableLine(history.sentence), room).map((line) => paint(["bold"], line)),
    ...rows.flatMap((row) => rowLines(row, { width: room, paint, names, statuses })),
    ...notes.flatMap((note) => wrap(printableLine(note), room)).map((line) => paint(["dim"], line)),
  ].map((line) => INDENT + line);
}

interface Row {
  readonly name: string;
  readonly status: string;
  readonly title: string;
  readonly severity: Severity | undefined;
  /** Its first place, and the commits that touched its code. */
  readonly facts: readonly string[];
  readonly isSettled: boolean;
}

function rowOf({ finding, status }: EarlierRow): Row {
  const { ref, title, severity, locations = [], commits = [] } = finding;
  const [first] = locations;
  const others = locations.length > 1 ? ` +${locations.length - 1}` : "";
  const ids = commits.slice(-MAX_COMMITS).map(({ id }) => id.slice(0, 7));
  const isFixed = finding.status === "fixed" || finding.status === "partly-fixed";
  const facts = [
    ...(first === undefined ? [] : [formatLocation(first) + others]),
    ...(ids.length === 0 ? [] : [`${isFixed ? "fix" : "touched"} in ${ids.join(", ")}`]),
  ];
  return {
    name: printableLine(ref),
    status,
    title: printableLine(title),
    severity,
    facts: facts.map((fact) => printableLine(fact)),
    isSettled: !["open", "partly-fixed", "unknown"].includes(finding.status),
  };
}

function rowLines(row: Row, page: TerminalPage & { readonly names: number; readonly statuses: number }): string[] {
  const { width, paint, names, statuses } = page;
  const name = padEnd(fitStart(row.name, names), names);
  const status = paint(row.isSettled ? ["dim"] : ["yellow"], padEnd(fitEnd(row.status, statuses), statuses));
  const isStacked = width - names - statuses - 4 < MIN_TITLE_WIDTH;
  const column = isStacked ? names + 2 : names + statuses + 4;
  const titles = wrap(row.title, width - column, row.isSettled ? 2 : 6);
  const [first = "", ...others] = isStacked ? ["", ...titles] : titles;
  const margin = " ".repeat(column);
  return [
    `${name}  ${status}  ${first}`.trimEnd(),
    ...[...others, ...factLines(row, width - column, paint)].map((line) => margin + line),
  ];
}

function factLines({ severity, facts }: Row, width: number, paint: Paint): string[] {
  const rest = facts.join("   ");
  if (severity === undefined) return rest === "" ? [] : [paint(["dim"], fitStart(rest, width))];
  const lead = fitEnd(severity, width);
  const painted = paint(SEVERITY_STYLES[severity], lead);
  if (rest === "") return [painted];
  if (displayWidth(rest) <= width - displayWidth(lead) - 3) return [`${painted}   ${paint(["dim"], rest)}`];
  return [painted, ...facts.map((fact) => paint(["dim"], fitStart(fact, width)))];
}
