import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isStopping } from "#cli/interruptible.ts";

const quiet = new AbortController().signal;

test("after Ctrl-C only the abort itself is no error; a full disk still is", () => {
  const stop = AbortSignal.abort();
  const stops = { stop, signal: quiet };
  const aborted = Object.assign(new Error("The operation was aborted"), { name: "AbortError" });
  expect(isStopping(stop.reason, stops)).toBe(true);
  expect(isStopping(aborted, stops)).toBe(true);
  expect(isStopping(new Error("no space is left"), stops)).toBe(false);
  expect(isStopping(aborted, { stop: quiet, signal: quiet })).toBe(false);
});

test.each(["SIGTERM", "SIGHUP"] as const)("%s ends also what waits for a pipe without end, as 130", async (signal) => {
  const folder = mkdtempSync(join(tmpdir(), "deep-review-stuck-"));
  try {
    execFileSync("mkfifo", [join(folder, "pipe")]);
    const stuck = join(folder, "stuck.mts");
    writeFileSync(
      stuck,
      `import { readFile } from "node:fs/promises";
       import { stoppable } from ${JSON.stringify(new URL("../../src/cli/interruptible.ts", import.meta.url).pathname)};
       await stoppable(async () => {
         console.log("reading");
         await readFile(${JSON.stringify(join(folder, "pipe"))});
       }, () => undefined, 50);`,
    );
    // Ended by SIGINT is 130 to a shell.
    const tsx = new URL("../../node_modules/tsx/dist/esm/index.mjs", import.meta.url).href;
    const child = spawn(process.execPath, ["--import", tsx, stuck], { stdio: ["ignore", "pipe", "pipe"] });
    const ended = once(child, "exit");
    await once(child.stdout, "data");
    child.kill(signal);
    expect(await ended).toEqual([null, "SIGINT"]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
