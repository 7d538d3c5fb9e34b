import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { drawTriage } from "#cli/triage/draw.ts";
import { press } from "#cli/triage/press.ts";
import { openChecklist, type TriageRow, type TriageState } from "#cli/triage/state.ts";
import { displayWidth, painter } from "#util/terminal.ts";
import { aStandingDecision } from "../../helpers/decisions.ts";
import { keys } from "./keys.ts";

const rows: TriageRow[] = [
  { id: "I1", severity: "important", title: "Retries never stop", place: "src/deliver.ts:41", decision: undefined },
  {
    id: "S1",
    severity: "suggestion",
    title: "A name lies",
    place: "src/a/very/long/path/to/a/file/that/has/a/name.ts:7",
    decision: aStandingDecision({ until: "2027-01-31" }),
  },
];
const at = (state: TriageState, columns = 80, lines = 24, text: string[] = []): string[] =>
  drawTriage(state, { columns, rows: lines, paint: painter(false), title: "20261102-pr-42", text });
const after = (...pressed: string[]): TriageState =>
  keys(...pressed).reduce(press, openChecklist(rows, ["said before"]));

describe("the checklist on a screen", () => {
  test("has the findings by severity, with place and decision, and the one at the cursor in full", () => {
    const lines = at(after());
    expect(lines).toHaveLength(24);
    expect(lines.slice(0, 5)).toEqual([
      "20261102-pr-42: 2 findings, 1 decided",
      "Important",
      expect.stringMatching(/^> {3}I1 {2}Retries never stop {2,}src\/deliver\.ts:41$/),
      "Suggestions",
      expect.stringMatching(/^ {4}S1 {2}A name lies {2,}…\S*name\.ts:7 {2}declined$/),
    ]);
    expect(lines.slice(-5, -2)).toEqual(["I1  Retries never stop", "    src/deliver.ts:41", "    open"]);
    expect(lines.at(-1)).toContain("d decline");
  });

  test("shows marks, what is not saved, and why", () => {
    const lines = at(after("space", "k", "d", ..."not now", "return"));
    expect(lines[0]).toContain("2 decided, 1 not saved");
    expect(lines[2]).toMatch(/declined \*$/);
    expect(lines.join("\n")).toContain("declined, not saved yet: not now");
    expect(at(after("space"))[2]).toMatch(/^ {2}\* I1/);
    expect(at(after("j")).join("\n")).toContain(
      "declined until 2027-01-31 on 2026-11-02: the queue gives up after a day",
    );
  });

  test("asks for the reason in one line, of which the end is seen, and offers recent ones", () => {
    expect(at(after("d", ..."not")).at(-2)).toBe("decline I1 because: not_");
    const long = at(after("d", ..."y".repeat(200), "z")).at(-2) ?? "";
    expect(long).toMatch(/^decline I1 because: …y+z_$/);
    expect(at(after("d", "down")).join("\n")).toContain("> said before");
    expect(at(after("f", "q")).at(-2)).toContain("1 decision is not saved. s: save and quit");
    expect(at(after("/", ..."lies")).at(-2)).toBe("show only: lies_");
    expect(at(after("/", ..."nowhere", "return")).join("\n")).toContain("No finding has these words");
  });

  test("shows a finding as far as there is room, and scrolls to its end and no further", () => {
    const text = Array.from({ length: 50 }, (_, line) => `text ${line + 1}`);
    expect(at(after("v"), 80, 24, text)[1]).toBe("text 1");
    const end = at(after("v", "G"), 80, 24, text);
    expect(end[21]).toBe("text 50");
    expect(end).toHaveLength(24);
    expect(at(after("?")).join("\n")).toContain("u         undo");
  });

  test("the row at the cursor is always seen", () => {
    const many = Array.from({ length: 200 }, (_, index): TriageRow => ({ ...rows[0]!, id: `I${index + 1}` }));
    for (const count of [0, 7, 100, 199]) {
      const state = keys(...Array.from({ length: count }, () => "j")).reduce(press, openChecklist(many, []));
      for (const height of [5, 10, 24]) {
        expect(at(state, 80, height).some((line) => line.startsWith(`>   I${count + 1} `))).toBe(true);
      }
    }
  });

  test("no line is too wide, none too many, and nothing in a text reaches the terminal raw", () => {
    const text = fc.oneof(
      fc.string({ unit: "grapheme" }),
      fc.constantFrom("\u001b[2J\u202e", "日本語".repeat(20), "a\nb\r"),
    );
    const finding = fc.record({
      id: fc.constantFrom("I1", "S2", "C3"),
      severity: fc.constantFrom("critical", "important", "suggestion"),
      title: text,
      place: text,
      decision: text.map((reason) => aStandingDecision({ reason })),
    });
    const modes = fc.constantFrom([], ["d", "x"], ["d", "down"], ["v"], ["?"], ["/", "日"], ["f", "q"], ["a"]);
    fc.assert(
      fc.property(
        fc.array(finding as fc.Arbitrary<TriageRow>, { minLength: 1, maxLength: 8 }),
        text,
        modes,
        fc.tuple(fc.integer({ min: 11, max: 130 }), fc.integer({ min: 4, max: 40 })),
        (list, said, pressed, [columns, height]) => {
          const state = keys(...pressed).reduce(press, openChecklist(list, [said]));
          const drawn = at(state, columns, height, [said, said]);
          expect(drawn.length).toBeLessThanOrEqual(height);
          for (const line of drawn) {
            expect(displayWidth(line)).toBeLessThan(columns);
            // oxlint-disable-next-line no-control-regex
            expect(line).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e]/);
          }
        },
      ),
    );
  });
});
