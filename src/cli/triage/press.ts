import { editLine, type Key } from "./edit-line.ts";
import {
  currentRow,
  type TriageMode,
  type TriageStep,
  shownRows,
  targets,
  type TriageState,
  unsaved,
} from "./state.ts";

/** The checklist after a key. Never throws. */
export function press(state: TriageState, key: Key): TriageState {
  if (key.ctrl === true && key.name === "c") return { ...state, outcome: "interrupted" };
  // Outside a question, each letter of a pasted text would be a command.
  if (key.isPasted === true && state.mode.kind !== "reason" && state.mode.kind !== "filter") return state;
  const calm = { ...state, note: "" };
  switch (state.mode.kind) {
    case "list":
      return pressInList(calm, key);
    case "finding":
    case "help":
      return pressInText(calm, state.mode, key);
    case "filter":
      return pressInFilter(calm, state.mode.text, key);
    case "reason":
      return pressInReason(calm, state.mode, key);
    case "leaving":
      return pressWhenLeaving(calm, key);
  }
}

function pressInList(state: TriageState, key: Key): TriageState {
  const row = currentRow(state);
  switch (nameOf(key)) {
    case " ":
      return row === undefined ? state : move({ ...state, marked: toggled(state.marked, row.id) }, 1);
    case "a":
      return markAll(state);
    case "d":
      return row === undefined ? state : { ...state, mode: { kind: "reason", of: "declined", text: "", offered: -1 } };
    case "r":
      return row === undefined
        ? state
        : { ...state, mode: { kind: "reason", of: "accepted-risk", text: "", offered: -1 } };
    case "f":
      return decide(state, { kind: "fixed" });
    case "o":
      return reopen(state);
    case "return":
    case "enter":
    case "v":
      return row === undefined ? state : { ...state, mode: { kind: "finding", scroll: 0 } };
    case "/":
      return { ...state, mode: { kind: "filter", text: state.filter }, cursor: 0 };
    case "escape":
      return { ...state, filter: "", marked: new Set(), cursor: cursorAt(state, row?.id) };
    case "u":
      return undo(state);
    case "s":
      return { ...state, outcome: "save" };
    case "q":
      return unsaved(state) === 0 ? { ...state, outcome: "leave" } : { ...state, mode: { kind: "leaving" } };
    case "?":
      return { ...state, mode: { kind: "help", scroll: 0 } };
    default:
      return moveBy(state, key);
  }
}

const PAGE = 10;

/** How many lines a key moves up or down; undefined for other keys. */
function stepsOf(key: Key): number | undefined {
  switch (nameOf(key)) {
    case "up":
    case "k":
      return -1;
    case "down":
    case "j":
      return 1;
    case "pageup":
      return -PAGE;
    case "pagedown":
      return PAGE;
    case "home":
    case "g":
      return -Infinity;
    case "end":
    case "G":
      return Infinity;
    default:
      return undefined;
  }
}

function moveBy(state: TriageState, key: Key): TriageState {
  const by = stepsOf(key);
  return by === undefined ? state : move(state, by);
}

function move(state: TriageState, by: number): TriageState {
  const last = Math.max(0, shownRows(state).length - 1);
  return { ...state, cursor: Math.min(last, Math.max(0, state.cursor + by)) };
}

function toggled(marked: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const others = new Set(marked);
  if (!others.delete(id)) others.add(id);
  return others;
}

function markAll(state: TriageState): TriageState {
  const shown = shownRows(state).map(({ id }) => id);
  const areAll = shown.every((id) => state.marked.has(id));
  return { ...state, marked: areAll ? new Set() : new Set([...state.marked, ...shown]) };
}

/** The position of a row when all are shown again. */
function cursorAt({ rows }: TriageState, id: string | undefined): number {
  return Math.max(
    0,
    rows.findIndex((row) => row.id === id),
  );
}

