import xterm from "@xterm/headless";
import { describe, expect, test } from "vitest";
import { createScreen, heightOf } from "../../../src/cli/progress/screen.ts";

function emulate(columns: number, rows: number) {
  const terminal = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true, convertEol: true });
  const stream = {
    columns,
    write: (text: string) => terminal.write(text),
  };
  const lines = async (): Promise<string[]> => {
    await new Promise<void>((resolve) => terminal.write("", resolve));
    const { active } = terminal.buffer;
    const all = Array.from({ length: active.length }, (_, at) => active.getLine(at)?.translateToString(true) ?? "");
    while (all.at(-1) === "") all.pop();
    return all;
  };
  return { terminal, stream, lines };
}

describe("lines drawn over in place", () => {
  test("the new ones stand where the old ones stood, below what was there before", async () => {
    const { terminal, stream, lines } = emulate(40, 10);
    terminal.write("$ deep-review\n");
    const screen = createScreen(stream);
    screen.draw(["title", "a long row", "last"]);
    screen.draw(["title", "row"]);
    expect(await lines()).toEqual(["$ deep-review", "title", "row"]);
  });

  test("at the bottom of the screen they scroll once, not with every drawing", async () => {
    const { terminal, stream, lines } = emulate(40, 5);
    terminal.write("1\n2\n3\n4\n");
    const screen = createScreen(stream);
    for (let at = 0; at < 5; at += 1) screen.draw(["a", `b${at}`]);
    expect(await lines()).toEqual(["1", "2", "3", "4", "a", "b4"]);
  });

  test("a terminal that became narrower leaves nothing behind", async () => {
    const { terminal, stream, lines } = emulate(40, 12);
    const screen = createScreen(stream);
    terminal.write("$ deep-review\n");
    screen.draw(["x".repeat(39), "y".repeat(39)]);
    await lines();
    terminal.resize(20, 12);
    stream.columns = 20;
    screen.draw(["short", "rows"]);
    expect(await lines()).toEqual(["$ deep-review", "short", "rows"]);
  });

  test("colours take no room", () => {
    expect(heightOf(["\u001b[31mred\u001b[39m"], 3)).toBe(1);
    expect(heightOf(["four"], 3)).toBe(2);
    expect(heightOf([""], 3)).toBe(1);
  });
});
