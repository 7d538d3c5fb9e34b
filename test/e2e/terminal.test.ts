import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { describeInTerminal, runInTerminal, type TerminalRun } from "../helpers/terminal.ts";

const cli = new URL("../../dist/cli.js", import.meta.url).pathname;
let folder = "";

const environment = (): NodeJS.ProcessEnv => ({
  PATH: process.env["PATH"],
  HOME: folder,
  TMPDIR: tmpdir(),
  GIT_CONFIG_NOSYSTEM: "1",
  TERM: "xterm-256color",
});

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "deep-review-terminal-"));
  const git = (...args: string[]): unknown =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.invalid", ...args], {
      cwd: folder,
      env: environment(),
    });
  git("init", "-q", "-b", "main");
  mkdirSync(join(folder, "src"));
  writeFileSync(join(folder, "src/relay.ts"), "export const limit = 3;\n");
  git("add", ".");
  git("commit", "-qm", "Relay");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const script = (reviewers: readonly object[]): string => {
  const path = join(folder, "..", `${folder.split("/").at(-1)}.json`);
  writeFileSync(path, JSON.stringify({ reviewers }));
  return path;
};
const says = "### Important Issues\n\nI1. **Kept** — `src/relay.ts:1` (important, gap)\n\nBody.";
const review = (path: string, more: Partial<TerminalRun> = {}, ...args: string[]) =>
  runInTerminal({
    command: [process.execPath, cli, "HEAD", "--scripted", path, ...args],
    cwd: folder,
    env: environment(),
    columns: 80,
    rows: 24,
    ...more,
  }).finally(() => rmSync(path, { force: true }));

describeInTerminal("in a terminal", () => {
  test("a row for each reviewer is drawn in place; its last state stays, and the summary does not repeat it", async () => {
    const seen: string[] = [];
    const path = script([{ id: "ada", name: "Ada", seconds: 1, notes: ["reading \u001b[2Jeverything"], says }]);
    const { lines, sent, code } = await review(path, { watch: (screen) => seen.push(screen.join("\n")) });
    expect(code).toBe(0);
    expect(seen.some((screen) => /Ada +running .*reading \\u001b\[2Jeverything/.test(screen))).toBe(true);
    expect(lines.filter((line) => line.includes("Ada"))).toHaveLength(1);
    expect(lines[0]).toMatch(/^Reviewing /);
    expect(lines.join("\n")).toMatch(/Ada +done +\d\.\ds {2}1 finding/);
    expect(lines.join("\n")).not.toContain("running");
    expect(sent).not.toContain("\u001b[2J");
  });

  test("a panel larger than the screen leaves nothing behind", async () => {
    const panel = Array.from({ length: 14 }, (_, at) => ({
      id: `r${at}`,
      name: `R${at}`,
      seconds: 0.6,
      says: "### Suggestions\n\nNone.",
    }));
    const { lines } = await review(script(panel), { rows: 8 });
    expect(lines.filter((line) => line.startsWith("Reviewing "))).toHaveLength(1);
    expect(lines.filter((line) => / R\d+ +done/.test(line))).toHaveLength(14);
    expect(lines.join("\n")).not.toMatch(/running|waiting|Warning/);
  });

  test("Ctrl-C leaves a readable screen, and ends with 130", async () => {
    const path = script([
      { id: "ada", name: "Ada", seconds: 60, notes: Array.from({ length: 60 }, () => "thinking"), says },
    ]);
    let isSent = false;
    const watch: TerminalRun["watch"] = (screen, send) => {
      if (isSent || !/Hazard Lint +done/.test(screen.join("\n")) || !/thinking/.test(screen.join("\n"))) return;
      isSent = true;
      send("\u0003");
    };
    const { lines, code } = await review(path, { watch });
    expect(code).toBe(130);
    expect(lines.join("\n")).toMatch(/Ada +stopped/);
    expect(lines.join("\n")).toContain("`deep-review resume` asks those reviewers again");
    expect(lines.filter((line) => /^ +Ada +stopped/.test(line))).toHaveLength(1);
  });

  test("NO_COLOR takes the colours away and nothing else; TERM=dumb gets plain lines", async () => {
    const path = () => script([{ id: "ada", name: "Ada", seconds: 0.3, says }]);
    const plain = await review(path(), { env: { ...environment(), NO_COLOR: "1" } });
    // oxlint-disable-next-line no-control-regex
    expect(plain.sent).not.toMatch(/\u001b\[[\d;]*m/);
    expect(plain.lines.join("\n")).toMatch(/Ada +done/);
    const dumb = await review(path(), { env: { ...environment(), TERM: "dumb" } });
    expect(dumb.sent).not.toContain("\u001b");
    expect(dumb.lines.join("\n")).toMatch(/Ada {2}done/);
  });

  test.each(["--quiet", "--json"])("%s shows no progress", async (flag) => {
    const { sent } = await review(script([{ id: "ada", name: "Ada", says }]), {}, flag);
    expect(sent).not.toContain("Reviewing ");
    expect(sent).not.toContain("\u001b");
  });
});
