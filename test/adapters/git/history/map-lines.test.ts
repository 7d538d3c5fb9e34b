import { describe, expect, test } from "vitest";
import { type ChangedRun, mapLines, invertChange } from "#adapters/git/history/map-lines.ts";

const run = (oldStart: number, oldLines: number, newStart: number, newLines: number): ChangedRun => ({
  oldStart,
  oldLines,
  newStart,
  newLines,
});

describe("lines and a change", () => {
  test("are shifted by what comes before and left alone by what comes behind", () => {
    const runs = [run(2, 1, 2, 4), run(9, 0, 13, 2), run(40, 3, 44, 0)];
    expect(mapLines({ start: 20, end: 22 }, runs)).toMatchObject({ span: { start: 25, end: 27 }, isTouched: false });
  });

  test("take the place of what replaced them", () => {
    const found = mapLines({ start: 10, end: 12 }, [run(11, 4, 11, 2)]);
    expect(found).toMatchObject({ span: { start: 10, end: 12 }, unchanged: 1, changed: 2, removed: 0 });
    expect(found.replaced).toEqual([{ start: 11, end: 12 }]);
  });

  test("leave a gap when they are removed, which takes what is put there", () => {
    const gap = mapLines({ start: 10, end: 12 }, [run(10, 3, 9, 0)]);
    expect(gap).toMatchObject({ span: { start: 10, end: 9 }, removed: 3, unchanged: 0 });
    const back = mapLines(gap.span, [run(9, 0, 10, 3)]);
    expect(back).toMatchObject({ span: { start: 10, end: 12 }, isTouched: true });
    expect(mapLines(gap.span, [run(2, 0, 3, 5)])).toMatchObject({ span: { start: 15, end: 14 }, isTouched: false });
  });

  test("have what is put right beside them around them, unless their edges are frayed", () => {
    const beside = [run(9, 0, 10, 1), run(12, 0, 14, 1)];
    const lines = { start: 10, end: 12 };
    expect(mapLines(lines, beside)).toMatchObject({
      isTouched: false,
      isTouchedAround: true,
      span: { start: 11, end: 13 },
    });
    expect(mapLines(lines, beside, true)).toMatchObject({ isTouched: true, span: { start: 10, end: 14 } });
  });

  test("are not near what changed ten lines away", () => {
    expect(mapLines({ start: 20, end: 20 }, [run(10, 1, 10, 1), run(30, 1, 30, 1)]).isTouchedAround).toBe(false);
  });
});

test("every line that a change keeps is found where it stands, from both sides", () => {
  let seed = 7;
  const random = (below: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor(seed / 65_536) % below;
  };
  for (let round = 0; round < 300; round += 1) {
    const runs: ChangedRun[] = [];
    const pairs: [number, number][] = [];
    let [old, now] = [0, 0];
    for (let piece = 0; piece < 5; piece += 1) {
      // Two changes side by side would be one.
      for (let kept = 1 + random(4); kept > 0; kept -= 1) pairs.push([(old += 1), (now += 1)]);
      const [oldLines, newLines] = [random(4), random(4)];
      if (oldLines + newLines === 0) continue;
      runs.push(run(oldLines === 0 ? old : old + 1, oldLines, newLines === 0 ? now : now + 1, newLines));
      [old, now] = [old + oldLines, now + newLines];
    }
    for (const [one, other] of pairs) {
      const there = mapLines({ start: one, end: one }, runs);
      expect(there).toMatchObject({ span: { start: other, end: other }, unchanged: 1, isTouched: false });
      const back = mapLines({ start: other, end: other }, invertChange(runs));
      expect(back).toMatchObject({ span: { start: one, end: one }, unchanged: 1, isTouched: false });
    }
    const whole = mapLines({ start: 1, end: old }, runs, true);
    expect(whole.unchanged).toBe(pairs.length);
    expect(whole.unchanged + whole.changed + whole.removed).toBe(old);
    expect(whole.span.end).toBe(Math.max(now, whole.span.start - 1));
  }
});
