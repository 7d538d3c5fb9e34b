import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import type { Io } from "#cli/io.ts";
import { askChoice, askReason, promptTerminal } from "#cli/prompts.ts";

/** A terminal without a pseudo-terminal: keys go in as bytes. */
function emulate() {
  const raw: boolean[] = [];
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: (isRaw: boolean) => raw.push(isRaw) });
  const output = Object.assign(new PassThrough(), { isTTY: true, columns: 80, rows: 24 });
  return { input, output, raw, shown: () => String(output.read() ?? "") };
}

const asIo = ({ input, output }: ReturnType<typeof emulate>, over: object = {}): Io =>
  ({ stdin: input, stdout: output, stderr: output, env: {}, cwd: () => "/", ...over }) as unknown as Io;

test("a reason is asked for until there is one, and is trimmed", async () => {
  const { input, output, raw } = emulate();
  const answer = askReason({ input, output });
  await expect.poll(() => raw.at(-1)).toBe(true);
  input.write("  \r");
  input.write("not now \r");
  expect(await answer).toEqual({ value: "not now" });
  expect(raw.at(-1)).toBe(false);
  expect(input.isPaused()).toBe(true);
  expect(input.listenerCount("keypress")).toBe(0);
});

test.each([
  ["Ctrl-C", "stopped", ({ input }: ReturnType<typeof emulate>) => input.write("\u0003")],
  ["Ctrl-D", "stopped", ({ input }: ReturnType<typeof emulate>) => input.write("\u0004")],
  ["a terminal that is closed", "stopped", ({ input }: ReturnType<typeof emulate>) => input.end()],
  ["SIGTERM", "stopped", () => process.emit("SIGTERM", "SIGTERM")],
  ["Escape", "back", ({ input }: ReturnType<typeof emulate>) => input.write("\u001b")],
])("%s gives %s, and the terminal is restored", async (_, expected, act) => {
  const emulated = emulate();
  const answer = askChoice(emulated, "Which", [{ value: "a", label: "A" }]);
  await expect.poll(() => emulated.raw.at(-1)).toBe(true);
  act(emulated);
  expect(await answer).toBe(expected);
  expect(emulated.raw.at(-1)).toBe(false);
  const shown = emulated.shown();
  expect(shown.lastIndexOf("\u001b[?25h")).toBeGreaterThan(shown.lastIndexOf("\u001b[?25l"));
});

test("a pipe, a file and a dumb terminal cannot be asked on", () => {
  const emulated = emulate();
  const open = (over: object) => promptTerminal(asIo(emulated, over), asIo(emulated, over).stdout);
  expect(open({})).toBeDefined();
  expect(open({ stdin: undefined })).toBeUndefined();
  expect(open({ stdin: new PassThrough() })).toBeUndefined();
  expect(open({ stdout: new PassThrough() })).toBeUndefined();
  expect(open({ env: { TERM: "dumb" } })).toBeUndefined();
});

test.each([
  [{ NO_COLOR: "1" }, false],
  [{ FORCE_COLOR: "1" }, true],
])("with %o, colours: %s", async (env, isColored) => {
  const emulated = emulate();
  const terminal = promptTerminal(asIo(emulated, { env }), asIo(emulated).stdout)!;
  const answer = askReason(terminal);
  await expect.poll(() => emulated.raw.at(-1)).toBe(true);
  emulated.input.write("no\r");
  await answer;
  const shown = emulated.shown();
  expect(shown).toContain("Reason");
  expect(shown.includes("\u001b[7m")).toBe(isColored);
});
