import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { html, markupOf } from "#steps/render/html/escape.ts";
import { type BarRow, barRows } from "#steps/render/charts/bar-rows.ts";
import { columnChart } from "#steps/render/charts/columns.ts";
import { matrix } from "#steps/render/charts/matrix.ts";
import { niceTicks, quantile, share, wilson } from "#steps/render/charts/numbers.ts";
import { strips } from "#steps/render/charts/strips.ts";
import { pc, px } from "#steps/render/charts/svg.ts";

describe("numbers", () => {
  test("an empty whole has no share", () => {
    expect([share(1, 4), share(0, 4), share(0, 0)]).toEqual([0.25, 0, undefined]);
  });

  test("quantiles interpolate and do not need sorted values", () => {
    expect([quantile([3, 1, 2], 0.5), quantile([1, 2, 3, 4], 0.5), quantile([7], 0.25), quantile([], 0.5)]).toEqual([
      2,
      2.5,
      7,
      undefined,
    ]);
  });

  test("the range around a rate is wide for a small base and never leaves 0 to 1", () => {
    const small = wilson(3, 4);
    const large = wilson(300, 400);
    expect((small?.high ?? 0) - (small?.low ?? 0)).toBeGreaterThan(0.5);
    expect((large?.high ?? 0) - (large?.low ?? 0)).toBeLessThan(0.1);
    expect(wilson(0, 5)?.low).toBe(0);
    expect(wilson(5, 5)?.high).toBe(1);
    expect(wilson(0, 0)).toBeUndefined();
  });

  test.each([
    [54, [0, 20, 40, 60]],
    [9, [0, 2, 4, 6, 8, 10]],
    [1, [0, 0.2, 0.4, 0.6, 0.8, 1]],
    [0, [0, 0.2, 0.4, 0.6, 0.8, 1]],
  ])("ticks up to %d are round", (max, ticks) => {
    expect(niceTicks(max)).toEqual(ticks);
  });

  test("ticks always reach the highest value, and are few", () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-6, max: 1e9, noNaN: true }), (max) => {
        const ticks = niceTicks(max);
        expect(ticks.at(-1)).toBeGreaterThanOrEqual(max * (1 - 1e-9));
        expect(ticks.length).toBeLessThanOrEqual(7);
      }),
    );
  });

  test.each([5e-324, -1, Number.NaN, Infinity, 1e308])("ticks are few for %d too", (max) => {
    expect(niceTicks(max).length).toBeLessThanOrEqual(7);
  });

  test("a coordinate is always a number", () => {
    expect([px(1.23456), px(Number.NaN), px(Infinity), pc(0.5), pc(2), pc(Number.NaN)]).toEqual([
      "1.23",
      "0",
      "0",
      "50%",
      "100%",
      "0%",
    ]);
  });
});

const odd = fc.oneof(fc.double(), fc.constantFrom(0, -1, Number.NaN, Infinity, 1e300), fc.nat(500));

describe("charts never draw a number that is none", () => {
  test("bars", () => {
    fc.assert(
      fc.property(fc.array(odd, { maxLength: 4 }), odd, (shares, low) => {
        const segments = shares.map((part) => ({ share: part, tint: "good", look: "full" as const, title: "t" }));
        check(markupOf(barRows([{ label: html`x`, title: "x", segments, whisker: { low, high: low }, value: "v" }])));
      }),
    );
  });

  test("columns", () => {
    fc.assert(
      fc.property(fc.array(odd, { maxLength: 6 }), odd, (values, top) => {
        const columns = values.map((value) => ({
          title: "c",
          label: "l",
          tick: "t",
          pieces: [{ value, tint: "good", look: "light" as const }],
        }));
        check(markupOf(columnChart({ title: "t", columns, top, height: 80 })));
      }),
    );
  });

  test("strips and matrices", () => {
    fc.assert(
      fc.property(fc.array(odd, { maxLength: 9 }), (values) => {
        check(
          markupOf(
            strips(
              [
                {
                  label: html`x`,
                  title: "x",
                  tint: "good",
                  dots: values.map((value) => ({ value, title: "d" })),
                  value: "v",
                },
              ],
              "min",
            ),
          ),
        );
        const cells = values.map((value) => ({ text: "x", strength: value, title: "c" }));
        const size = { nameWidth: 40, cellWidth: 40, cellHeight: 30 };
        check(
          markupOf(
            matrix({
              title: "t",
              columns: values.map(String).map(() => "c"),
              rows: [{ name: "r", tint: "good", cells }],
              ...size,
            }),
          ),
        );
      }),
    );
  });
});

describe("pictures", () => {
  test("have a role, a title and a description for those who do not see them", () => {
    const markup = markupOf(
      columnChart({ title: "Findings <per> round", desc: "2, 1", columns: [], top: 1, height: 40 }),
    );
    expect(markup).toContain('role="img"><title>Findings &lt;per&gt; round</title><desc>2, 1</desc>');
  });

  test("a label stands in a bar only if there is room", () => {
    expect(markupOf(barRows([row(0.6)]))).toContain("with others");
    expect(markupOf(barRows([row(0.1)]))).not.toContain("with others");
  });
});

function check(markup: string): void {
  expect(markup).not.toMatch(/NaN|Infinity|undefined|\[object/);
}

function row(part: number): BarRow {
  const segment = { share: part, tint: "good", look: "light" as const, label: "with others", title: "t" };
  return { label: html`x`, title: "x", value: "v", segments: [segment] };
}
