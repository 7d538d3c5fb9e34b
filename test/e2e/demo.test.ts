import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Review } from "#model/review.ts";
import { parseReview } from "#adapters/store/parse-review.ts";
import { type ProgramEnd, runProgram } from "../helpers/run-program.ts";
import { requireSandbox } from "../adapters/sandbox/require-sandbox.ts";
import { describeInTerminal, runInTerminal } from "../helpers/terminal.ts";

const root = new URL("../..", import.meta.url).pathname;
const cli = join(root, "dist/cli.js");
const sandbox = await requireSandbox();
let folder = "";
let demo: ProgramEnd;
let record: Review;

const place = (name: string): string => join(folder, name);
const environment = (over: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv => ({
  PATH: process.env["PATH"],
  HOME: place("home"),
  TMPDIR: place("tmp"),
  ...over,
});
const printed = (label: string): string => new RegExp(`^ {2}${label} +(\\S+)$`, "m").exec(demo.stdout)?.[1] ?? "";

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "deep-review-demos-"));
  for (const name of ["home", "tmp", "here"]) mkdirSync(place(name));
  demo = runProgram(["demo"], { cwd: place("here"), env: environment() });
  const path = printed("Report").replace(/report\.html$/, "review.json");
  record = parseReview(readFileSync(path, "utf8"), path);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("the demo", () => {
  test("succeeds, and says where the page and the repository are", () => {
    expect(demo.status, demo.stderr).toBe(0);
    expect(readFileSync(printed("Report"), "utf8")).toMatch(/^<!doctype html>/i);
    const head = execFileSync("git", ["rev-parse", "HEAD"], { cwd: printed("Repository"), encoding: "utf8" });
    expect(record.scope.head).toBe(head.trim());
  });

  test("leaves nothing in the current folder and in the home, and one temporary folder", () => {
    expect(readdirSync(place("here"))).toEqual([]);
    expect(readdirSync(place("home"))).toEqual([]);
    expect(readdirSync(place("tmp"))).toEqual([expect.stringMatching(/^deep-review-demo-/)]);
    const [own = ""] = readdirSync(place("tmp"));
    expect(readdirSync(join(place("tmp"), own))).toEqual(["hookrelay"]);
    const changed = execFileSync("git", ["status", "--porcelain"], { cwd: printed("Repository"), encoding: "utf8" });
    expect(changed).toBe("");
  });

  test("says on the screen, on the page and in the record that the agents were recorded", () => {
    const agents = record.reviewers.filter(({ kind }) => kind === "agent");
    expect(agents.map(({ name, recorded }) => [name, recorded])).toEqual([
      ["Claude Code (recorded)", true],
      ["Codex CLI (recorded)", true],
      ["Gemini CLI (recorded)", true],
    ]);
    expect(record.verdict.because).toContain("what its agents say was recorded");
    expect(demo.stdout).toMatch(/^Demo: .*\nWhat the agents say was recorded;/);
    const page = readFileSync(printed("Report"), "utf8");
    for (const { name } of agents) expect(page).toContain(name);
    expect(page).toContain("what its agents say was recorded");
  });

  test("two agents answer in words that are checked, merged and rated, and one fails", () => {
    const outcomes = record.runs.map(({ reviewer, outcome }) => `${reviewer} ${outcome}`);
    expect(outcomes).toEqual(expect.arrayContaining(["claude completed", "codex completed", "gemini failed"]));
    expect(record.runs.find(({ reviewer }) => reviewer === "gemini")?.message).toContain("429");
    expect(record.runs.find(({ reviewer }) => reviewer === "claude")?.text?.trim()).toBe(
      readFileSync(join(root, "samples/demo/claude.md"), "utf8").trim(),
    );
    const claimed = new Map(record.findings.map(({ id, severity }) => [id as string, severity]));
    const merged = record.clusters.filter(
      ({ members }) => new Set(members.map(({ finding }) => finding.split(":")[0])).size > 1,
    );
    expect(merged.length).toBeGreaterThanOrEqual(3);
    expect(merged.some(({ members }) => new Set(members.map(({ finding }) => claimed.get(finding))).size > 1)).toBe(
      true,
    );
    const dropped = record.clusters.filter(({ ruling }) => ruling.kind === "drop");
    expect(dropped.map(({ members, ruling }) => [members.map(({ finding }) => finding), ruling])).toEqual([
      [["codex:I4"], expect.objectContaining({ reason: "refuted" })],
    ]);
  });

  test("the built-in reviewers find something of their own", () => {
    expect(record.findings.filter(({ check }) => check !== undefined).length).toBeGreaterThan(0);
  });

  test.runIf(sandbox !== undefined)("the probe ran the sample's tests and proves what they do not notice", () => {
    const { state, baseline, breaks } = record.probe ?? { breaks: [] };
    expect([state, baseline?.state]).toEqual(["done", "green"]);
    const survivors = breaks.filter(({ outcome, break: { kind } }) => outcome === "survived" && kind !== "control");
    expect(survivors.map(({ break: { text } }) => text)).toContain(
      "the call `deliveries.set(delivery.id, delivery)` removed",
    );
    expect(breaks.some(({ outcome }) => outcome === "noticed")).toBe(true);
    const proven = record.findings.find(
      ({ check, locations: [place] }) => check === "probe/survivor" && place?.start === 61,
    );
    const shown = record.demonstrations?.find(({ finding }) => finding === proven?.id);
    expect(shown).toMatchObject({ outcome: "shown", runs: [{ exitCode: 0 }] });
    expect(shown?.runs[0]?.output).toContain("# fail 0");
    const named = record.findings.find(({ title }) => title === "No test reaches a second attempt");
    expect(record.demonstrations?.find(({ finding }) => finding === named?.id)).toMatchObject({
      outcome: "shown",
      why: "the whole suite passes with the break that it names",
    });
    const page = readFileSync(printed("Report"), "utf8").replaceAll(/<[^>]+>/g, "");
    expect(page).toContain("-      deliveries.set(delivery.id, delivery);");
    expect(page).toContain("node --test");
  });

  test("what was read is proven by this run, and the verdict is on the change", () => {
    expect(record.receipt.readAll).toEqual(expect.arrayContaining(["claude", "codex"]));
    expect(record.verdict.kind).toBe("rework");
    expect(record.unplaced).toEqual([]);
  });

  test("every quote but that of the invented finding is in the code, and every diff applies", () => {
    const unsupported = (record.groundings ?? []).filter(({ summary }) => summary.status === "unsupported");
    expect(unsupported.map(({ finding }) => finding)).toEqual(["codex:I4"]);
    const fixes = (record.groundings ?? []).flatMap(({ fixes: some }) => some.map(({ status }) => status));
    expect(fixes.filter((status) => status !== "unchecked")).toEqual(["applies", "applies", "applies"]);
  });

  test("the screen has the numbers of the record", () => {
    const kept = record.clusters.filter(({ ruling }) => ruling.kind === "keep");
    expect(demo.stdout).toContain(`  ${kept.length} kept (`);
    expect(demo.stdout.replaceAll(/\s+/g, " ")).toContain(`from ${record.findings.length} raised: 3 merged, 1 dropped`);
    for (const { id } of kept) expect(demo.stdout).toMatch(new RegExp(`^  ${id} `, "m"));
  });

  test("the commands that it names work, from any folder", () => {
    const commands = demo.stdout.split("Try next\n")[1]?.trim().split(/\n\s*/) ?? [];
    expect(commands).toHaveLength(2);
    for (const command of commands) {
      const [program, ...args] = command.split(" ");
      expect(program).toBe("deep-review");
      const { status, stdout } = runProgram(args, { cwd: place("here"), env: environment() });
      expect(status).toBe(0);
      expect(stdout).toContain("C1");
    }
  });

  test("npx is named where npx was used", () => {
    const env = environment({ npm_command: "exec" });
    const { stdout } = runProgram(["demo"], { cwd: place("here"), env });
    expect(stdout).toContain("\n    npx deep-review show C1 --archive ");
  });

  test("--out gets the report", () => {
    expect(runProgram(["demo", "--out", "report"], { cwd: place("here"), env: environment() }).status).toBe(0);
    expect(readdirSync(place("here/report")).sort()).toEqual(["report.html", "report.md", "report.sarif"]);
    rmSync(place("here/report"), { recursive: true });
  });
});

