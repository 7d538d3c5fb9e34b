import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { askVersion, readProgramVersion } from "#adapters/login/program-version.ts";
import type { Sandbox } from "#adapters/sandbox/sandbox.ts";

let folder = "";
const put = (path: string, text: string): string => {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
  chmodSync(join(folder, path), 0o755);
  return join(folder, path);
};
const none: Sandbox = { level: "none", says: "", wrap: (launch) => Promise.resolve(launch) };

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "deep-review-programs-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("an installed package tells the version of its program, also through a link", async () => {
  put("lib/node_modules/@house/agent/package.json", '{"name":"@house/agent","version":"1.2.3"}');
  const program = put("lib/node_modules/@house/agent/bin/agent.js", "");
  mkdirSync(join(folder, "bin"));
  symlinkSync(program, join(folder, "bin/agent"));
  expect(await readProgramVersion(join(folder, "bin/agent"))).toBe("1.2.3");
});

test("the mark of a platform is no part of a version", async () => {
  put("node_modules/agent-linux-x64/package.json", '{"name":"agent-linux-x64","version":"1.2.3-linux-x64"}');
  expect(await readProgramVersion(put("node_modules/agent-linux-x64/agent", ""))).toBe("1.2.3");
});

test("a folder that is named after a version tells it", async () => {
  expect(await readProgramVersion(put("share/agent/versions/2.1.7/agent", ""))).toBe("2.1.7");
});

test("a stranger's manifest above the program says nothing of it, a manifest that names it does", async () => {
  put("package.json", '{"name":"my-project","version":"9.9.9"}');
  expect(await readProgramVersion(put("bin/agent", ""))).toBeUndefined();
  put("package.json", '{"name":"agent","version":"3.0.0","bin":{"agent":"./bin/agent"}}');
  expect(await readProgramVersion(join(folder, "bin/agent"))).toBe("3.0.0");
});

test("a manifest that is no JSON, and a program that is not there, tell nothing", async () => {
  put("node_modules/agent/package.json", "{");
  expect(await readProgramVersion(put("node_modules/agent/agent", ""))).toBeUndefined();
  expect(await readProgramVersion(join(folder, "nowhere/agent"))).toBeUndefined();
});

test("a program that is asked has a home of its own and nothing of our environment", async () => {
  process.env["DEEP_REVIEW_TEST_KEY"] = "secret";
  try {
    const program = put("agent", '#!/bin/sh\necho "agent 1.2.3 $1 [$DEEP_REVIEW_TEST_KEY] $HOME"\n');
    const said = await askVersion(program, none, "/usr/bin:/bin");
    expect(said).toMatch(/^agent 1\.2\.3 --version \[\] /);
    expect(said).not.toContain(process.env["HOME"] ?? "no home");
  } finally {
    delete process.env["DEEP_REVIEW_TEST_KEY"];
  }
});

test("a program that fails, and one that is none, say nothing", async () => {
  expect(await askVersion(put("fails", "#!/bin/sh\necho 1.2.3\nexit 3\n"), none, "/usr/bin:/bin")).toBeUndefined();
  expect(await askVersion(put("broken", "#!/no/such/shell\n"), none, "/usr/bin:/bin")).toBeUndefined();
});
