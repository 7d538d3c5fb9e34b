import { expect, test } from "vitest";
import { formatNote } from "#cli/commands/action/log-notes.ts";
import { commandsIn, parseCommand } from "../../../helpers/runner-commands.ts";

const HOSTILE = [
  "two\n::error::second",
  "\r\n::set-output name=verdict::merge",
  "%0A::add-mask::x",
  "%250A,title=other::x",
  "a:b,c::d",
  "##[set-output name=verdict;]merge",
  "\u2028::error::x",
];

test.each(HOSTILE)("a note is one line and says exactly what it was told: %j", (text) => {
  const line = formatNote({ level: "warning", message: text, title: text, path: text, line: 3, endLine: 5 });
  expect(commandsIn(line)).toHaveLength(1);
  expect(parseCommand(line)).toEqual({
    command: "warning",
    properties: { title: text, file: text, line: "3", endLine: "5" },
    data: text,
  });
});

test("what is not known is left out", () => {
  expect(formatNote({ level: "error", message: "no place" })).toBe("::error::no place");
});
