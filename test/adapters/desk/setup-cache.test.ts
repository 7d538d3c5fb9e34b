import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { spawn } from "node:child_process";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openSetupCache } from "#adapters/desk/setup-cache.ts";

let folder = "";
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "deep-review-kept-"))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const KEYS = ["a", "b", "c"].map((letter) => letter.repeat(64)) as [string, string, string];
const root = () => join(folder, "kept");
const open = (limit?: number) =>
  openSetupCache({ root: () => Promise.resolve(root()), ...(limit !== undefined && { limit }) });
const RESULT = { changed: ["deep/node_modules"], removed: ["old.txt"] };

function desk(name: string, text?: string) {
  const [code, home] = [join(folder, name, "code"), join(folder, name, "home")];
  mkdirSync(code, { recursive: true });
  mkdirSync(home);
  if (text === undefined) {
    writeFileSync(join(code, "old.txt"), "old");
    return { code, home };
  }
  mkdirSync(join(code, "deep/node_modules/pkg"), { recursive: true });
  writeFileSync(join(code, "deep/node_modules/pkg/index.js"), text);
  writeFileSync(join(home, ".tool"), text);
  return { code, home };
}

test("what was made comes back into another desk, as files of its own", async () => {
  await open().store(KEYS[0], RESULT, desk("one", "first"));
  const two = desk("two");
  expect(await open().restore(KEYS[0], two)).toBe("restored");
  const file = join(two.code, "deep/node_modules/pkg/index.js");
  expect([readFileSync(file, "utf8"), readFileSync(join(two.home, ".tool"), "utf8")]).toEqual(["first", "first"]);
  expect(existsSync(join(two.code, "old.txt"))).toBe(false);
  writeFileSync(file, "a suite wrote here");
  const three = desk("three");
  await open().restore(KEYS[0], three);
  expect(readFileSync(join(three.code, "deep/node_modules/pkg/index.js"), "utf8")).toBe("first");
  expect(await open().restore(KEYS[1], desk("four"))).toBe("none");
});

test("the first of two processes that keep the same wins, and nothing else is left", async () => {
  const [one, two] = [desk("one", "first"), desk("two", "second")];
  await Promise.all([open().store(KEYS[0], RESULT, one), open().store(KEYS[0], RESULT, two)]);
  expect(readdirSync(root())).toEqual([KEYS[0]]);
  await open().store(KEYS[0], RESULT, desk("three", "third"));
  const four = desk("four");
  await open().restore(KEYS[0], four);
  expect(readFileSync(join(four.home, ".tool"), "utf8")).toMatch(/first|second/);
});

test("what was not used for the longest time goes first, and what is too large is not kept", async () => {
  const text = "x".repeat(200_000);
  const cache = open(700_000);
  for (const [at, key] of KEYS.slice(0, 2).entries()) {
    await cache.store(key, { changed: ["deep"], removed: [] }, desk(`d${at}`, text.slice(0, 100_000)));
    const used = new Date(Date.now() - (10 - at) * 60_000);
    utimesSync(join(root(), key), used, used);
  }
  await cache.restore(KEYS[0], desk("reader"));
  await cache.store(KEYS[2], { changed: ["deep"], removed: [] }, desk("d2", text.slice(0, 120_000)));
  expect(readdirSync(root()).sort()).toEqual([KEYS[0], KEYS[2]]);
  await cache.store(KEYS[1], { changed: ["deep"], removed: [] }, desk("large", text.repeat(3)));
  expect(readdirSync(root()).sort()).toEqual([KEYS[0], KEYS[2]]);
});

test("work about the same name is done one after another, also after a failure", async () => {
  const cache = open();
  const order: string[] = [];
  const work = (name: string, fails = false) =>
    cache.inTurn(KEYS[0], async () => {
      order.push(`${name} begins`);
      await sleep(20);
      order.push(`${name} ends`);
      if (fails) throw new Error(name);
    });
  const all = await Promise.allSettled([work("one", true), work("two"), work("three")]);
  expect(all.map(({ status }) => status)).toEqual(["rejected", "fulfilled", "fulfilled"]);
  expect(order).toEqual(["one begins", "one ends", "two begins", "two ends", "three begins", "three ends"]);
});

test("a process that is killed while it keeps something leaves all of it or nothing", { timeout: 60_000 }, async () => {
  const from = desk("from", "text");
  for (let at = 0; at < 400; at += 1)
    writeFileSync(join(from.code, "deep/node_modules/pkg", `${at}.js`), "x".repeat(2000));
  const script = `
    import { openSetupCache } from ${JSON.stringify(resolve("src/adapters/desk/setup-cache.ts"))};
    const cache = openSetupCache({ root: () => Promise.resolve(${JSON.stringify(root())}) });
    console.log("begun");
    await cache.store(${JSON.stringify(KEYS[0])}, ${JSON.stringify(RESULT)}, ${JSON.stringify(from)});
    console.log("kept");`;
  writeFileSync(join(folder, "keep.mts"), script);
  for (const wait of [0, 20, 60, 120]) {
    rmSync(root(), { recursive: true, force: true });
    const child = spawn(resolve("node_modules/.bin/tsx"), [join(folder, "keep.mts")], { detached: true });
    await new Promise<void>((done) => child.stdout.once("data", () => done()));
    await sleep(wait);
    process.kill(-child.pid!, "SIGKILL");
    await new Promise((done) => child.once("close", done));
    const to = desk(`to-${wait}`);
    const found = await open().restore(KEYS[0], to);
    const count = found === "restored" ? readdirSync(join(to.code, "deep/node_modules/pkg")).length : 0;
    expect([found, count]).toEqual(found === "restored" ? ["restored", 401] : ["none", 0]);
    await open().store(KEYS[1], RESULT, desk(`next-${wait}`, "next"));
    const left = readdirSync(root()).filter((name) => !/^[abc]{64}$/.test(name));
    expect(left).toEqual([]);
  }
});
