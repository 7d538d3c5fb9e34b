import type { RoundEvent } from "#model/panel/round-event.ts";
import { omitUndefined } from "#util/omit-undefined.ts";
import { plural } from "#util/words.ts";

/** The announced state of one reviewer. */
export interface ReviewerRow {
  readonly id: string;
  readonly name: string;
  readonly state: "waiting" | "running" | "done" | "failed" | "stopped";
  /** When it began, in milliseconds. */
  readonly since: number | undefined;
  /** How long it took, once it has ended. */
  readonly seconds: number | undefined;
  readonly note: string;
  readonly findings: number | undefined;
}

/** Everything that is known about a running round. */
export interface RoundView {
  readonly title: string;
  readonly rows: readonly ReviewerRow[];
  /** What the round as a whole does; empty while the reviewers work. */
  readonly note: string;
}

/** Before anything was announced. */
export const NOTHING_YET: RoundView = { title: "", rows: [], note: "" };

/** The view after one more event. `now` is in milliseconds. */
export function afterEvent(view: RoundView, event: RoundEvent, now: number): RoundView {
  switch (event.type) {
    case "scope":
      return { title: titleOf(event), rows: event.panel.map(waitingRow), note: "" };
    case "reviewer:start":
      return withRow(view, event.reviewer, { state: "running", since: now });
    case "reviewer:note":
      return withRow(view, event.reviewer, { note: event.note, findings: event.findings });
    case "reviewer:end":
      return withRow(view, event.reviewer, endOf(event));
    case "round:note":
      return { ...view, note: event.note };
    case "round:resume":
    case "round:known":
      return view;
    case "round:end":
      return { ...view, note: "" };
  }
}

/** The view after the round was stopped: no reviewer runs any more. */
export function afterStop(view: RoundView): RoundView {
  const rows = view.rows.map((row) =>
    row.state === "running" || row.state === "waiting" ? { ...row, state: "stopped" as const, note: "" } : row,
  );
  return { ...view, rows, note: "" };
}

type EventOf<T extends RoundEvent["type"]> = Extract<RoundEvent, { readonly type: T }>;

function titleOf({ covers, files, added, removed }: EventOf<"scope">): string {
  return `Reviewing ${covers} (${plural(files, "file")}, +${added} −${removed})`;
}

function waitingRow({ id, name }: EventOf<"scope">["panel"][number]): ReviewerRow {
  return { id, name, state: "waiting", since: undefined, seconds: undefined, note: "", findings: undefined };
}

function endOf({ run, findings, earlier }: EventOf<"reviewer:end">): Partial<ReviewerRow> {
  const seconds = run.durationSeconds;
  if (run.incidents?.some(({ kind }) => kind === "stopped") === true)
    return { state: "stopped", seconds, note: "", findings };
  if (run.outcome === "failed") return { state: "failed", seconds, note: run.message ?? "no reason given", findings };
  return { state: "done", seconds, note: earlier ? "before the interruption" : "", findings };
}

function withRow(view: RoundView, id: string, part: Partial<ReviewerRow>): RoundView {
  return { ...view, rows: view.rows.map((row) => (row.id === id ? { ...row, ...omitUndefined(part) } : row)) };
}
