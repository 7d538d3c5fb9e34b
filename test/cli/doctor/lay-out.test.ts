import { describe, expect, test } from "vitest";
import { drawSections, wrapText } from "../../../src/cli/doctor/lay-out.ts";
import { displayWidth } from "#util/terminal.ts";

const parts = [
  {
    title: "Agents",
    rows: [
      {
        label: "Claude Code",
        state: { text: "ready", style: "green" as const },
        lines: ["one two three ".repeat(10).trim()],
      },
      { label: "A label that is too long", lines: ["beside nothing", "/a/path/without/any/blank/".repeat(6)] },
    ],
  },
];
const lines = (width: number): string[] => drawSections(parts, { width, color: false }).split("\n");

describe("a screen of rows", () => {
  test.each([40, 59, 60, 80, 100])("fits into %d columns, and loses nothing", (width) => {
    expect(Math.max(...lines(width).map(displayWidth))).toBeLessThanOrEqual(width);
    const bare = lines(width).join("").replaceAll(" ", "");
    expect(bare).toContain("/a/path/without/any/blank/".repeat(6));
    expect(bare.split("onetwothree")).toHaveLength(11);
  });

  test("has labels beside their text where there is room, and above it where there is not", () => {
    expect(lines(80)[1]).toMatch(/^ {2}Claude Code {2}ready$/);
    expect(lines(40).slice(1, 3)).toEqual(["  Claude Code", "    ready"]);
  });

  test("colours only when it is told to, and shows control characters instead of sending them", () => {
    const hostile = [{ title: "T", rows: [{ label: "a\u001b[2J", lines: ["b\u0007\u202e"] }] }];
    const text = drawSections(hostile, { width: 80, color: false });
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/);
    expect(text).toContain("\\u001b[2J");
    expect(drawSections(parts, { width: 80, color: true })).toContain("\u001b[32mready");
  });
});

test("wide characters are broken by their width", () => {
  expect(wrapText("レビュー".repeat(6), 10).every((line) => displayWidth(line) <= 10)).toBe(true);
});
