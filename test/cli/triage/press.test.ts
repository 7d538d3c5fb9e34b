import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { press } from "#cli/triage/press.ts";
import { currentRow, openChecklist, plannedFor, shownRows, type TriageState, unsaved } from "#cli/triage/state.ts";
import { aStandingDecision } from "../../helpers/decisions.ts";
import { keys } from "./keys.ts";

const row = (id: string, title: string, decided = false) => ({
  id,
  severity: id.startsWith("I") ? ("important" as const) : ("suggestion" as const),
  title,
  place: `src/${id}.ts:1`,
  decision: decided ? aStandingDecision() : undefined,
});
const start = openChecklist(
  [row("I1", "Retries never stop"), row("S1", "A name lies"), row("S2", "Dead code", true)],
  ["said before", "and before that"],
);
const after = (...pressed: string[]): TriageState => keys(...pressed).reduce(press, start);
const plans = (state: TriageState): string[] =>
  state.rows.flatMap((one) => {
    const step = plannedFor(state, one);
    return step === undefined ? [] : [`${one.id} ${step.kind}${step.reason === undefined ? "" : `: ${step.reason}`}`];
  });

describe("keys of the checklist", () => {
  test.each([
    [["j"], "S1"],
    [["down", "down", "down"], "S2"],
    [["G", "k"], "S1"],
    [["G", "g"], "I1"],
    [["pagedown", "up"], "S1"],
    [["up"], "I1"],
  ])("%j moves to %s", (pressed, id) => {
    expect(currentRow(after(...pressed))?.id).toBe(id);
  });

  test("decide about the row at the cursor, with a reason where one is needed", () => {
    expect(plans(after("d", ..."not now", "return"))).toEqual(["I1 declined: not now"]);
    expect(plans(after("j", "r", ..."ok", "return", "G", "f"))).toEqual(["S1 accepted-risk: ok", "S2 fixed"]);
  });

  test("decide about all that are marked, and unmark them", () => {
    const state = after("space", "space", "d", "x", "return");
    expect(plans(state)).toEqual(["I1 declined: x", "S1 declined: x"]);
    expect(state.marked.size).toBe(0);
    expect(plans(after("a", "f"))).toHaveLength(3);
    expect(after("a", "a").marked.size).toBe(0);
  });

  test("a reason is needed, can be corrected and offered again; Escape decides nothing", () => {
    expect(after("d", "space", "return")).toMatchObject({ steps: [], mode: { kind: "reason" } });
    expect(after("d", "space", "return").note).toContain("a reason is required");
    expect(plans(after("d", "a", "é", "backspace", "backspace", "b", "return"))).toEqual(["I1 declined: b"]);
    expect(plans(after("d", ..."a b", "ctrl-w", "c", "return"))).toEqual(["I1 declined: a c"]);
    expect(plans(after("d", ..."a b", "ctrl-u", "c", "return"))).toEqual(["I1 declined: c"]);
    expect(plans(after("d", "down", "down", "return"))).toEqual(["I1 declined: and before that"]);
    expect(plans(after("d", "down", "down", "up", "!", "return"))).toEqual(["I1 declined: said before!"]);
    expect(plans(after("d", "n", "return", "j", "r", "down", "return"))).toContain("S1 accepted-risk: n");
    expect(plans(after("d", "x", "escape"))).toEqual([]);
  });

  test("the last word counts, and can be taken back", () => {
    expect(plans(after("f", "d", "x", "return"))).toEqual(["I1 declined: x"]);
    expect(plans(after("f", "d", "x", "return", "u"))).toEqual(["I1 fixed"]);
    expect(plans(after("f", "u", "u"))).toEqual([]);
  });

  test("only what was decided can be reopened", () => {
    expect(after("o").note).toContain("no decision to reopen");
    expect(plans(after("G", "o"))).toEqual(["S2 reopened"]);
    // What was decided a moment ago is simply open again.
    expect(plans(after("f", "o"))).toEqual([]);
    expect(plans(after("a", "o"))).toEqual(["S2 reopened"]);
  });

  test("a filter takes words in any order, hides what is marked from decisions, and goes with Escape", () => {
    const state = after("/", ..."lies name", "return");
    expect(shownRows(state).map(({ id }) => id)).toEqual(["S1"]);
    expect(shownRows(after("/", ..."declined", "return")).map(({ id }) => id)).toEqual(["S2"]);
    expect(plans(after("a", "/", ..."dead", "return", "f"))).toEqual(["S2 fixed"]);
    expect(plans(after("/", ..."nowhere", "return", "f", "d", "o", "space"))).toEqual([]);
    expect(shownRows(after("/", ..."lies", "return", "escape"))).toHaveLength(3);
    expect(currentRow(after("/", ..."dead", "return", "escape"))?.id).toBe("S2");
    expect(shownRows(after("/", ..."lies", "escape"))).toHaveLength(3);
  });

  test("leaving asks where something is not saved", () => {
    expect(after("q").outcome).toBe("leave");
    expect(after("f", "q")).toMatchObject({ outcome: undefined, mode: { kind: "leaving" } });
    expect(after("f", "q", "x")).toMatchObject({ outcome: undefined, mode: { kind: "list" } });
    expect(after("f", "q", "q").outcome).toBe("leave");
    expect(after("f", "q", "s").outcome).toBe("save");
    expect(after("f", "s").outcome).toBe("save");
    expect(after("d", "ctrl-c").outcome).toBe("interrupted");
  });

  test("a finding is read in full and decided on from there", () => {
    expect(after("return", "j", "j").mode).toEqual({ kind: "finding", scroll: 2 });
    expect(after("v", "return").mode.kind).toBe("list");
    expect(plans(after("v", "d", "x", "return"))).toEqual(["I1 declined: x"]);
    expect(plans(after("v", "f"))).toEqual(["I1 fixed"]);
    expect(after("?", "x").mode.kind).toBe("list");
  });

  test("whatever is pressed, the cursor is on a row, and nothing is decided without a reason", () => {
    const any = fc.constantFrom(
      ..."jkgGadrfov/usq? x",
      "up",
      "down",
      "pageup",
      "pagedown",
      "return",
      "escape",
      "backspace",
      "tab",
      "ctrl-w",
      "ctrl-u",
      "alt-d",
      "f5",
      "日",
    );
    fc.assert(
      fc.property(fc.array(any, { maxLength: 40 }), (pressed) => {
        let state = start;
        for (const key of keys(...pressed)) {
          if (state.outcome === undefined) state = press(state, key);
        }
        const count = shownRows(state).length;
        expect(state.cursor).toBeLessThanOrEqual(Math.max(0, count - 1));
        expect(unsaved(state)).toBeLessThanOrEqual(3);
        for (const { kind, reason, ids } of state.steps) {
          expect(ids.length).toBeGreaterThan(0);
          if (kind === "declined" || kind === "accepted-risk") expect(reason?.trim()).toBeTruthy();
        }
      }),
    );
  });
});
