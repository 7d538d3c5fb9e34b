import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decodeCell, encodeCell, formatTable, readTable, splitRow } from "#grammar/tables.ts";

describe("a row", () => {
  test.each([
    ["| a | b |", ["a", "b"]],
    ["| a | |", ["a", ""]],
    [String.raw`| a \| b | c |`, ["a | b", "c"]],
    [String.raw`| a \\| b |`, [String.raw`a \\`, "b"]],
    ["a | b", ["a", "b"]],
  ])("%j has the cells %j", (line, cells) => {
    expect(splitRow(line)).toEqual(cells);
  });
});

describe("a table", () => {
  test("ends at the first line that is no row", () => {
    const table = readTable(["| a | b |", "|---|:-:|", "| 1 | 2 |", "", "| 3 | 4 |"], 0);
    expect(table).toEqual({ head: ["a", "b"], rows: [["1", "2"]], length: 3 });
  });

  test("needs its separator", () => {
    expect(readTable(["| a |", "| b |"], 0)).toBeUndefined();
  });

  const cell = fc.string({ unit: fc.constantFrom("a", "|", "\\", "`", "<br>", "&lt;br>", "&amp;", "\n", " ", "é") });

  test("gives back the cells it was made of, whatever is in them", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1 }), (rows) => {
        const trimmed = rows.map((row) => row.map((text) => text.trim()));
        const text = formatTable(
          ["one", "two"],
          trimmed.map((row) => row.map(encodeCell)),
        );
        const read = readTable(text.split("\n"), 0);
        expect(read?.rows.map((row) => [0, 1].map((at) => decodeCell(row[at] ?? "")))).toEqual(trimmed);
      }),
    );
  });
});
