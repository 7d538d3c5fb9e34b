import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { assign } from "#import/link-findings/assign.ts";

/** The best sum over all pairings, by trying them all. */
function best(scores: readonly (readonly number[])[], row = 0, taken: readonly number[] = []): number {
  const current = scores[row];
  if (current === undefined) return 0;
  let top = best(scores, row + 1, taken);
  for (const [column, score] of current.entries()) {
    if (!taken.includes(column)) top = Math.max(top, score + best(scores, row + 1, [...taken, column]));
  }
  return top;
}

describe("assign", () => {
  test("the best sum wins over the best single pair", () => {
    expect(
      assign([
        [0.9, 0.8],
        [0.8, 0],
      ]),
    ).toEqual([1, 0]);
  });

  test("rows without a score stay alone", () => {
    expect(assign([[0], [0.5], []])).toEqual([undefined, 0, undefined]);
    expect(assign([])).toEqual([]);
  });

  test("no pairing has a larger sum, and no column is used twice", () => {
    const matrix = fc.tuple(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 5 })).chain(([rows, columns]) =>
      fc.array(fc.array(fc.integer({ min: 0, max: 9 }), { minLength: columns, maxLength: columns }), {
        minLength: rows,
        maxLength: rows,
      }),
    );
    fc.assert(
      fc.property(matrix, (scores) => {
        const columns = assign(scores);
        const used = columns.filter((column) => column !== undefined);
        expect(new Set(used).size).toBe(used.length);
        const sum = columns.reduce<number>(
          (total, column, row) => total + (column === undefined ? 0 : (scores[row]?.[column] ?? 0)),
          0,
        );
        expect(sum).toBe(best(scores));
      }),
    );
  });

  test("a very large table is paired too", () => {
    const scores = Array.from({ length: 300 }, (_, row) =>
      Array.from({ length: 300 }, (_, column) => (row === column ? 1 : 0.1)),
    );
    expect(assign(scores)).toEqual(scores.map((_, row) => row));
  });
});
