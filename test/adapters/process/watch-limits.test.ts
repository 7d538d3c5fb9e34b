import { tmpdir } from "node:os";
import { describe, expect, test } from "vitest";
import { runProcess, type RunLimits } from "#adapters/process/run-process.ts";

const MEGABYTE = 1024 * 1024;
const LIMITS: RunLimits = { memory: 512 * MEGABYTE, processes: 64, output: 8 * MEGABYTE, freeDisk: MEGABYTE };

const run = (script: string, limits: Partial<RunLimits> = {}) =>
  runProcess(
    {
      command: process.execPath,
      args: ["-e", script],
      cwd: tmpdir(),
      env: { PATH: "/usr/local/bin:/usr/bin:/bin" },
    },
    { limits: { ...LIMITS, ...limits }, deadline: 60_000 },
  );

describe("a program that exceeds a limit is ended, with everything it started", () => {
  test("too many processes", async () => {
    const script = `for (let at = 0; at < 100; at += 1) require("node:child_process").spawn("sleep", ["300"]);`;
    const { ending, left } = await run(`${script} setInterval(() => {}, 1000);`);
    expect(ending).toEqual({ kind: "limit", why: "it started more than 64 processes" });
    expect(left).toBe(0);
  });

  test("too much memory, in a child", async () => {
    const child = "const kept = []; setInterval(() => kept.push(Buffer.alloc(20e6, 1)), 5)";
    const { ending, left } = await run(
      `require("node:child_process").spawn(process.execPath, ["-e", ${JSON.stringify(child)}]); setInterval(() => {}, 1000)`,
    );
    expect(ending).toEqual({ kind: "limit", why: "it used more than 512 MB of memory" });
    expect(left).toBe(0);
  });

  test("endless output", async () => {
    const { ending } = await run(`const more = () => process.stdout.write("x".repeat(65536), more); more();`);
    expect(ending).toEqual({ kind: "limit", why: "it printed more than 8 MB" });
  });

  test("a disk that is nearly full", async () => {
    const { ending } = await run("setInterval(() => {}, 1000)", { freeDisk: Number.MAX_SAFE_INTEGER });
    expect(ending).toEqual({ kind: "limit", why: "the disk is nearly full" });
  });

  test("within its limits it ends by itself", async () => {
    const { ending } = await run("setTimeout(() => process.exit(3), 1200)");
    expect(ending).toEqual({ kind: "exited", code: 3 });
  });
});
