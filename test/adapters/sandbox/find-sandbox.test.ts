import { execFileSync } from "node:child_process";
import { chmodSync, chownSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { findSandbox, probeSandbox } from "#adapters/sandbox/find-sandbox.ts";
import type { Sandbox } from "#adapters/sandbox/sandbox.ts";
import { requireSandbox } from "./require-sandbox.ts";

const sandbox = process.platform === "linux" ? await requireSandbox() : undefined;
let root = "";
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "deep-review-sandbox-"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** A stand-in for bubblewrap that does as the script says with the command behind `--`. */
function fake(script: string): string {
  writeFileSync(join(root, "bwrap"), `#!/bin/sh\nwhile [ "$1" != -- ]; do shift; done; shift\n${script}\n`, {
    mode: 0o755,
  });
  return root;
}
const look = (path: string) => findSandbox({ root: join(root, "desks"), platform: "linux", path: `${path}:/nowhere` });

describe("a level is claimed only when it holds", () => {
  test.skipIf(sandbox === undefined)("bubblewrap does here, and its trial leaves nothing behind", async () => {
    const found = await findSandbox({ root: join(root, "desks") });
    expect(found).toMatchObject({ level: "bubblewrap", says: expect.stringContaining("bwrap holds") });
    expect(readdirSync(join(root, "desks"))).toEqual([]);
  });

  test.each([
    ["lets everything through", 'exec "$@"', "a hidden file could be read"],
    [
      "runs nothing",
      "echo 'bwrap: No permissions to create a new namespace' >&2; exit 1",
      "No permissions to create a new namespace",
    ],
    ["does nothing at all", "exit 0", "did not run a command to its end"],
    ["is damaged", "exec /no/such/file", "not found"],
    ["pretends", "echo wrote inside; echo done", "it could not write inside"],
    ["lets writes through", 'rm "$6/secret"; exec "$@"', "it could write outside"],
  ])("a bubblewrap that %s is none", async (_, script, why) => {
    const found = await look(fake(script));
    expect(found.level).toBe("none");
    expect(found.says).toContain(why);
  });

  test("a missing program says what to install; another system has none", async () => {
    expect(await look("/nowhere")).toMatchObject({
      level: "none",
      says: expect.stringContaining("bubblewrap is not installed"),
    });
    expect(await findSandbox({ root, platform: "freebsd" })).toMatchObject({ level: "none" });
    const plain = { command: "x", args: ["y"], cwd: "/", env: {} };
    const without: Sandbox = await look("/nowhere");
    expect(await without.wrap(plain, { readable: [], writable: [], hidden: [] })).toEqual(plain);
  });

  test("the trial sees a sandbox in which the scratch folder cannot be written", async () => {
    const problem = await probeSandbox((launch) => {
      const [, script = "", ...rest] = launch.args;
      return Promise.resolve({
        ...launch,
        args: [
          "-c",
          script.replaceAll("echo wrote", "false"),
          ...rest.map((one) => one.replace(/(scratch|hidden|outside)$/, "none")),
        ],
      });
    }, root);
    expect(problem).toBe("it could not write inside");
  });
});

describe.skipIf(sandbox === undefined || process.getuid?.() !== 0)("for an ordinary user", () => {
  test("bubblewrap holds too", async () => {
    const source = new URL("../../../src/adapters/sandbox/find-sandbox.ts", import.meta.url).pathname;
    const bundle = join(root, "find.mjs");
    await build({
      entryPoints: [source],
      outfile: bundle,
      bundle: true,
      platform: "node",
      format: "esm",
      logLevel: "silent",
    });
    chmodSync(root, 0o755);
    const own = join(root, "own");
    execFileSync("mkdir", [own]);
    chownSync(own, 65534, 65534);
    const script = `const { findSandbox } = await import(${JSON.stringify(bundle)}); const { level, says } = await findSandbox({ root: ${JSON.stringify(own)} }); console.log(level, says);`;
    const args = [
      "--reuid",
      "65534",
      "--regid",
      "65534",
      "--clear-groups",
      process.execPath,
      "--input-type=module",
      "-e",
      script,
    ];
    const said = execFileSync("setpriv", args, {
      encoding: "utf8",
      env: { PATH: "/usr/bin:/bin", HOME: own },
      cwd: own,
    });
    expect(said).toContain("bubblewrap bwrap holds");
  });
});
