import { chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { openChange } from "#adapters/git/open-change.ts";
import { type FetchedPull, fetchPull, type PullFetch } from "#adapters/git/pull/fetch-pull.ts";
import { fingerprint } from "../temporary-repository.ts";
import { type Hub, makeHub } from "./hub.ts";

let hub: Hub;
let opened: FetchedPull[] = [];

beforeEach(() => {
  opened = [];
});
afterEach(async () => {
  for (const one of opened) await one.close();
  vi.unstubAllEnvs();
  hub.remove();
});

async function fetched(request: PullFetch = hub.request()): Promise<FetchedPull> {
  const got = await fetchPull(request);
  if (got.kind === "moved") throw new Error("it moved");
  opened.push(got);
  return got;
}

const PULL = {
  url: "https://forge.example/ada/kettle/pull/7",
  title: "Pour",
  author: { login: "mallory", isBot: false },
};

async function scopeOf(got: FetchedPull, request = hub.request()) {
  const pull = { ...got, pull: { ...request.pull, ...PULL } };
  const change = await openChange({ folder: hub.clone, pull });
  await change.close();
  return change;
}

describe("a pull request of a fork", () => {
  beforeEach(() => {
    hub = makeHub();
  });

  test("is compared with where it parted from the tip of the base branch, and the scope says whose it is", async () => {
    const parted = hub.git(hub.clone, "rev-parse", "main");
    const tip = hub.advance({ "lid.ts": "export const lid = 1;\n" });
    const got = await fetched();
    expect(got).toMatchObject({ tip, base: tip, head: hub.request().pull.head.commit, limits: [] });
    const { change, trusted, base } = await scopeOf(got);
    expect(change.scope).toMatchObject({
      repository: { name: "ada/kettle", url: "https://forge.example/ada/kettle" },
      pullRequest: { number: 7, title: "Pour", url: PULL.url },
      author: { login: "mallory", url: "https://forge.example/mallory" },
      branch: "mallory:patch",
      base: parted,
      head: got.head,
      covers: `pull request #7, 1 commit since main @ ${parted.slice(0, 7)}`,
      files: [{ path: "spout.ts", change: "added" }],
    });
    expect(change.scope.limits).toBeUndefined();
    expect([trusted.commit, base.commit]).toEqual([tip, parted]);
  });

  test("changes nothing in the clone but its objects, nor leaves a temporary file", async () => {
    const tmp = join(hub.top, "tmp");
    mkdirSync(tmp);
    vi.stubEnv("TMPDIR", tmp);
    hub.advance({ "lid.ts": "export const lid = 1;\n" });
    writeFileSync(join(hub.clone, "kettle.ts"), "not committed\n");
    const before = fingerprint(hub.clone);
    await scopeOf(await fetched());
    expect(fingerprint(hub.clone)).toBe(before);
    expect(readdirSync(tmp)).toEqual([]);
    hub.git(hub.clone, "fsck", "--strict");
  });

  test("is fetched by the user's settings, and by none of the clone's", async () => {
    const trap = join(hub.top, "trap");
    const set = (key: string, value: string) => hub.git(hub.clone, "config", key, value);
    const script = join(hub.top, "trap.sh");
    writeFileSync(script, `#!/bin/sh\ntouch ${trap}\nexec "$@"\n`, { mode: 0o755 });
    for (const url of [hub.url, "origin", "pull"]) set(`remote.${url}.uploadpack`, script);
    set(`url.ext::${script}.insteadOf`, hub.url);
    set("core.sshCommand", script);
    set("core.gitProxy", script);
    set("core.askPass", script);
    set("credential.helper", `!${script}`);
    set("core.alternateRefsCommand", script);
    set("uploadpack.packObjectsHook", script);
    set("protocol.ext.allow", "always");
    set("fetch.fsckObjects", "true");
    set("fetch.writeCommitGraph", "true");
    mkdirSync(join(hub.clone, ".git/hooks"), { recursive: true });
    for (const hook of ["reference-transaction", "post-fetch", "pre-auto-gc"]) {
      writeFileSync(join(hub.clone, ".git/hooks", hook), `#!/bin/sh\ntouch ${trap}\n`, { mode: 0o755 });
    }
    const before = fingerprint(hub.clone);
    await fetched();
    expect(existsSync(trap)).toBe(false);
    expect(fingerprint(hub.clone)).toBe(before);
    // The user's own word is obeyed: where they say that the server is elsewhere, it is.
    writeFileSync(
      join(hub.home, ".gitconfig"),
      `[url "${hub.url}"]\n\tinsteadOf = https://forge.example/ada/kettle.git\n`,
    );
    const asked = hub.request({ url: "https://forge.example/ada/kettle.git" });
    await expect(fetchPull(asked)).rejects.toMatchObject({
      why: expect.stringContaining("transport 'file' not allowed"),
    });
  });

  test("whose head got more commits is reviewed as it was read; one that was pushed over is had by its id, or has moved", async () => {
    const asked = hub.request();
    const later = hub.push({ "spout.ts": "export const spout = 2;\n" });
    expect((await fetched(asked)).head).toBe(asked.pull.head.commit);
    hub.git(join(hub.top, "work"), "reset", "-q", "--hard", "HEAD~1");
    const other = hub.push({ "handle.ts": "export const handle = 1;\n" });
    const before = { ...asked, pull: { ...asked.pull, head: { ...asked.pull.head, commit: later } } };
    // A clone that never saw it.
    hub.git(hub.top, "clone", "-q", hub.url, "second");
    const anew = { ...before, folder: join(hub.top, "second") };
    expect((await fetched(anew)).head).toBe(later);
    hub.git(hub.bare, "prune", "--expire=now");
    hub.git(hub.top, "clone", "-q", hub.url, "third");
    expect(await fetchPull({ ...anew, folder: join(hub.top, "third") })).toEqual({ kind: "moved", to: other });
  });

  test("that is merged is compared with where its base branch was, also when that branch is gone", async () => {
    const asked = hub.request();
    hub.git(hub.bare, "update-ref", "refs/heads/main", asked.pull.head.commit);
    const merged = { ...asked, pull: { ...asked.pull, state: "merged" as const } };
    const got = await fetched(merged);
    expect(got).toMatchObject({ base: asked.pull.base.commit, tip: asked.pull.head.commit });
    hub.git(hub.bare, "update-ref", "refs/heads/other", "main");
    hub.git(hub.bare, "symbolic-ref", "HEAD", "refs/heads/other");
    hub.git(hub.bare, "update-ref", "-d", "refs/heads/main");
    hub.git(hub.bare, "config", "uploadpack.allowAnySHA1InWant", "true");
    expect(await fetched(merged)).toMatchObject({
      tip: asked.pull.base.commit,
      limits: ["the branch main is gone: rules and decisions are those of its last known commit"],
    });
    await expect(fetchPull(asked)).rejects.toMatchObject({ why: "the server has no refs/heads/main" });
  });

  test("that the server does not have is an error that says so", async () => {
    const asked = hub.request();
    hub.git(hub.bare, "update-ref", "-d", "refs/pull/7/head");
    await expect(fetchPull(asked)).rejects.toMatchObject({ why: "the server has no commits of it" });
  });

  // Nothing is closed to root.
  test.skipIf(process.getuid?.() === 0)(
    "is read from a place of ours where the objects cannot be written to",
    async () => {
      chmodSync(join(hub.clone, ".git/objects"), 0o555);
      const got = await fetched();
      expect(got.borrowed).toBeDefined();
      const { change } = await scopeOf(got);
      chmodSync(join(hub.clone, ".git/objects"), 0o755);
      expect(change.scope.files.map(({ path }) => path)).toEqual(["spout.ts"]);
    },
  );
});

describe("a clone that is not whole", () => {
  test("where it is shallow, gets what joins both without a change to where it ends", async () => {
    hub = makeHub(["--depth=1"]);
    hub.advance({ "lid.ts": "export const lid = 1;\n" });
    const before = fingerprint(hub.clone);
    const objects = hub.git(hub.clone, "count-objects", "-v");
    const got = await fetched();
    const { change } = await scopeOf(got);
    expect(change.scope.covers).toMatch(/^pull request #7, 1 commit since main @ /);
    expect(change.scope.files).toMatchObject([{ path: "spout.ts" }]);
    expect(fingerprint(hub.clone)).toBe(before);
    expect(hub.git(hub.clone, "count-objects", "-v")).toBe(objects);
    await got.close();
    expect(existsSync(got.borrowed?.objects ?? hub.clone)).toBe(false);
  });

  test("where it is partial, gets the contents of what changed and of what says how to review", async () => {
    hub = makeHub(["--filter=blob:none", "--no-checkout"]);
    hub.push({ "kettle.ts": "export const heat = 9;\n" });
    hub.advance({ "AGENTS.md": "Be kind.\n", "lid.ts": "export const lid = 1;\n" });
    const before = fingerprint(hub.clone);
    const got = await fetched();
    const request = { folder: hub.clone, pull: { ...got, pull: { ...hub.request().pull, ...PULL } } };
    const change = await openChange(request);
    expect(change.change.diffs.map(({ file }) => file.path)).toEqual(["kettle.ts", "spout.ts"]);
    expect(await change.trusted.read("AGENTS.md")).toBe("Be kind.\n");
    await change.close();
    expect(fingerprint(hub.clone)).toBe(before);
  });
});

describe("a server", () => {
  test("that says nothing is not waited for, and the wait can be ended", async () => {
    hub = makeHub();
    let onAsked = (): void => undefined;
    const server = createServer(() => onAsked());
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/ada/kettle.git`;
    await expect(fetchPull(hub.request({ url, patience: 300 }))).rejects.toMatchObject({
      what: `no answer from ${url}`,
    });
    const controller = new AbortController();
    onAsked = () => controller.abort(new Error("enough"));
    const asked = fetchPull(hub.request({ url, signal: controller.signal }));
    await expect(asked).rejects.toThrow("enough");
    server.close();
    const gone = fetchPull(hub.request({ url }));
    await expect(gone).rejects.toMatchObject({
      what: expect.stringContaining(url),
      fix: expect.stringContaining("network"),
    });
  });
});
