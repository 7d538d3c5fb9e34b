import type { Report } from "#model/report.ts";
import { displayWidth, fitEnd, fitStart, padEnd, type Paint } from "#util/terminal.ts";
import { printableLine } from "#util/printable.ts";
import { describeEarlier, type EarlierLine } from "./round-lines.ts";
import { SEVERITY_STYLES } from "./severity-styles.ts";
import { wrap } from "./wrap.ts";

interface Page {
  readonly width: number;
  readonly paint: Paint;
}

const INDENT = "  ";
/** A title in a narrower column stands below its name. */
const ENOUGH = 24;

/** What became of each earlier finding: its name, status and whole title, below it how bad it is, where, and its fix. */
export function renderHistory(report: Report, { width, paint }: Page): string[] {
  const said = describeEarlier(report);
  if (said === undefined) return [];
  const room = width - INDENT.length;
  const names = Math.min(widest(said.rows.map(({ name }) => printableLine(name))), Math.floor(width / 3));
  const statuses = Math.min(widest(said.rows.map(({ status }) => status)), room - names - 2);
  return [
    ...wrap(printableLine(said.sentence), room).map((line) => INDENT + paint(["bold"], line)),
    ...said.rows.flatMap((row) => rowLines(row, { width: room, paint, names, statuses })).map((line) => INDENT + line),
    ...said.notes.flatMap((note) => wrap(printableLine(note), room)).map((line) => INDENT + paint(["dim"], line)),
  ];
}

function rowLines(row: EarlierLine, page: Page & { readonly names: number; readonly statuses: number }): string[] {
  const { width, paint, names, statuses } = page;
  const name = padEnd(fitStart(printableLine(row.name), names), names);
  const status = paint(row.isSettled ? ["dim"] : ["yellow"], padEnd(fitEnd(row.status, statuses), statuses));
  const beside = width - names - statuses - 4;
  const isStacked = beside < ENOUGH;
  const column = isStacked ? names + 2 : names + statuses + 4;
  const titles = wrap(printableLine(row.title), width - column, row.isSettled ? 2 : 6);
  const [first = "", ...others] = isStacked ? ["", ...titles] : titles;
  const margin = " ".repeat(column);
  return [
    `${name}  ${status}  ${first}`.trimEnd(),
    ...others.map((line) => margin + line),
    ...factLine(row, width - column, paint).map((line) => margin + line),
  ];
}

function factLine({ severity, facts }: EarlierLine, width: number, paint: Paint): string[] {
  const lead = severity === undefined ? "" : fitEnd(severity, width);
  const rest = facts.map(printableLine).join("   ");
  if (lead === "" && rest === "") return [];
  const left = width - displayWidth(lead) - 3;
  const painted = severity === undefined ? "" : paint(SEVERITY_STYLES[severity], lead);
  if (lead === "") return [paint(["dim"], fitStart(rest, width))];
  if (rest === "") return [painted];
  if (displayWidth(rest) <= left) return [`${painted}   ${paint(["dim"], rest)}`];
  return [painted, ...facts.map((fact) => paint(["dim"], fitStart(printableLine(fact), width)))];
}

function widest(texts: readonly string[]): number {
  return Math.max(0, ...texts.map(displayWidth));
}
