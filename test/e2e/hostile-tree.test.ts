import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { runProgram } from "../helpers/run-program.ts";
import { type HostileRepository, makeHostileRepository } from "../helpers/hostile-repository.ts";

let repository: HostileRepository;
beforeEach(() => {
  repository = makeHostileRepository();
});
afterEach(() => repository.close());

const everything = () => Object.values(repository.written()).join("\n");

describe("a tracked folder that became a link out of the tree", () => {
  test("is listed; what stands behind it is not read", () => {
    const outside = join(repository.top, "outside");
    mkdirSync(outside);
    for (const name of ["relay.ts", "more.ts"])
      writeFileSync(join(outside, name), "export const stolen = 'TOP-SECRET';\n");
    rmSync(join(repository.folder, "src"), { recursive: true });
    symlinkSync("../outside", join(repository.folder, "src"));
    for (const target of ["--uncommitted", "HEAD"]) {
      if (target === "HEAD") repository.commit();
      const { status, stdout, stderr } = repository.run(target);
      expect(status, stderr).not.toBe(70);
      expect(stdout + stderr + everything()).not.toContain("TOP-SECRET");
      const record = JSON.parse(repository.written()["review.json"] ?? "{}");
      const paths = record.scope.files.map(({ path }: { path: string }) => path).sort();
      expect(paths).toEqual(["src", "src/relay.ts"]);
    }
  });
});

describe("a bare repository", () => {
  test("that the user's git does not open is an error that names the setting", () => {
    const bare = join(repository.top, "bare.git");
    execFileSync("git", ["clone", "-q", "--bare", repository.folder, bare], { stdio: "ignore" });
    const home = join(repository.top, "home");
    const env = { PATH: process.env["PATH"], HOME: home, TMPDIR: tmpdir(), GIT_CONFIG_NOSYSTEM: "1" };
    const args = ["HEAD", "--archive", join(repository.top, "archive"), "--quiet"];
    const review = () => runProgram(args, { cwd: bare, env });
    expect(review()).toMatchObject({ status: 0, stderr: "" });
    writeFileSync(join(home, ".gitconfig"), "[safe]\n\tbareRepository = explicit\n");
    const { status, stderr } = review();
    expect(stderr).toMatch(/^error: .*\n {2}why: .*safe\.bareRepository.*\n {2}fix: /);
    expect(status).toBe(2);
  });
});
