import type { Command } from "commander";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { quietProgram } from "../../tools/commands-page.ts";
import { writtenCommands } from "./documents/commands.ts";
import { type DocumentPlace, makeDocumentPlace } from "./documents/place.ts";
import { COMMAND_RULES } from "./documents/rules.ts";

const COMMANDS = writtenCommands();
let place: DocumentPlace;
beforeAll(() => {
  place = makeDocumentPlace();
}, 120_000);
afterAll(() => place.remove());

describe("every command of the README and the guides", () => {
  test("is found", () => expect(COMMANDS.length).toBeGreaterThan(60));

  test.each(COMMANDS.map(({ line, file }) => [line, file]))(
    "%s (%s)",
    (line = "") => {
      const { notRun, instead = line, before, exits = [0] } = COMMAND_RULES.get(line) ?? {};
      for (const words of callsIn(line)) expect(unknownOptions(words), line).toEqual([]);
      if (notRun !== undefined) return;
      const { code, said } = place.run(before === undefined ? instead : `${before} && ${instead}`);
      expect(exits, said).toContain(code);
    },
    90_000,
  );

  test("has a rule only if it is written somewhere", () => {
    const lines = COMMANDS.map(({ line }) => line);
    expect(lines).toEqual(expect.arrayContaining([...COMMAND_RULES.keys()]));
  });
});

test("a command or an option that does not exist is found", () => {
  expect(unknownOptions(["--panle", "deep"])).toEqual(["--panle"]);
  expect(unknownOptions(["list", "--all"])).toEqual(["--all"]);
  expect(callsIn("npm ci && npx deep-review demo --open")).toEqual([["demo", "--open"]]);
});

/** The words of each call of the program in a line. */
function callsIn(line: string): string[][] {
  return line
    .split(/&&|\$\(|[;|]/)
    .map((part) => part.trim().replace(/^npx /, ""))
    .filter((part) => /^deep-review(?:\s|$)/.test(part))
    .map((part) => [...part.matchAll(/"[^"]*"?|[^\s")]+/g)].slice(1).map(([word]) => word.replaceAll('"', "")));
}

/** Options that the named command does not have. */
function unknownOptions(words: readonly string[]): string[] {
  let command: Command = quietProgram();
  let rest = [...words];
  for (;;) {
    const [first] = rest;
    const next = command.commands.find((one) => one.name() === first);
    if (next === undefined) break;
    command = next;
    rest = rest.slice(1);
  }
  const given = rest.filter((word) => word !== "--version");
  return command.parseOptions(given).unknown.filter((word) => word.startsWith("-"));
}
