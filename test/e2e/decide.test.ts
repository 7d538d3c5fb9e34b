import { spawn } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { afterEach, beforeEach, expect, test } from "vitest";
import { runProgram } from "../helpers/run-program.ts";
import { aDecidableReview, type DecidedArchive, makeDecidedArchive } from "../helpers/decided-archive.ts";
import { describeInTerminal, runInTerminal } from "../helpers/terminal.ts";

const cli = new URL("../../dist/cli.js", import.meta.url).pathname;
let archive: DecidedArchive;
beforeEach(async () => {
  archive = makeDecidedArchive();
  await archive.store(aDecidableReview());
});
afterEach(() => archive.remove());

const said = (): string[] =>
  archive
    .decisions()
    .map(({ of, kind, reason = "" }) => `${of.cluster} ${kind} ${reason}`.trim())
    .toSorted();

test("processes that decide at the same time lose nothing", async () => {
  const decide = (finding: string): Promise<unknown> =>
    new Promise((resolve) =>
      spawn(process.execPath, [cli, "decline", finding, "--because", "x".repeat(3000)], { cwd: archive.root }).on(
        "close",
        resolve,
      ),
    );
  expect(await Promise.all(["I1", "S1", "S2"].map(decide))).toEqual([0, 0, 0]);
  expect(
    archive
      .decisions()
      .map(({ of }) => of.cluster)
      .toSorted(),
  ).toEqual(["I1", "S1", "S2"]);
});

test("without a terminal the checklist names the command to use", () => {
  const { status, stderr } = runProgram(["triage"], { cwd: archive.root, env: process.env });
  expect(status).toBe(2);
  expect(stderr).toContain("deep-review decline I2 --because");
});

describeInTerminal("deciding in a terminal", () => {
  /** Sends each text of keys when the screen first shows the words before it. */
  function run(args: readonly string[], dialog: readonly (readonly [string, string | (() => string)])[], env = {}) {
    const left = [...dialog];
    return runInTerminal({
      command: [process.execPath, cli, ...args],
      cwd: archive.root,
      env: { PATH: process.env["PATH"], HOME: archive.root, TERM: "xterm", GIT_CONFIG_NOSYSTEM: "1", ...env },
      columns: 80,
      rows: 24,
      watch(screen, send) {
        const [words, keys] = left[0] ?? [];
        if (words === undefined || keys === undefined || !screen.join("\n").includes(words)) return;
        left.shift();
        send(typeof keys === "string" ? keys : keys());
      },
    });
  }

  test("the checklist is worked by keyboard and written when it is saved", async () => {
    const { code, lines, sent } = await run(
      ["triage"],
      [
        ["5 findings, 0 decided", "j \r"],
        ["raised by", "\r"],
        ["  * S1", "d"],
        ["decline S1 because", "not now\r"],
        ["1 not saved", "gf"],
        ["2 not saved", "s"],
      ],
      { NO_COLOR: "1" },
    );
    expect(said()).toEqual(["I1 fixed", "S1 declined not now"]);
    expect(code).toBe(0);
    expect(lines.join("\n")).toContain("S1 is declined: Problem S1");
    expect(lines.join("\n")).toContain("Wrote 2 decisions to .deep-review/decisions.jsonl");
    expect(sent).not.toMatch(/\[\d+m/);
    expect(sent).toContain("\u001b[?1049l");
  });

  test("Ctrl-C and leaving without saving write nothing", async () => {
    const stopped = await run(
      ["triage"],
      [
        ["5 findings", "f"],
        ["1 not saved", "\u0003"],
      ],
    );
    expect(stopped.code).toBe(130);
    expect(stopped.lines.join("\n")).toContain("Nothing was written.");
    expect(stopped.sent).toContain("\u001b[?2004l\u001b[?25h\u001b[?1049l");
    const left = await run(
      ["triage"],
      [
        ["5 findings", "f"],
        ["1 not saved", "q"],
        ["is not saved. s:", "q"],
      ],
    );
    expect(left.code).toBe(0);
    expect(existsSync(archive.file)).toBe(false);
  });

  test("what cannot be saved is said as commands that do the same", async () => {
    const breakAndSave = (): string => {
      mkdirSync(archive.file);
      return "s";
    };
    const { code, lines } = await run(
      ["triage"],
      [
        ["5 findings", "d"],
        ["because:", "it's ours\r"],
        ["1 not saved", breakAndSave],
      ],
    );
    expect(code).toBe(2);
    const shown = lines.join("");
    expect(shown).toContain("deep-review decline I1 --review '20261102-091500-pr-42' --because 'it'\\''s ours'");
    expect(shown).toContain("not a plain file");
  });

  test("a reason that is missing is asked for", async () => {
    const { code } = await run(["decline", "I1"], [["Because:", "\nthe queue gives up\n"]]);
    expect(code).toBe(0);
    expect(said()).toEqual(["I1 declined the queue gives up"]);
  });
});
