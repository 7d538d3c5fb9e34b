import { randomBytes } from "node:crypto";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { runProcess, type Launch, type OutputLine, type ProcessControls } from "#adapters/process/run-process.ts";
import { holdClock, passLimit, passTime } from "../../helpers/held-clock.ts";
import { called, eventually, holders, isLiving } from "./survivors.ts";

let folder = "";
let mark = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "deep-review-process-"));
  mark = randomBytes(8).toString("hex");
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true, force: true });
  expect(holders("TEST_MARK", mark)).toEqual([]);
});

const launch = (command: string, args: readonly string[], more: Partial<Launch> = {}): Launch => ({
  command,
  args,
  cwd: folder,
  env: { PATH: "/usr/local/bin:/usr/bin:/bin", TEST_MARK: mark },
  ...more,
});
const shell = (script: string, more: Partial<Launch> = {}): Launch => launch("/bin/sh", ["-c", script], more);
const node = (script: string, more: Partial<Launch> = {}): Launch => launch(process.execPath, ["-e", script], more);

/** A watcher that keeps the texts of the lines. */
function collect(): { lines: string[]; onLine: (line: OutputLine) => void } {
  const lines: string[] = [];
  return { lines, onLine: ({ text }) => void lines.push(text) };
}

/** Stops the run when so many lines have come. */
function stopAfter(count: number, onLine?: (line: OutputLine) => void) {
  const stop = new AbortController();
  let seen = 0;
  return {
    signal: stop.signal,
    onLine(line: OutputLine) {
      onLine?.(line);
      seen += 1;
      if (seen === count) stop.abort();
    },
  };
}

describe("how it ends", () => {
  test("an exit code is the program's own", async () => {
    const result = await runProcess(shell("exit 7"));
    expect(result).toMatchObject({
      ending: { kind: "exited", code: 7 },
      exit: { code: 7, signal: null },
      killed: 0,
      left: 0,
    });
    expect(result.firstByteAfter).toBeUndefined();
  });

  test("a signal that somebody else sent is named", async () => {
    expect((await runProcess(shell("kill -SEGV $$"))).ending).toEqual({ kind: "signalled", signal: "SIGSEGV" });
  });

  test.each([
    ["a name that is in no folder", "no-such-program-here", "not-found"],
    ["a path that is not there", "/no/such/program", "not-found"],
    ["a folder", "/usr", "not-allowed"],
    ["an empty name", "", "not-found"],
  ])("%s is a result, not an error", async (_, command, reason) => {
    expect((await runProcess(launch(command, []))).ending).toMatchObject({ kind: "not-started", reason });
  });

  test("a file without the right to run is not allowed", async () => {
    writeFileSync(join(folder, "plain"), "#!/bin/sh\n");
    chmodSync(join(folder, "plain"), 0o644);
    expect((await runProcess(launch("./plain", []))).ending).toMatchObject({
      kind: "not-started",
      reason: "not-allowed",
    });
  });

  test("a script whose interpreter is missing did not start, and a program that exits with 127 did", async () => {
    writeFileSync(join(folder, "script"), "#!/no/such/interpreter\n", { mode: 0o755 });
    expect((await runProcess(launch("./script", []))).ending).toMatchObject({
      kind: "not-started",
      reason: "not-found",
    });
    expect((await runProcess(shell("exit 127"))).ending).toEqual({ kind: "exited", code: 127 });
  });

  test("a folder that is gone and arguments without measure are results too", async () => {
    const gone = await runProcess(shell("true", { cwd: join(folder, "gone") }));
    expect(gone.ending).toMatchObject({ kind: "not-started", reason: "bad-folder" });
    const huge = await runProcess(launch("/bin/echo", ["x".repeat(4 * 1024 * 1024)]));
    expect(huge.ending).toMatchObject({ kind: "not-started", reason: "failed" });
    const nul = await runProcess(launch("/bin/echo", ["a\0b"]));
    expect(nul.ending).toMatchObject({ kind: "not-started", reason: "failed" });
  });

  test("a name is looked up in the launch's own folders, never in the working one", async () => {
    writeFileSync(join(folder, "tool"), "#!/bin/sh\necho mine\n", { mode: 0o755 });
    expect((await runProcess(launch("tool", [], { env: { PATH: ":.:/bin" } }))).ending).toMatchObject({
      reason: "not-found",
    });
    expect((await runProcess(launch("tool", [], { env: { PATH: folder } }))).ending).toEqual({
      kind: "exited",
      code: 0,
    });
  });

  test("an abort ends it with the reason", async () => {
    const controller = new AbortController();
    const reason = new Error("the user pressed Ctrl-C");
    const result = await runProcess(shell("echo up; exec sleep 60"), {
      signal: controller.signal,
      onLine: () => controller.abort(reason),
    });
    expect(result).toMatchObject({ ending: { kind: "aborted", reason }, exit: { signal: "SIGTERM" }, killed: 0 });
  });

  test("a signal that has fired before means that nothing starts", async () => {
    const result = await runProcess(shell("echo up > started"), { signal: AbortSignal.abort("early") });
    expect(result).toMatchObject({ ending: { kind: "aborted", reason: "early" }, stdoutBytes: 0 });
    expect(result).not.toHaveProperty("exit");
  });

  test("the deadline ends one that talks all the time", async () => {
    holdClock();
    const result = await runProcess(shell("echo up; while :; do echo x; sleep 0.01; done"), {
      deadline: 30_000,
      onLine: ({ text }) => void (text === "up" && passLimit(30_000)),
    });
    expect(result.ending).toEqual({ kind: "deadline", after: 30_000 });
    expect(result.stdoutBytes).toBeGreaterThan(0);
  });

  test("silence ends it", async () => {
    holdClock();
    const silent = await runProcess(shell("echo x; exec sleep 60"), {
      idle: 30_000,
      onLine: () => void passLimit(30_000),
    });
    expect(silent.ending).toEqual({ kind: "idle", after: 30_000 });
  });

  test("error output and touch are signs of life", async () => {
    holdClock();
    let controls: ProcessControls | undefined;
    const onStart = (given: ProcessControls): void => void (controls = given);
    const alive = await runProcess(shell("for i in 1 2 3; do echo x >&2; read go; done", { keepStdin: true }), {
      idle: 900,
      onStart,
      onStderr: () => void passTime(600).then(() => controls?.send("go\n")),
    });
    expect(alive.ending).toEqual({ kind: "exited", code: 0 });
    const touched = await runProcess(shell("read go; read go", { keepStdin: true }), {
      idle: 900,
      async onStart({ touch, endInput }) {
        for (let turn = 0; turn < 3; turn += 1) {
          await passTime(600);
          touch();
        }
        endInput();
      },
    });
    expect(touched.ending).toEqual({ kind: "exited", code: 1 });
  });

  test("the time that a watcher takes is not the program's silence", async () => {
    holdClock();
    const result = await runProcess(shell("echo x"), { idle: 300, onLine: () => passTime(1000) });
    expect(result.ending).toEqual({ kind: "exited", code: 0 });
  });

  test("an error of a watcher is thrown when the program is gone", async () => {
    let pid = 0;
    const run = runProcess(shell("while :; do echo x; sleep 0.01; done"), {
      onStart: (controls) => void ({ pid } = controls),
      onLine: () => {
        throw new Error("cannot keep it");
      },
    });
    await expect(run).rejects.toThrow("cannot keep it");
    expect(isLiving(pid)).toBe(false);
  });
});

