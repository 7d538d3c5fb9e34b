import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { makeSmallRepository, type SmallRepository } from "../helpers/small-repository.ts";

const cli = new URL("../../dist/cli.js", import.meta.url).pathname;
const MARK = "DEEP_REVIEW_SIGNAL_TEST";

let place: SmallRepository;
let temporary = "";
beforeEach(() => {
  place = makeSmallRepository();
  temporary = mkdtempSync(join(tmpdir(), "deep-review-signals-"));
  mkdirSync(join(place.folder, "src"));
  for (let at = 0; at < 40; at += 1) {
    writeFileSync(join(place.folder, "src", `${at}.ts`), `export const value${at} = ${at};\n`.repeat(200));
  }
  place.git("add", ".");
  place.git("commit", "-q", "-m", "Begin");
  writeFileSync(join(place.folder, "src/new.ts"), "export const fresh = 1;\n");
  const says = "### Important Issues\n\nI1. **It is wrong** — `src/new.ts:1`\n";
  const reviewers = [{ id: "ada", name: "Ada", seconds: 1, says }];
  writeFileSync(join(place.home, "script.json"), JSON.stringify({ reviewers }));
});
afterEach(() => {
  place.remove();
  rmSync(temporary, { recursive: true, force: true });
});

/** How a process ended, as a shell would say it. */
const SHELL_CODES = { SIGTERM: 143, SIGHUP: 129, SIGINT: 130 } as const;

/** Starts the program, sends the signal after so many milliseconds, and waits for the end. */
function kill(args: readonly string[], signal: "SIGTERM" | "SIGHUP", delay: number): Promise<number | null> {
  const env = {
    PATH: process.env["PATH"],
    HOME: place.home,
    TMPDIR: temporary,
    GIT_CONFIG_NOSYSTEM: "1",
    [MARK]: temporary,
  };
  // A pipe that stays open: whoever reads it waits.
  const child = spawn(process.execPath, [cli, ...args], {
    cwd: place.folder,
    env,
    stdio: ["pipe", "ignore", "ignore"],
  });
  return new Promise((resolve, reject) => {
    setTimeout(() => child.kill(signal), delay);
    const stuck = setTimeout(() => {
      child.kill("SIGKILL");
      reject(new Error(`${args.join(" ")} did not end after ${signal} at ${delay} ms`));
    }, 40_000);
    child.on("exit", (code, by) => {
      clearTimeout(stuck);
      resolve(code ?? SHELL_CODES[by as keyof typeof SHELL_CODES]);
    });
  });
}

/** Processes that we started and that are still there. */
function survivors(): string[] {
  return readdirSync("/proc").filter((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      return readFileSync(`/proc/${pid}/environ`, "latin1").includes(`${MARK}=${temporary}`);
    } catch {
      return false;
    }
  });
}

const halfWritten = (): string[] =>
  readdirSync(place.folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".tmp"));

describe.each(["SIGTERM", "SIGHUP"] as const)("%s ends the program", (signal) => {
  test.each([0, 60, 150, 300, 500, 800, 1200, 1800, 2500, 3500])(
    "%i ms after a review began, with nothing left behind but what resume needs",
    async (delay) => {
      const args = ["--scripted", join(place.home, "script.json"), "--quiet"];
      expect([0, 130, SHELL_CODES[signal]]).toContain(await kill(args, signal, delay));
      await expect.poll(survivors, { timeout: 10_000 }).toEqual([]);
      expect(halfWritten()).toEqual([]);
      expect(readdirSync(temporary)).toEqual([]);
      expect(place.git("status", "--porcelain").toString()).toBe("?? src/new.ts\n");
    },
    90_000,
  );

  test.each([[["merge", "/dev/stdin"]], [["audit"]], [["site"]], [["doctor"]], [["demo"]]])(
    "while it runs %j",
    async (args) => {
      expect([0, 2, 3, 130, SHELL_CODES[signal]]).toContain(await kill(args, signal, 700));
      await expect.poll(survivors, { timeout: 10_000 }).toEqual([]);
    },
    90_000,
  );
});
