import { describe, expect, test } from "vitest";
import { findPlaces } from "./find-places.ts";

describe("a statement for a debugger", () => {
  test.each([
    ["src/a.py", "def run():\n    breakpoint()\n", 2],
    ["src/a.py", "def run():\n    import pdb; pdb.set_trace()\n", 2],
    ["lib/a.rb", "def run\n  binding.pry\nend\n", 2],
    ["src/a.rs", "fn run(x: u8) -> u8 {\n    dbg!(x)\n}\n", 2],
    ["src/a.ts", "export function run() {\n  if (broken()) debugger;\n}\n", 2],
  ])("%s %j", async (path, text, line) => {
    expect(await findPlaces({ [path]: text })).toContain(`debugger ${path}:${line}`);
  });

  test.each([
    ["src/a.ts", 'export const help = "debugger;";\n'],
    ["src/a.ts", "export const debuggerPort = open();\n"],
    ["src/a.py", "# breakpoint()\nbreakpoint_at = 3\n"],
    ["src/a.py", "import pdb\n"],
  ])("%s %j is left out", async (path, text) => {
    expect(await findPlaces({ [path]: text })).toEqual([]);
  });
});