describe("what it says", () => {
  test("input arrives byte for byte and ends", async () => {
    const input = `"$@" @test \`x\` $(id) {{ é😀 \0 \\ ${"long ".repeat(400_000)}`;
    const chunks: Buffer[] = [];
    const result = await runProcess(launch("/bin/cat", [], { input }), {
      onStdout: (chunk) => void chunks.push(chunk),
    });
    expect(Buffer.concat(chunks).equals(Buffer.from(input))).toBe(true);
    expect(result).toMatchObject({ ending: { kind: "exited", code: 0 }, stdoutBytes: Buffer.byteLength(input) });
  });

  test("a program that does not read its input is no error", async () => {
    const result = await runProcess(shell("exec <&-; echo done", { input: "x".repeat(1_000_000) }));
    expect(result.ending).toEqual({ kind: "exited", code: 0 });
  });

  test("a conversation goes line by line until the input is closed", async () => {
    let controls: ProcessControls | undefined;
    const heard: string[] = [];
    const result = await runProcess(
      shell('while read -r word; do echo "got $word"; done; echo bye', { input: "one\n", keepStdin: true }),
      {
        onStart: (given) => void (controls = given),
        onLine: async ({ text }) => {
          heard.push(text);
          if (text === "got one") expect(await controls?.send("two\n")).toBe(true);
          if (text === "got two") controls?.endInput();
        },
      },
    );
    expect(heard).toEqual(["got one", "got two", "bye"]);
    expect(result.ending).toEqual({ kind: "exited", code: 0 });
    expect(await controls?.send("late")).toBe(false);
  });

  test("the environment is the launch's own", async () => {
    const { lines, onLine } = collect();
    await runProcess(launch("/usr/bin/env", [], { env: { ONLY: "this", TEST_MARK: mark } }), { onLine });
    expect(
      lines
        .map((line) => line.split("=")[0])
        .filter((name) => name !== "PWD")
        .sort(),
    ).toEqual(["DEEP_REVIEW_RUN", "ONLY", "TEST_MARK"]);
  });

  test("no descriptor of ours reaches the program", async () => {
    const { lines, onLine } = collect();
    await runProcess(shell("ls /proc/$$/fd"), { onLine });
    expect(lines.filter((name) => Number(name) > 2 && Number(name) < 10)).toEqual([]);
  });

  test("a character that is cut by the pipe stays whole, also in a last line without an end", async () => {
    const { lines, onLine } = collect();
    let controls: ProcessControls | undefined;
    await runProcess(
      shell(String.raw`printf '\342\202'; read go; printf '\254\nlast \303'; read go; printf '\251'`, {
        keepStdin: true,
      }),
      { onLine, onStart: (given) => void (controls = given), onStdout: () => void controls?.send("go\n") },
    );
    expect(lines).toEqual(["€", "last é"]);
  });

  test("a line of fifty megabytes comes in two pieces", async () => {
    const pieces: [number, number, boolean][] = [];
    await runProcess(shell("head -c 52428800 /dev/zero | tr '\\0' x; echo; echo end"), {
      onLine: ({ text, piece, isLast }) => void pieces.push([text.length, piece, isLast]),
    });
    expect(pieces).toEqual([
      [32 * 1024 * 1024, 0, false],
      [18 * 1024 * 1024, 1, true],
      [3, 0, true],
    ]);
  });

  test("the tail of the error output is kept, the rest only passed on", async () => {
    let seen = 0;
    const result = await runProcess(node("process.stderr.write('a'.repeat(1_000_000) + 'the end')"), {
      onStderr: (chunk) => void (seen += chunk.length),
    });
    expect(seen).toBe(1_000_007);
    expect(result.stderrBytes).toBe(1_000_007);
    expect(result.stderrTail).toHaveLength(64 * 1024);
    expect(result.stderrTail.endsWith("the end")).toBe(true);
  });

  test("a slow watcher holds the program back and loses nothing", async () => {
    let bytes = 0;
    let most = 0;
    const script = `
      const { writeSync } = require("node:fs");
      let sent = 0;
      const go = () => { while (sent < 200 && process.stdout.write("x".repeat(65536))) sent += 1; if (sent < 200) { sent += 1; process.stdout.once("drain", go); } writeSync(2, sent + "\\n"); };
      go();`;
    const result = await runProcess(node(script), {
      onStdout: async (chunk) => {
        bytes += chunk.length;
        for (let turn = 0; turn < 10; turn += 1) await setImmediate();
      },
      onStderr: (chunk) => {
        const sent = Number(chunk.toString("utf8").trim().split("\n").at(-1)) * 65536;
        most = Math.max(most, sent - bytes);
      },
    });
    expect(result.ending).toEqual({ kind: "exited", code: 0 });
    expect(bytes).toBe(200 * 65536);
    expect(most).toBeLessThan(4 * 1024 * 1024);
  });
});

