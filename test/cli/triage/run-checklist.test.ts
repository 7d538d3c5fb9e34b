import { EventEmitter } from "node:events";
import { PassThrough } from "node:stream";
import xterm from "@xterm/headless";
import { describe, expect, test } from "vitest";
import { drawTriage } from "#cli/triage/draw.ts";
import { type KeyTerminal, keyTerminal, runChecklist } from "#cli/triage/run-checklist.ts";
import { openChecklist, type TriageRow, type TriageState } from "#cli/triage/state.ts";
import { painter } from "#util/terminal.ts";

const rows: TriageRow[] = ["Retries 日本語 never stop", "\u001b[31mred\u001b[2J", "Dead code"].map((title, at) => ({
  id: `S${at + 1}`,
  severity: "suggestion",
  title,
  place: "src/a.ts:1",
  decision: undefined,
}));

/** A terminal without a pseudo-terminal: keys go in as bytes, and what is written is seen on an emulated screen. */
function emulate(columns = 80, lines = 24) {
  const screen = new xterm.Terminal({ cols: columns, rows: lines, allowProposedApi: true });
  const raw: boolean[] = [];
  const input = Object.assign(new PassThrough(), { setRawMode: (isRaw: boolean) => raw.push(isRaw) });
  const output = Object.assign(new EventEmitter(), {
    columns,
    rows: lines,
    write: (text: string) => screen.write(text),
  });
  const shown = async (): Promise<string[]> => {
    await new Promise<void>((resolve) => screen.write("", resolve));
    const { active } = screen.buffer;
    return Array.from(
      { length: screen.rows },
      (_, at) => active.getLine(at + active.baseY)?.translateToString(true) ?? "",
    );
  };
  return { terminal: { input, output } as KeyTerminal, input, output, screen, raw, shown };
}

function start(emulated: ReturnType<typeof emulate>): { ended: Promise<TriageState>; drawn: () => Promise<void> } {
  let waiting: (() => void)[] = [];
  const ended = runChecklist(
    openChecklist(rows, []),
    (state, size) => {
      // What waits for a drawing goes on when it has been written.
      const drawn = waiting;
      waiting = [];
      setImmediate(() => drawn.forEach((go) => go()));
      return Promise.resolve(drawTriage(state, { ...size, paint: painter(true), title: "20261102-pr-42", text: [] }));
    },
    emulated.terminal,
  );
  return { ended, drawn: () => new Promise((resolve) => waiting.push(resolve)) };
}

describe("a checklist on a terminal", () => {
  test("takes a screen of its own, draws what keys do, and gives the terminal back", async () => {
    const emulated = emulate();
    emulated.screen.write("$ deep-review triage\r\n");
    const { ended, drawn } = start(emulated);
    await drawn();
    expect(emulated.raw).toEqual([true]);
    expect((await emulated.shown())[0]).toBe("20261102-pr-42: 3 findings, 0 decided");
    expect((await emulated.shown())[2]).toContain("S1  Retries 日本語 never stop");
    expect((await emulated.shown())[3]).toContain("\\u001b[31mred");
    for (const bytes of ["\u001b[B", "d", "n", "o", "\r"]) {
      const done = drawn();
      emulated.input.write(bytes);
      await done;
    }
    expect((await emulated.shown())[3]).toMatch(/^> {3}S2 .* declined \*$/);
    emulated.input.write("s");
    expect(await ended).toMatchObject({ outcome: "save", steps: [{ ids: ["S2"], kind: "declined", reason: "no" }] });
    expect(emulated.raw).toEqual([true, false]);
    expect(await emulated.shown()).toEqual(expect.arrayContaining(["$ deep-review triage"]));
    expect(emulated.input.isPaused()).toBe(true);
    expect(emulated.input.listenerCount("keypress")).toBe(0);
  });

  test("a pasted text is text: it answers a question, and decides nothing by itself", async () => {
    const emulated = emulate();
    const { ended, drawn } = start(emulated);
    await drawn();
    const paste = (text: string): unknown => emulated.input.write(`\u001b[200~${text}\u001b[201~`);
    paste("fs\r\nf");
    for (const bytes of ["d", "\u001b[200~one\r\ntwo s\u001b[201~", "\r"]) {
      const done = drawn();
      emulated.input.write(bytes);
      await done;
    }
    emulated.input.write("s");
    expect((await ended).steps).toEqual([
      { ids: ["S1"], kind: "declined", reason: expect.stringMatching(/^one +two s$/) },
    ]);
  });

  test("a terminal of another size is drawn on anew, without a rest of before", async () => {
    const emulated = emulate();
    const { ended, drawn } = start(emulated);
    await drawn();
    emulated.screen.resize(40, 8);
    Object.assign(emulated.output, { columns: 40, rows: 8 });
    const done = drawn();
    emulated.output.emit("resize");
    await done;
    const lines = await emulated.shown();
    expect(lines).toHaveLength(8);
    expect(lines[0]).toContain("3 findings");
    expect(lines[2]).toMatch(/^> {3}S1/);
    expect(lines.at(-1)).toContain("Space select");
    emulated.input.write("q");
    expect((await ended).outcome).toBe("leave");
  });

  test.each([
    ["Ctrl-C", ({ input }: ReturnType<typeof emulate>) => input.write("\u0003")],
    ["a terminal that goes away", ({ input }: ReturnType<typeof emulate>) => input.end()],
    ["SIGTERM", () => process.emit("SIGTERM", "SIGTERM")],
  ])("%s is an interruption, and the terminal is given back", async (_, interrupt) => {
    const emulated = emulate();
    const { ended, drawn } = start(emulated);
    await drawn();
    const done = drawn();
    emulated.input.write("f");
    await done;
    interrupt(emulated);
    expect((await ended).outcome).toBe("interrupted");
    expect(emulated.raw).toEqual([true, false]);
  });

  test("a drawing that fails gives the terminal back, too", async () => {
    const emulated = emulate();
    const ended = runChecklist(openChecklist(rows, []), () => Promise.reject(new Error("odd")), emulated.terminal);
    await expect(ended).rejects.toThrow("odd");
    expect(emulated.raw).toEqual([true, false]);
  });

  test("a pipe, a file and a dumb terminal are none", () => {
    const { input, output } = emulate();
    const io = { stdin: input, stdout: output, stderr: output, env: {}, cwd: () => "/" } as never;
    const as = (over: object) => keyTerminal({ ...(io as object), ...over } as never);
    const [tty, screen] = [Object.assign(input, { isTTY: true }), { ...output, isTTY: true }];
    expect(as({})).toBeUndefined();
    expect(as({ stdin: tty })).toBeUndefined();
    expect(as({ stdin: tty, stdout: screen, env: { TERM: "dumb" } })).toBeUndefined();
    expect(as({ stdin: tty, stdout: screen })).toBeDefined();
  });
});
