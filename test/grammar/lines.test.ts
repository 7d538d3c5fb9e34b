import { describe, expect, test } from "vitest";
import { closeFences, scanLines, splitLines } from "#grammar/lines.ts";

const codeLines = (text: string, endsFence?: (line: string, info: string) => boolean): number[] =>
  scanLines(text, endsFence === undefined ? {} : { endsFence })
    .filter(({ inFence }) => inFence)
    .map(({ number }) => number);

describe("lines", () => {
  test("every kind of line end splits, and a byte-order mark is dropped", () => {
    expect(splitLines("\uFEFFa\r\nb\rc\nd")).toEqual(["a", "b", "c", "d"]);
  });

  test("a fence is closed by the same sign, at least as long, with nothing behind it", () => {
    expect(codeLines("x\n````md\n```\n~~~~\n````go\n`````\ny")).toEqual([2, 3, 4, 5, 6]);
  });

  test("code on one line between three marks opens no fence", () => {
    expect(codeLines("```x``` is code\nprose")).toEqual([]);
  });

  test("the opening line says what stands behind it", () => {
    expect(scanLines("```bash repro\nls\n```")[0]?.fence).toEqual({ open: true, info: "bash repro" });
  });

  test("a caller can end a fence that was never closed", () => {
    const text = "```go\nx := 1\n## Suggestions\nprose";
    expect(codeLines(text)).toEqual([1, 2, 3, 4]);
    expect(codeLines(text, (line) => line.startsWith("## "))).toEqual([1, 2]);
  });

  test("an open fence is closed with its own sign, length and indent", () => {
    expect(closeFences("a\n  ~~~~yaml\n  b: 1")).toBe("a\n  ~~~~yaml\n  b: 1\n  ~~~~");
    expect(closeFences("```\na\n```")).toBe("```\na\n```");
  });
});
