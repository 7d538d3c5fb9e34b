import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openFactsCache } from "#adapters/store/facts-cache.ts";
import type { FactsCache } from "#change-index/facts-cache.ts";
import type { Definition } from "#model/change/change-index.ts";
import { makeIndex } from "../../helpers/change.ts";

const SEND: Definition = { name: "send\t\n", kind: "function", start: 1, end: 2, exported: true, branches: 3 };

let folder: string;
let path: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "facts-"));
  path = join(folder, "cache", "facts.bin");
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function fill(): Promise<void> {
  const cache = await openFactsCache(path);
  cache.words.set("a", Uint32Array.from([1, 2, 4_000_000_000]));
  cache.words.set("b", new Uint32Array(0));
  cache.definitions.set("a go", [SEND]);
  await cache.save();
}

describe("the cache of facts", () => {
  it("gives back what was saved", async () => {
    await fill();
    const cache: FactsCache = await openFactsCache(path);
    expect([...(cache.words.get("a") ?? [])]).toEqual([1, 2, 4_000_000_000]);
    expect(cache.words.get("b")).toHaveLength(0);
    expect(cache.definitions.get("a go")).toEqual([SEND]);
    expect(cache.words.get("c")).toBeUndefined();
    expect(cache.definitions.get("c")).toBeUndefined();
  });

  it("is empty when the file is damaged anywhere", async () => {
    await fill();
    const whole = await readFile(path);
    for (let at = 0; at < whole.length; at++) {
      const damaged = Buffer.from(whole);
      damaged[at] = (damaged[at] ?? 0) ^ 0x55;
      await writeFile(path, damaged);
      expect((await openFactsCache(path)).words.get("a")).toBeUndefined();
    }
    for (const cut of [0, 10, 40, whole.length - 1]) {
      await writeFile(path, whole.subarray(0, cut));
      expect((await openFactsCache(path)).words.get("a")).toBeUndefined();
    }
  });

  it("keeps within its bound, what was used in this run first", async () => {
    const cache = await openFactsCache(path, 10_000);
    for (let at = 0; at < 50; at++) cache.words.set(`k${at}`, new Uint32Array(100));
    await cache.save();
    expect((await readFile(path)).length).toBeLessThan(10_000);
    const second = await openFactsCache(path, 10_000);
    second.words.set("late", new Uint32Array(100));
    expect(second.words.get("k5")).toBeDefined();
    await second.save();
    const third = await openFactsCache(path, 10_000);
    expect(third.words.get("late")).toBeDefined();
    expect(third.words.get("k5")).toBeDefined();
  });

  it("survives a place that cannot be written and two who write at once", async () => {
    await writeFile(join(folder, "file"), "");
    const nowhere = await openFactsCache(join(folder, "file", "facts.bin"));
    nowhere.words.set("a", new Uint32Array(1));
    await nowhere.save();
    await Promise.all([fill(), fill(), fill()]);
    expect((await openFactsCache(path)).words.get("a")).toHaveLength(3);
    expect(await readdir(join(folder, "cache"))).toEqual(["facts.bin"]);
  });

  it("answers the second index without the files being read", async () => {
    const files = { "a.ts": "export function send() {}\n", "b.md": "call send()\n", "c.ts": "other();\n" };
    const first = await openFactsCache(path);
    const cold = await makeIndex({ base: {}, head: files, cache: first });
    const found = await cold.head.findDefinitions("send");
    expect(found).toHaveLength(1);
    await first.save();
    const reads: string[] = [];
    const warm = await makeIndex({
      base: {},
      head: files,
      cache: await openFactsCache(path),
      onRead: (name) => reads.push(name),
    });
    expect(await warm.head.findDefinitions("send")).toEqual(found);
    expect(await warm.head.findWord("nothing")).toEqual([]);
    expect(reads).not.toContain("c.ts");
  });
});