function decide(state: TriageState, choice: Omit<TriageStep, "ids">): TriageState {
  const ids = targets(state).map(({ id }) => id);
  if (ids.length === 0) return { ...state, note: "no finding is shown" };
  const note = `${ids.length === 1 ? ids[0] : `${ids.length} findings`}: ${choice.kind}; not saved yet`;
  const after = { ...state, steps: [...state.steps, { ids, ...choice }], marked: new Set<string>(), note };
  // A filter on what was decided may hide the row at the cursor.
  return move({ ...after, mode: { kind: "list" } }, 0);
}

function reopen(state: TriageState): TriageState {
  const decided = targets(state).filter(
    ({ id, decision }) => decision !== undefined || state.steps.some(({ ids }) => ids.includes(id)),
  );
  if (decided.length === 0) return { ...state, note: "there is no decision to reopen" };
  return decide({ ...state, marked: new Set(decided.map(({ id }) => id)) }, { kind: "reopened" });
}

function undo(state: TriageState): TriageState {
  const last = state.steps.at(-1);
  if (last === undefined) return { ...state, note: "there is nothing to undo" };
  const note = `undone: ${last.ids.join(", ")} ${last.kind}`;
  return move({ ...state, steps: state.steps.slice(0, -1), note }, 0);
}

function pressInText(
  state: TriageState,
  mode: Extract<TriageMode, { readonly scroll: number }>,
  key: Key,
): TriageState {
  const by = stepsOf(key);
  // Drawing knows how long the text is, and stops at its end.
  if (by !== undefined)
    return { ...state, mode: { ...mode, scroll: Math.max(0, Math.min(mode.scroll + by, MAX_LENGTH)) } };
  if (key.name === "space") return { ...state, mode: { ...mode, scroll: Math.min(mode.scroll + PAGE, MAX_LENGTH) } };
  const list: TriageState = { ...state, mode: { kind: "list" } };
  // The keys that decide work here, too: people read, then decide.
  return mode.kind === "finding" && ["d", "r", "f", "o"].includes(nameOf(key)) ? pressInList(list, key) : list;
}

const MAX_LENGTH = 100_000;

function pressInFilter(state: TriageState, before: string, key: Key): TriageState {
  if (isEnter(key)) return { ...state, mode: { kind: "list" } };
  if (key.name === "escape") return { ...state, filter: "", cursor: 0, mode: { kind: "list" } };
  const text = editLine(before, key);
  return { ...state, filter: text, cursor: 0, mode: { kind: "filter", text } };
}

function pressInReason(
  state: TriageState,
  mode: Extract<TriageMode, { readonly kind: "reason" }>,
  key: Key,
): TriageState {
  if (key.name === "escape") return { ...state, mode: { kind: "list" } };
  if (key.name === "up" || key.name === "down") return { ...state, mode: offer(state, mode, key.name) };
  if (!isEnter(key)) return { ...state, mode: { ...mode, text: editLine(mode.text, key), offered: -1 } };
  const reason = mode.text.trim();
  if (reason === "") return { ...state, note: "a reason is required; Escape goes back" };
  const reasons = [reason, ...state.reasons.filter((one) => one !== reason)];
  return decide({ ...state, reasons }, { kind: mode.of, reason });
}

function offer(
  { reasons }: TriageState,
  mode: Extract<TriageMode, { readonly kind: "reason" }>,
  to: "up" | "down",
): TriageMode {
  const offered = Math.min(reasons.length - 1, Math.max(-1, mode.offered + (to === "down" ? 1 : -1)));
  return { ...mode, offered, text: reasons[offered] ?? "" };
}

function pressWhenLeaving(state: TriageState, key: Key): TriageState {
  const name = nameOf(key);
  if (name === "s") return { ...state, outcome: "save" };
  return name === "q" ? { ...state, outcome: "leave" } : { ...state, mode: { kind: "list" } };
}

const isEnter = ({ name }: Key): boolean => name === "return" || name === "enter";

/** The typed character, else the name of the key; empty with Ctrl or Alt. */
function nameOf({ name = "", sequence = "", ctrl, meta }: Key): string {
  if (ctrl === true || (meta === true && name !== "escape")) return "";
  return sequence.length === 1 && sequence >= " " && sequence <= "~" ? sequence : name;
}
