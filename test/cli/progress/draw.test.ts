import { readFileSync } from "node:fs";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { reviewerId } from "#model/ids.ts";
import type { RoundEvent } from "#model/panel/round-event.ts";
import { displayWidth, painter } from "#util/terminal.ts";
import { drawRound } from "../../../src/cli/progress/draw.ts";
import { afterEvent, afterStop, NOTHING_YET, type RoundView } from "../../../src/cli/progress/rows.ts";

const ada = reviewerId("ada");
const paint = painter(false);
const scope = (...names: string[]): RoundEvent => ({
  type: "scope",
  covers: "main",
  files: 2,
  added: 10,
  removed: 3,
  panel: names.map((name) => ({ id: reviewerId(name.toLowerCase()), name })),
});
const note = (text: string, findings?: number): RoundEvent => ({
  type: "reviewer:note",
  reviewer: ada,
  note: text,
  findings,
});
const end = (outcome: "completed" | "failed", earlier = false): RoundEvent => ({
  type: "reviewer:end",
  reviewer: ada,
  run: {
    reviewer: ada,
    pass: 1,
    outcome,
    durationSeconds: 3.4,
    textStatus: "verbatim",
    ...(outcome === "failed" ? { message: "quota exceeded\nsee the log" } : {}),
  },
  findings: 2,
  earlier,
});
const view = (...events: RoundEvent[]): RoundView =>
  events.reduce((state, event) => afterEvent(state, event, 1000), NOTHING_YET);
const draw = (state: RoundView, columns = 80, lines?: number): string[] =>
  drawRound(state, { columns, paint, now: 2500, lines });
const start: RoundEvent = { type: "reviewer:start", reviewer: ada };

describe("the rows of a round", () => {
  test("say what is reviewed and who waits", () => {
    expect(draw(view(scope("Ada", "Brook")))).toEqual([
      "Reviewing main (2 files, +10 −3)",
      "  Ada    waiting",
      "  Brook  waiting",
    ]);
  });

  test("say what a reviewer does, for how long, and what it has found so far", () => {
    expect(draw(view(scope("Ada"), start, note("reading src/a.ts", 2)))[1]).toBe(
      "  Ada  running  1.5s  2 findings so far, reading src/a.ts",
    );
  });

  test("a note without a count leaves the count before", () => {
    expect(draw(view(scope("Ada"), start, note("a", 1), note("b")))[1]).toContain("1 finding so far, b");
  });

  test("a reviewer that ended has its own time, one that failed its reason on one line", () => {
    expect(draw(view(scope("Ada"), start, end("completed")))[1]).toBe("  Ada  done     3.4s  2 findings");
    expect(draw(view(scope("Ada"), start, end("failed")))[1]).toBe("  Ada  failed   3.4s  quota exceeded see the log");
  });

  test("one that had ended before a resumed round is said to have", () => {
    expect(draw(view(scope("Ada"), end("completed", true)))[1]).toContain("before the interruption");
  });

  test("a round that was stopped leaves nobody running", () => {
    const rows = draw(afterStop(view(scope("Ada", "Brook"), start)));
    expect(rows.slice(1).join()).toMatch(/Ada.*stopped.*Brook.*stopped/);
  });

  test("a reviewer that the panel does not have changes nothing", () => {
    const before = view(scope("Brook"));
    expect(afterEvent(before, start, 0)).toEqual(before);
  });

  test("on a short screen those at work are shown, the others counted", () => {
    const names = ["Brook", "Cleo", "Dara", "Ada"];
    expect(draw(view(scope(...names), start), 80, 4)).toEqual([
      "Reviewing main (2 files, +10 −3)",
      "  Brook  waiting",
      "  Ada    running  1.5s",
      "  and 2 more: 2 waiting",
    ]);
  });

  test("a narrow terminal has the name and one word", () => {
    expect(draw(view(scope("Ada"), start, note("reading")), 30)[1]).toBe("  Ada  1.5s");
    expect(draw(view(scope("Ada")), 30)[1]).toBe("  Ada  waiting");
  });

  test("no line is too wide, none too many, and nothing in a name or note reaches the terminal raw", () => {
    const text = fc.oneof(fc.string({ unit: "grapheme" }), fc.constantFrom("\u001b[2J", "日本語".repeat(20), "a\nb\r"));
    fc.assert(
      fc.property(
        fc.array(text, { maxLength: 12 }),
        text,
        fc.integer({ min: 8, max: 120 }),
        fc.integer({ min: 3, max: 20 }),
        (names, said, columns, lines) => {
          const panel = names.map((name, at) => ({ id: reviewerId(at === 0 ? "ada" : `r${at}`), name }));
          const state = view(
            { type: "scope", covers: said, files: 1, added: 0, removed: 0, panel },
            start,
            note(said, 3),
            { type: "round:note", note: said },
          );
          const drawn = draw(state, columns, lines);
          expect(drawn.length).toBeLessThanOrEqual(lines);
          for (const line of drawn) {
            expect(displayWidth(line)).toBeLessThanOrEqual(columns);
            // oxlint-disable-next-line no-control-regex
            expect(line).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/);
          }
        },
      ),
    );
  });
});

test("the README shows the title line as it is drawn", () => {
  const covers = "branch feature/retries, 3 commits since main @ 9f2c4e6";
  const { title } = view({ ...scope("Ada"), covers, files: 4, added: 61, removed: 12 } as RoundEvent);
  const readme = readFileSync(new URL("../../../README.md", import.meta.url), "utf8");
  expect(readme).toContain(`\n\`\`\`\n${title}\n`);
});