describe("where the demo cannot run", () => {
  test.runIf(sandbox?.level === "bubblewrap")(
    "without a sandbox it says that no test gap is proven, and the rest works",
    () => {
      const bwrap = execFileSync("which", ["bwrap"], { encoding: "utf8" }).trim();
      const hidden = ["--dev-bind", "/", "/", "--bind", "/dev/null", bwrap];
      const { status, stdout } = spawnSync(bwrap, [...hidden, process.execPath, cli, "demo"], {
        cwd: place("here"),
        env: environment(),
        encoding: "utf8",
      });
      expect(status).toBe(0);
      expect(stdout).toContain("Rework: C1");
      expect(stdout.replaceAll(/\s+/g, " ")).toMatch(
        /Failed: Probe after \S+: the sample's tests were not run, so no test gap is proven: no sandbox: bubblewrap is not installed/,
      );
    },
  );

  test("with nothing but git in PATH it runs", () => {
    mkdirSync(place("programs"));
    symlinkSync(execFileSync("which", ["git"], { encoding: "utf8" }).trim(), place("programs/git"));
    const env = environment({ PATH: place("programs") });
    const { status, stdout } = runProgram(["demo"], { cwd: place("here"), env });
    expect(status).toBe(0);
    expect(stdout).toContain("Rework: C1");
  });

  test("without git it ends with 2 and leaves nothing", () => {
    mkdirSync(place("nothing"));
    mkdirSync(place("empty"));
    const env = environment({ PATH: place("nothing"), TMPDIR: place("empty") });
    const { status, stderr } = runProgram(["demo"], { cwd: place("here"), env });
    expect(status).toBe(2);
    expect(stderr).toContain("fix: install git");
    expect(readdirSync(place("empty"))).toEqual([]);
  });

  test("without a folder for temporary files it ends with 2 and names TMPDIR", () => {
    const env = environment({ TMPDIR: place("missing") });
    const { status, stdout, stderr } = spawnSync(process.execPath, [cli, "demo"], {
      cwd: folder,
      env,
      encoding: "utf8",
    });
    expect(status, stdout).toBe(2);
    expect(stderr).toMatch(/^error: cannot write .*missing\/deep-review-demo-/);
    expect(stderr).toContain("fix: let TMPDIR name another folder");
  });
});

