import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { breakMentions, restoreMentions } from "#grammar/mentions.ts";

describe("mentions", () => {
  test.each([
    ["ask @someone", "ask @<!-- -->someone"],
    ["(@team/a)", "(@<!-- -->team/a)"],
    ["`@test` stays", "`@test` stays"],
    ["me@mail.example stays", "me@mail.example stays"],
    ["[@login](https://code.example/login) is a link", "[@login](https://code.example/login) is a link"],
    ["```\n@test\n```", "```\n@test\n```"],
    ['"$@" stays', '"$@" stays'],
  ])("%j becomes %j", (text, broken) => {
    expect(breakMentions(text)).toBe(broken);
  });

  test("come back", () => {
    const text = fc.string({ unit: fc.constantFrom("@", "a", "`", " ", "\n", "```", "[") });
    fc.assert(fc.property(text, (words) => restoreMentions(breakMentions(words)) === words));
  });
});
