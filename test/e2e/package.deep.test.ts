import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

const root = new URL("../..", import.meta.url).pathname;
const version = JSON.parse(readFileSync(join(root, "package.json"), "utf8")).version;
let folder = "";
let files: string[] = [];

/** A machine of its own: no settings of the user, nothing but what the tarball brings. */
const environment = () => ({
  PATH: process.env["PATH"],
  HOME: folder,
  TMPDIR: folder,
  npm_config_cache: join(folder, "cache"),
});
const run = (command: string, args: string[], cwd = folder): string =>
  execFileSync(command, args, { cwd, env: environment(), encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "deep-review-pack-"));
  // The build is there already; packing must not build it again under the other tests' feet.
  const [packed] = JSON.parse(run("npm", ["pack", "--ignore-scripts", "--json", "--pack-destination", folder], root));
  files = packed.files.map(({ path }: { path: string }) => path);
  run("npm", ["install", "--global", "--offline", "--prefix", join(folder, "global"), join(folder, packed.filename)]);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("the tarball installs offline and its program runs in an empty folder", () => {
  const bin = join(folder, "global/bin/deep-review");
  expect(run(bin, ["--version"])).toBe(`${version}\n`);
  const page = /Report\s+(\S+)/.exec(run(bin, ["demo"]))?.[1] ?? "";
  expect(readFileSync(resolve(folder, page), "utf8")).toMatch(/^<!doctype html>/i);
});

test("the clone installs as a link, which can be removed again", () => {
  const prefix = ["--prefix", join(folder, "linked"), "--offline", "--ignore-scripts"];
  run("npm", ["install", "--global", ".", ...prefix], root);
  expect(realpathSync(join(folder, "linked/lib/node_modules/deep-review"))).toBe(realpathSync(root));
  expect(run(join(folder, "linked/bin/deep-review"), ["--version"])).toBe(`${version}\n`);
  run("npm", ["uninstall", "--global", "deep-review", ...prefix]);
  expect(existsSync(join(folder, "linked/bin/deep-review"))).toBe(false);
});

test("it holds the program, the schema, the sample and the licences, and no sources", () => {
  for (const path of [
    "dist/cli.js",
    "dist/third-party-notices.txt",
    "dist/config.js",
    "samples/demo/recorded-agent.mjs",
    "samples/demo/hookrelay.fast-export",
    "schema/config.d.ts",
    "schema/config.schema.json",
    "schema/review.schema.json",
    "LICENSE",
    "README.md",
    "CHANGELOG.md",
  ]) {
    expect(files).toContain(path);
  }
  expect(files.filter((path) => /^(src|test|bench|tools)\//.test(path))).toEqual([]);
});

test("the licence of every bundled package is in the notices", () => {
  const notices = readFileSync(join(root, "dist/third-party-notices.txt"), "utf8");
  for (const name of ["zod", "commander", "markdown-it", "highlight.js", "sucrase"])
    expect(notices).toMatch(new RegExp(`^${name} \\d`, "m"));
});
