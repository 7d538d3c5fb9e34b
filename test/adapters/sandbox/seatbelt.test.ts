import { mkdtempSync, mkdirSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { wrapInSeatbelt, writeProfile } from "#adapters/sandbox/seatbelt.ts";

test("a profile denies first and allows deeper folders behind it, so that the last rule decides", () => {
  const rules = [
    { path: "/Users/tess", kind: "hidden" },
    { path: "/Users/tess/Library/Caches/desks/1/desk", kind: "readable" },
    { path: "/Users/tess/Library/Caches/desks/1/home", kind: "writable" },
  ] as const;
  expect(writeProfile(rules, true)).toBe(`(version 1)
(allow default)
(deny file-write*)
(allow file-write* (literal "/dev/null") (literal "/dev/zero") (literal "/dev/tty") (literal "/dev/dtracehelper") (literal "/dev/stdout") (literal "/dev/stderr"))
(deny process-info* (target others))
(deny signal (target others))
(deny file-read-data file-read-xattr file-write* (subpath "/Users/tess"))
(allow file-read* (subpath "/Users/tess/Library/Caches/desks/1/desk"))
(deny file-write* (subpath "/Users/tess/Library/Caches/desks/1/desk"))
(allow file-read* file-write* (subpath "/Users/tess/Library/Caches/desks/1/home"))
`);
});

test("the network is denied on request, and a path cannot end its string", () => {
  const profile = writeProfile([{ path: '/Users/a")(allow default)\\', kind: "hidden" }], false);
  expect(profile).toContain('(subpath "/Users/a\\")(allow default)\\\\")');
  expect(profile.trim().endsWith("(deny network*)")).toBe(true);
});

test("the command follows the profile, by its real path", async () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "deep-review-seatbelt-")));
  mkdirSync(join(folder, "home"));
  const launch = { command: "sh", args: ["-c", "true"], cwd: folder, env: { PATH: "/bin" } };
  const wrapped = await wrapInSeatbelt("/usr/bin/sandbox-exec", launch, {
    readable: [],
    writable: [join(folder, "home")],
    hidden: [],
  });
  expect(wrapped).toMatchObject({ command: "/usr/bin/sandbox-exec", cwd: folder, env: { PATH: "/bin" } });
  expect([wrapped.args[0], ...wrapped.args.slice(2)]).toEqual(["-p", realpathSync("/bin/sh"), "-c", "true"]);
  const profile = wrapped.args[1] ?? "";
  expect(profile.indexOf(`(allow file-read* file-write* (subpath "${folder}/home"))`)).toBeGreaterThan(
    profile.indexOf(`(subpath "${realpathSync(tmpdir())}")`),
  );
  rmSync(folder, { recursive: true });
});
