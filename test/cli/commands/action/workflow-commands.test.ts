import { expect, test } from "vitest";
import { formatNote } from "../../../../src/cli/commands/action/workflow-commands.ts";

/** As the runner reads a line: the command, its properties, the message; undefined for plain text. */
function parseCommand(line: string): { command: string; properties: Record<string, string>; data: string } | undefined {
  const text = line.trimStart();
  const end = text.indexOf("::", 2);
  if (!text.startsWith("::") || end < 0) return undefined;
  const [command = "", ...rest] = text.slice(2, end).split(" ");
  const pairs = rest.join(" ").split(",").filter(Boolean);
  const properties = pairs.map((pair) => [
    pair.slice(0, pair.indexOf("=")),
    unescape(pair.slice(pair.indexOf("=") + 1)),
  ]);
  return { command, properties: Object.fromEntries(properties), data: unescape(text.slice(end + 2)) };
}

const unescape = (text: string): string =>
  text
    .replaceAll("%2C", ",")
    .replaceAll("%3A", ":")
    .replaceAll("%0D", "\r")
    .replaceAll("%0A", "\n")
    .replaceAll("%25", "%");

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
  expect(line.split(/[\r\n]/)).toHaveLength(1);
  expect(parseCommand(line)).toEqual({
    command: "warning",
    properties: { title: text, file: text, line: "3", endLine: "5" },
    data: text,
  });
});

test("what is not known is left out", () => {
  expect(formatNote({ level: "error", message: "no place" })).toBe("::error::no place");
});
