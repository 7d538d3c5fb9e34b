import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { stem } from "#likeness/text/stem.ts";
import { tokensOf } from "#likeness/text/tokens.ts";

describe("the words of a text", () => {
  test("stop words go, the rest is stemmed and in order", () => {
    expect(tokensOf("The lock is not released when validation fails")).toEqual([
      "lock",
      "not",
      "releas",
      "validat",
      "fail",
    ]);
  });

  test.each([
    ["parseUserId", ["parseuserid", "pars", "user", "id"]],
    ["MAX_RETRY_COUNT", ["max_retry_count", "max", "retry", "count"]],
    ["HTTPServer", ["httpserver", "http", "server"]],
    ["src/api-client.ts", ["src/api-client.ts", "src", "api", "client", "ts"]],
    ["user.name", ["user.name", "user", "nam"]],
  ])("the name %s stands whole and in parts", (name, expected) => {
    expect(tokensOf(name)).toEqual(expected);
  });

  test("a capital at the start of a sentence makes no name", () => {
    expect(tokensOf("Missing check")).toEqual(["miss", "check"]);
  });

  test("a code span of several words is kept whole, whatever its spaces", () => {
    const [first] = tokensOf("`a  &&  b`");
    expect(tokensOf("here: `a && b`")).toContain(first);
  });

  test("one name in a code span is that name", () => {
    expect(tokensOf("`parseDate`")).toEqual(tokensOf("parseDate"));
  });

  test("text without words has none", () => {
    expect(tokensOf("")).toEqual([]);
    expect(tokensOf("… !?! ``")).toEqual([]);
  });

  test("other scripts are words too", () => {
    expect(tokensOf("Größe 检查").length).toBe(2);
  });

  test("any text can be read, and every word is lower case and not empty", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), (text) => {
        for (const token of tokensOf(text)) {
          expect(token).not.toBe("");
          expect(token).toBe(token.toLowerCase());
        }
      }),
    );
  });
});

describe("stems", () => {
  test.each([
    ["validates", "validation"],
    ["released", "releases"],
    ["running", "runs"],
    ["queries", "query"],
    ["initialization", "initialized"],
  ])("%s and %s are one word", (a, b) => expect(stem(a)).toBe(stem(b)));

  test.each(["class", "status", "id", "null", "ring", "bus"])("%s stays", (word) => expect(stem(word)).toBe(word));
});
