import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { readOutputs } from "../helpers/job-outputs.ts";
import { readSteps } from "../helpers/workflow-steps.ts";

const root = new URL("../..", import.meta.url).pathname;
const steps = readSteps(readFileSync(join(root, "action.yml"), "utf8"));

test("a checkout of this repository builds itself, once", () => {
  const folder = mkdtempSync(join(tmpdir(), "deep-review-install-"));
  try {
    const action = copyOfCheckout(folder);
    const output = join(folder, "output");
    const PATH = npmOf(folder);
    const runStep = (name: string): Record<string, string> => {
      writeFileSync(output, "");
      const script = steps.find((step) => step.name === name)?.run ?? "exit 9";
      const env = { PATH, HOME: folder, GITHUB_ACTION_PATH: action, GITHUB_OUTPUT: output };
      execFileSync("bash", ["--noprofile", "--norc", "-eo", "pipefail", "-c", script], {
        cwd: folder,
        env,
        stdio: "pipe",
      });
      return readOutputs(readFileSync(output, "utf8"));
    };
    expect(runStep("Look for Node")).toEqual({ found: "true" });
    expect(runStep("Look for a build")).toEqual({
      fresh: "false",
      lock: expect.stringMatching(/^[0-9a-f]{64}$/),
      packages: `${folder}/npm-cache`,
    });
    runStep("Build");
    const calls = readFileSync(join(folder, "npm-calls"), "utf8");
    expect(calls).toBe("config get cache\nci --ignore-scripts --prefer-offline --loglevel=error\n");
    expect(existsSync(join(action, "dist/cli.js"))).toBe(true);
    expect(runStep("Look for a build")).toEqual({ fresh: "true" });
    const version = execFileSync(process.execPath, [join(action, "dist/cli.js"), "--version"], { encoding: "utf8" });
    expect(version.trim()).toBe(JSON.parse(readFileSync(join(root, "package.json"), "utf8")).version);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

/** What git tracks here, as a runner would download it. */
function copyOfCheckout(folder: string): string {
  const action = join(folder, "action");
  const listed = execFileSync("git", ["ls-files", "-z", "--cached"], { cwd: root, encoding: "utf8" });
  for (const path of listed.split("\0").filter((name) => name !== "" && existsSync(join(root, name)))) {
    mkdirSync(dirname(join(action, path)), { recursive: true });
    cpSync(join(root, path), join(action, path));
  }
  return action;
}

/**
 * An `npm` that has the packages already: the gate has just installed them by the same lock file, and once is enough. It
 * notes how it was called.
 */
function npmOf(folder: string): string {
  mkdirSync(join(folder, "bin"));
  const script = `#!/bin/sh
    echo "$@" >>"${join(folder, "npm-calls")}"
    if [ "$1" = config ]; then echo "${folder}/npm-cache"; else ln -s "${join(root, "node_modules")}" node_modules; fi`;
  writeFileSync(join(folder, "bin/npm"), script, { mode: 0o755 });
  return `${join(folder, "bin")}:${process.env["PATH"] ?? ""}`;
}
