import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { commandsPage, quietProgram } from "../../tools/commands-page.ts";
import { COMMAND_NOTES } from "#cli/program/examples.ts";
import { fullName } from "#cli/program/help.ts";

test("docs/commands.md is up to date; `npm run commands` writes it", () => {
  expect(readFileSync(new URL("../../docs/commands.md", import.meta.url), "utf8")).toBe(commandsPage());
});

test("every example belongs to a command", () => {
  const program = quietProgram();
  const names = program.commands.flatMap((one) => [fullName(one), ...one.commands.map(fullName)]);
  expect(["review", ...names]).toEqual(expect.arrayContaining([...COMMAND_NOTES.keys()]));
});
