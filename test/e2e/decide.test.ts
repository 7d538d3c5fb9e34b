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

test("without a terminal, triage names the command to use", () => {
  const { status, stderr } = runProgram(["triage"], { cwd: archive.root, env: process.env });
  expect(status).toBe(2);
  expect(stderr).toContain("deep-review decline I2 --because");
});

describeInTerminal("deciding in a terminal", () => {
  /** Sends each text of keys when the screen first shows the words before it. */
  function run(
    args: readonly string[],
    dialog: readonly (readonly [string | RegExp, string | (() => string)])[],
    env = {},
  ) {
    const left = [...dialog];
    return runInTerminal({
      command: [process.execPath, cli, ...args],
      cwd: archive.root,
      env: { PATH: process.env["PATH"], HOME: archive.root, TERM: "xterm", GIT_CONFIG_NOSYSTEM: "1", ...env },
      columns: 80,
      rows: 24,
      watch(screen, send) {
        const [words, keys] = left[0] ?? [];
        if (words === undefined || keys === undefined || screen.join("\n").search(words) < 0) return;
        left.shift();
        send(typeof keys === "string" ? keys : keys());
      },
    });
  }

  const DOWN = "\u001b[B";

  test("goes through the open findings, and writes each decision at once", async () => {
    const afterFirst: string[] = [];
    const { code, lines, sent } = await run(
      ["triage"],
      [
        ["I1, important, 1 of 5", `${DOWN.repeat(4)}\r`],
        [/raised by[^]*● Skip/, `${DOWN.repeat(3)}\r`],
        ["2 of 5", DOWN],
        [
          "we will not do this",
          () => {
            afterFirst.push(...said());
            return "\r";
          },
        ],
        ["Reason", "\r"],
        ["Give a reason", "not now\r"],
        ["3 of 5", `${DOWN}${DOWN}\r`],
        ["Another reason", `${DOWN}\r`],
        ["4 of 5", "\r"],
        ["5 of 5", "\u001b[A\r"],
      ],
      { NO_COLOR: "1" },
    );
    expect(afterFirst).toEqual(["I1 fixed"]);
    expect(said()).toEqual(["I1 fixed", "S1 declined not now", "S2 accepted-risk not now"]);
    expect(code).toBe(0);
    const shown = lines.join("\n");
    expect(shown).toContain("raised by");
    expect(shown).toContain("S1 is declined: Problem S1");
    expect(shown).toContain("Wrote 3 decisions to .deep-review/decisions.jsonl");
    expect(shown).toContain("2 findings are still open.");
    expect(sent).not.toMatch(/\[\d+m/);
    expect(sent.lastIndexOf("\u001b[?25h")).toBeGreaterThan(sent.lastIndexOf("\u001b[?25l"));
  });

  test("a decided finding is not asked about again; Quit and Escape decide nothing", async () => {
    await run(["fixed", "I1"], []);
    const { code, lines } = await run(
      ["triage"],
      [
        ["1 of 4", DOWN],
        ["we will not do this", "\r"],
        ["Reason", "no"],
        ["no█", "\u001b"],
        [/no\n[^]*● Skip/, "\u001b[A\r"],
      ],
    );
    expect(code).toBe(0);
    expect(lines.join("\n")).toContain("Nothing was decided.");
    expect(lines.join("\n")).not.toContain("I1,");
    expect(said()).toEqual(["I1 fixed"]);
  });

  test.each([
    ["Ctrl-C", "\u0003"],
    ["Ctrl-D", "\u0004"],
  ])("%s stops, keeps what is decided and shows the cursor again", async (_, key) => {
    const { code, lines, sent } = await run(
      ["triage"],
      [
        ["1 of 5", `${DOWN.repeat(3)}\r`],
        ["2 of 5", key],
      ],
    );
    expect(code).toBe(130);
    expect(said()).toEqual(["I1 fixed"]);
    expect(lines.join("\n")).toContain("Wrote 1 decision to .deep-review/decisions.jsonl");
    expect(sent.lastIndexOf("\u001b[?25h")).toBeGreaterThan(sent.lastIndexOf("\u001b[?25l"));
  });

  test("Ctrl-C at the question for a reason stops, too", async () => {
    const { code } = await run(
      ["triage"],
      [
        ["1 of 5", DOWN],
        ["we will not do this", "\r"],
        ["Reason", "no\u0003"],
      ],
    );
    expect(code).toBe(130);
    expect(existsSync(archive.file)).toBe(false);
  });

  test("a decision that cannot be written is printed as a command that does the same", async () => {
    const breakAndAnswer = (): string => {
      mkdirSync(archive.file);
      return "it's ours\r";
    };
    const { code, lines } = await run(
      ["triage"],
      [
        ["1 of 5", DOWN],
        ["we will not do this", "\r"],
        ["Reason", breakAndAnswer],
      ],
    );
    expect(code).toBe(2);
    const shown = lines.join("");
    expect(shown).toContain("deep-review decline I1 --review '20261102-091500-pr-42' --because 'it'\\''s ours'");
    expect(shown).toContain("not a plain file");
  });

  test("text of findings and recent reasons cannot control the terminal", async () => {
    const review = aDecidableReview();
    const findings = review.findings.map((finding) => ({ ...finding, title: "\u001b[2Jwiped\u202e" }));
    await archive.store({ ...review, findings });
    await archive.run("decline", "S4", "--because", "\u001b[2Jold");
    const { sent, lines } = await run(
      ["triage"],
      [
        ["1 of 4", "\r"],
        ["2 of 4", DOWN],
        ["we will not do this", "\r"],
        ["Another reason", `${DOWN}\r`],
        ["3 of 4", "\u0003"],
      ],
    );
    expect(lines.join("\n")).toContain("2 of 4: \\u001b[2Jwiped\\u202e");
    expect(lines.join("\n")).toContain("\\u001b[2Jold");
    expect(sent).not.toMatch(/\u001b\[2J|\u202e/);
  });

  test("a reason that is missing is asked for", async () => {
    const { code } = await run(
      ["decline", "I1"],
      [
        ["Reason", "\r"],
        ["Give a reason", "the queue gives up\r"],
      ],
    );
    expect(code).toBe(0);
    expect(said()).toEqual(["I1 declined the queue gives up"]);
  });
});
