import type { ReviewerRun } from "#model/panel/reviewer.ts";
import type { Player } from "./panel-call.ts";

/** What came of one case for one player. */
export interface Row {
  readonly title: string;
  readonly player: Player;
  readonly run: ReviewerRun;
}

/** A table of what was tried with whom and what the report says of it, in Markdown. */
export function faultTable(rows: readonly Row[]): string {
  const sorted = rows.toSorted((a, b) => compare(a.title, b.title) || compare(a.player, b.player));
  const lines = sorted.map(({ title, player, run }) => {
    const seconds = (run.durationSeconds ?? 0).toFixed(1);
    return `| ${[title, player, outcomeOf(run), cell(saidOf(run)), seconds].join(" | ")} |`;
  });
  return ["| case | reviewer | outcome | what the report says | s |", "|---|---|---|---|---:|", ...lines, ""].join(
    "\n",
  );
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function outcomeOf({ outcome, isPartial, text = "" }: ReviewerRun): string {
  if (outcome !== "failed") return outcome;
  return isPartial === true ? `failed, ${text.length} characters kept` : "failed";
}

function saidOf({ message, incidents = [] }: ReviewerRun): string {
  const said = [...(message === undefined ? [] : [message]), ...incidents.map(({ text }) => text)];
  const [first = "", second] = said;
  const more = said.length > 2 ? ` (and ${said.length - 2} more)` : "";
  return second === undefined ? first : `${cut(first)}; ${cut(second)}${more}`;
}

const cut = (text: string): string => (text.length <= 110 ? text : `${text.slice(0, 109)}…`);

const cell = (text: string): string => text.replace(/[\p{Cc}\s]+/gu, " ").replaceAll("|", "\\|");