describe("what it leaves behind", () => {
  test("children that ignore the polite signal are killed", async () => {
    const stubborn = "trap '' TERM; echo up; while :; do sleep 1; done";
    const result = await runProcess(shell(`(${stubborn}) & (${stubborn}) & ${stubborn}`), {
      grace: 200,
      ...stopAfter(3),
    });
    expect(result).toMatchObject({ ending: { kind: "aborted" }, exit: { signal: "SIGKILL" }, left: 0 });
    expect(result.killed).toBeGreaterThanOrEqual(3);
  });

  test("children that hold the pipes after the leader's end are ended, and its last words kept", async () => {
    const { lines, onLine } = collect();
    const result = await runProcess(shell("sleep 600 & echo said"), { onLine });
    expect(result).toMatchObject({ ending: { kind: "exited", code: 0 }, left: 0 });
    expect(lines).toEqual(["said"]);
  });

  test("a child that moved to a session of its own does not outlive the run", async () => {
    const ended = await runProcess(shell("setsid sh -c 'sleep 600; true' & echo up"));
    expect(ended).toMatchObject({ ending: { kind: "exited", code: 0 }, left: 0 });
    const aborted = await runProcess(
      shell("env -i setsid /bin/sh -c 'trap \"\" TERM; echo up; sleep 601; true' & wait"),
      { grace: 200, ...stopAfter(1) },
    );
    expect(aborted).toMatchObject({ ending: { kind: "aborted" }, left: 0 });
    expect(called("601")).toEqual([]);
  });

  test("a daemon that left session, parents and environment does not outlive the run", async () => {
    const daemon = "env -i setsid /bin/sh -c 'trap \"\" TERM; : > up; sleep 603; true' </dev/null >/dev/null 2>&1 &";
    const ended = await runProcess(shell(`(${daemon}) ; until [ -e up ]; do sleep 0.01; done; echo up`), {
      grace: 200,
    });
    expect(ended).toMatchObject({ ending: { kind: "exited", code: 0 }, left: 0 });
    expect(ended.killed).toBeGreaterThan(0);
    expect(called("603")).toEqual([]);
  });

  test("a program that ends in time on the polite signal may say its last words", async () => {
    const { lines, onLine } = collect();
    const result = await runProcess(
      node(
        "process.on('SIGTERM', () => { console.log('saved'); process.exit(0); }); console.log('up'); setInterval(() => {}, 1000)",
      ),
      { ...stopAfter(1, onLine), grace: 30_000 },
    );
    expect(lines).toEqual(["up", "saved"]);
    expect(result).toMatchObject({ ending: { kind: "aborted" }, exit: { code: 0 }, killed: 0 });
  });

  test("no guard is left after many runs at once", async () => {
    await Promise.all(Array.from({ length: 12 }, (_, at) => runProcess(shell(`echo ${at}`))));
    expect(await eventually(() => holders("TEST_MARK", mark).length === 0)).toBe(true);
  });
});