describeInTerminal("the demo in a terminal", () => {
  beforeEach(() => mkdirSync(place("live")));
  afterEach(() => rmSync(place("live"), { recursive: true }));

  const inTerminal = (watch?: Parameters<typeof runInTerminal>[0]["watch"]) =>
    runInTerminal({
      command: [process.execPath, cli, "demo"],
      cwd: place("here"),
      env: environment({ TERM: "xterm-256color", TMPDIR: place("live") }),
      columns: 80,
      rows: 40,
      watch,
    });

  test("shows its reviewers at work, then the verdict before the findings, and who failed why", async () => {
    const seen: string[] = [];
    const { lines, code } = await inTerminal((screen) => seen.push(screen.join("\n")));
    const text = lines.join("\n");
    expect(code).toBe(0);
    expect(seen.some((screen) => /Claude Code \(recorded\) +running .*reading patches/.test(screen))).toBe(true);
    expect(seen.some((screen) => /Claude Code \(recorded\) +running .*\d findings? so far, writing/.test(screen))).toBe(
      true,
    );
    expect(text.indexOf("  Rework: ")).toBeLessThan(text.indexOf("\n  C1  "));
    expect(text).toContain("  Failed: Gemini CLI (recorded)");
    expect(text).not.toContain("Completed: ");
  });

  test("Ctrl-C ends it with 130 and leaves nothing", async () => {
    let isSent = false;
    const { lines, code } = await inTerminal((screen, send) => {
      if (isSent || !/Claude Code \(recorded\) +running .*reading/.test(screen.join("\n"))) return;
      isSent = true;
      send("\u0003");
    });
    expect(code).toBe(130);
    expect(lines.at(-1)).toBe("Interrupted. Nothing is left behind.");
    expect(readdirSync(place("live"))).toEqual([]);
    expect(existsSync(place("home/.cache"))).toBe(false);
  });
});
