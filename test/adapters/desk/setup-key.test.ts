import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { findSetupKeys } from "#adapters/desk/setup-key.ts";

let code = "";
beforeEach(() => (code = mkdtempSync(join(tmpdir(), "deep-review-key-"))));
afterEach(() => rmSync(code, { recursive: true, force: true }));

const PLAIN = { "package.json": '{"scripts":{"test":"vitest"},"dependencies":{"a":"1"}}', "package-lock.json": "{}" };

function keysOf(files: Readonly<Record<string, string>>, more: object = {}) {
  rmSync(code, { recursive: true, force: true });
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(code, path)), { recursive: true });
    writeFileSync(join(code, path), text);
  }
  const paths = Object.keys(files);
  const path = process.env["PATH"] ?? "";
  return findSetupKeys({ commands: ["npm ci"], code, paths, tree: "t1", network: true, path, submodules: [], ...more });
}

test("commits with the same lock files and manifests share what an installer installs", async () => {
  const one = await keysOf({ ...PLAIN, "src/a.js": "1" });
  const other = await keysOf({ ...PLAIN, "src/a.js": "2" }, { tree: "t2" });
  expect(one.shared).toMatch(/^[0-9a-f]{64}$/);
  expect(other.shared).toBe(one.shared);
  expect(other.own).not.toBe(one.own);
});

test("a path of a package's own file is no reason to keep it apart", async () => {
  const text = '{"main":"./a.js","exports":{".":"./a.js"},"dependencies":{"a":"^1","b":"github:c/d"}}';
  expect((await keysOf({ ...PLAIN, "package.json": text })).shared).toBeDefined();
});

test("another lock file, manifest, command, network, path or tool is another name", async () => {
  const { shared } = await keysOf(PLAIN);
  const others = [
    await keysOf({ ...PLAIN, "package-lock.json": '{"packages":{}}' }),
    await keysOf({ ...PLAIN, "package.json": '{"dependencies":{"a":"2"}}' }),
    await keysOf({ ...PLAIN, "packages/b/package.json": "{}" }),
    await keysOf({ ...PLAIN, ".nvmrc": "22" }),
    await keysOf(PLAIN, { commands: ["npm ci --omit=dev"] }),
    await keysOf(PLAIN, { network: false }),
    await keysOf(PLAIN, { path: "/usr/bin:/bin" }),
  ];
  const all = [shared, ...others.map((keys) => keys.shared)];
  expect(all.every((key) => key !== undefined)).toBe(true);
  expect(new Set(all).size).toBe(all.length);
});

test.each([
  ["a command that is not only an installer", { commands: ["npm ci && node build.js"] }, {}],
  ["a command with a path", { commands: ["npm ci --prefix=../x"] }, {}],
  ["a script that runs when it installs", {}, { "package.json": '{"scripts":{"postinstall": "node x.js"}}' }],
  ["the same in a package of a workspace", {}, { "packages/b/package.json": '{"scripts":{"prepare":"tsc"}}' }],
  ["a package in a folder", {}, { "package.json": '{"dependencies":{"b":"file:../b"}}' }],
  ["a package in a folder without a word", {}, { "package.json": '{"dependencies":{"b":"./vendor/b.tgz"}}' }],
  ["the same in a lock file", {}, { "yarn.lock": '"b@./b.tgz":\n  resolved "file:./b.tgz"\n' }],
  ["a package of a workspace that is copied", {}, { "package.json": '{"dependenciesMeta":{"b":{"injected":true}}}' }],
  ["the same for all", {}, { "pnpm-workspace.yaml": "injectWorkspacePackages: true" }],
  ["a script that only pnpm runs", {}, { "package.json": '{"scripts":{"pnpm:devPreinstall": "node x.js"}}' }],
  ["a script under an escaped name", {}, { "package.json": String.raw`{"scripts":{"post\u0069nstall": "node x.js"}}` }],
  ["a manifest that is no JSON", {}, { "package.json": "{" }],
  ["a manifest in another form", {}, { "packages/b/package.yaml": "scripts: {postinstall: node x.js}" }],
  ["patches", {}, { "package.json": '{"pnpm":{"patchedDependencies":{"a":"patches/a.patch"}}}' }],
  ["a hook of pnpm", {}, { ".pnpmfile.cjs": "module.exports = {}" }],
  ["a yarn of its own", {}, { ".yarnrc.yml": "yarnPath: .yarn/releases/yarn.cjs" }],
  ["a setting that names a file", {}, { ".npmrc": "node-options=--require ./x.js" }],
  ["a native build", {}, { "binding.gyp": "{}" }],
  ["no manifest at all", {}, { "package.json": undefined, "package-lock.json": undefined }],
])("what may run or copy code of the repository is kept for its own commit: %s", async (_, more, files) => {
  const all = Object.entries({ ...PLAIN, ...files }).filter((one): one is [string, string] => one[1] !== undefined);
  const keys = await keysOf(Object.fromEntries(all), more);
  expect(keys.shared).toBeUndefined();
  expect(keys.own).toMatch(/^[0-9a-f]{64}$/);
});
