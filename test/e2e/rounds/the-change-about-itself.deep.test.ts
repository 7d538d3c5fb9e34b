import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openFactsCache } from "#adapters/store/facts-cache.ts";
import { beginLife, copyLife, EMPTY_SHIFT, kept, type Life, QUEUE, SHIFT } from "./life.ts";

let life: Life;
beforeEach(() => {
  life = beginLife();
});
afterEach(() => life.close());

const NOTE = "    // NOTE: drain posts undefined when the queue runs empty, accepted for now\n";
const NOTED = QUEUE.replace(SHIFT, `${NOTE}${SHIFT}`);
const AT_NOTE = { ...EMPTY_SHIFT, at: "src/queue.ts:9-10" };
const verdict = ({ verdict: { kind } }: { readonly verdict: { readonly kind: string } }): string => kind;

describe("a comment", () => {
  test("that the change adds does not lower the verdict, and is told", async () => {
    life.put("src/queue.ts", NOTED);
    life.commit("Say so");
    for (const variables of [{}, { CI: "true" }] as Record<string, string>[]) {
      const review = await life.round({ ada: { findings: [AT_NOTE] } }, variables);
      expect(verdict(review)).toBe("merge-with-fixes");
      expect(kept(review)[0]?.ruling.because).toContain("a comment that the change adds, or adds code to, says so");
    }
  });

  test("that stood at the base is a limitation that was known", async () => {
    life.git("checkout", "-q", "main");
    life.put("src/queue.ts", NOTED);
    life.commit("The queue");
    life.git("checkout", "-qb", "louder");
    life.put("src/queue.ts", NOTED.replace('"drained"', '"drained so far"'));
    life.commit("Louder");
    const review = await life.round({ ada: { findings: [AT_NOTE] } });
    expect(review.clusters.map(({ ruling }) => ruling.kind)).toEqual(["route"]);
  });

  test("that stood at the base says nothing of code that the change puts there", async () => {
    life.git("checkout", "-q", "main");
    life.put("src/queue.ts", NOTED.replace(SHIFT, "    break;\n"));
    life.commit("A queue to be");
    life.git("checkout", "-qb", "filled");
    life.put("src/queue.ts", NOTED);
    life.commit("Fill it");
    for (const variables of [{}, { CI: "true" }] as Record<string, string>[]) {
      const review = await life.round({ ada: { findings: [AT_NOTE] } }, variables);
      expect(verdict(review)).toBe("merge-with-fixes");
      expect(kept(review)[0]?.ruling.because).toContain("that settles nothing");
    }
  });

  test("of a commit that is compared with nothing moves nothing important", async () => {
    life.put("src/queue.ts", NOTED);
    life.commit("Say so");
    await life.round({ ada: { findings: [AT_NOTE] } });
    const [id = ""] = readdirSync(join(life.folder, ".deep-review/reviews"));
    cpSync(join(life.folder, ".deep-review/reviews", id, "raw/ada.md"), join(life.folder, ".git/ada.md"));
    const { stdout } = await life.cli("merge", "--as", `ada=${life.folder}/.git/ada.md`, "--repo", ".", "--json");
    expect(stdout).toContain('"important"');
    expect(stdout).not.toContain('"limitations"');
  });
});

describe("a decision that the change commits", () => {
  test("does not count on the machine of somebody who did not make it, until they agree", async () => {
    await life.round({ ada: { findings: [EMPTY_SHIFT] } });
    await life.cli("decline", "I1", "--because", "it never runs empty");
    life.git("add", "-f", ".deep-review/decisions.jsonl");
    life.git("commit", "-qm", "What we decided");
    expect(verdict(await life.round({ ada: { findings: [EMPTY_SHIFT] } }))).toBe("merge");
    const other = copyLife(life);
    try {
      rmSync(join(other.folder, ".git/home"), { recursive: true });
      rmSync(join(other.folder, ".deep-review/reviews"), { recursive: true });
      const review = await other.round({ ada: { findings: [EMPTY_SHIFT] } });
      expect(verdict(review)).toBe("merge-with-fixes");
      expect(review.series?.notes.join()).toMatch(/comes with the change itself and does not count: D-/);
      await other.cli("decline", "I1", "--because", "it never runs empty");
      expect(verdict(await other.round({ ada: { findings: [EMPTY_SHIFT] } }))).toBe("merge");
    } finally {
      other.close();
    }
  });
});

describe("a cache that the change commits", () => {
  /** A change that leaves a loose end: the document still names the setting that is gone. */
  function renameSetting(): void {
    life.git("checkout", "-q", "main");
    life.put("deep-review.config.json", "{}\n");
    life.put("docs/relay.md", "# Relay\n\nSet `RELAY_RETRY_LIMIT` to change how often it tries.\n");
    life.put("src/settings.ts", 'export const limit = Number(process.env["RELAY_RETRY_LIMIT"] ?? 3);\n');
    life.commit("Relay");
    life.git("checkout", "-qb", "rename");
    life.put("src/settings.ts", 'export const limit = Number(process.env["RELAY_ATTEMPTS"] ?? 3);\n');
    life.commit("Rename");
  }

  test("of the index does not say what files hold", async () => {
    renameSetting();
    const blob = life.git("rev-parse", "HEAD:docs/relay.md").trim();
    const cache = await openFactsCache(join(life.folder, ".deep-review/cache/facts"));
    for (const key of [blob, `${blob} doc`]) cache.words.set(key, new Uint32Array());
    await cache.save();
    life.git("add", "-f", ".deep-review/cache");
    life.git("commit", "-qm", "A cache");
    // In the checkout also where the environment says that caches are there.
    const inside = { XDG_CACHE_HOME: join(life.folder, "cache") };
    for (const variables of [{}, inside, { CI: "true", ...inside }]) {
      const review = await life.round({ ada: {} }, variables);
      expect(review.findings.map(({ title }) => title).join()).toContain("RELAY_RETRY_LIMIT");
    }
    expect(existsSync(join(life.folder, "cache"))).toBe(false);
  });
});

describe("the archive", () => {
  const outside = () => join(life.folder, "outside");
  const review = () => life.cli("--quiet", "--reviewers", "loose-ends");

  test.each([".", "src", ".git", ".git/reviews", "..", "linked"])("is not kept in %s", async (archive) => {
    symlinkSync("src", join(life.folder, "linked"));
    life.put(".gitignore", "dist/\n");
    life.put("deep-review.config.json", JSON.stringify({ archive }));
    life.commit("Elsewhere");
    const { code, stderr } = await life.cli("--quiet");
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(/^error: reviews cannot be kept in .*\n {2}why: .*\n {2}fix: /),
    ]);
    expect(readFileSync(join(life.folder, ".gitignore"), "utf8")).toBe("dist/\n");
    for (const name of ["src/.gitignore", ".git/.gitignore", "reviews", "src/reviews"]) {
      expect(existsSync(join(life.folder, name))).toBe(false);
    }
  });

  test.each(["reviews", "cache"])("is not written through a committed link %s", async (name) => {
    mkdirSync(outside());
    mkdirSync(join(life.folder, ".deep-review"));
    symlinkSync("../outside", join(life.folder, ".deep-review", name));
    life.git("add", "-f", ".deep-review");
    life.git("commit", "-qm", "A link");
    for (const args of [[], ["--archive", ".deep-review"]]) {
      const { code, stderr } = await life.cli("--quiet", ...args);
      expect([code, stderr]).toEqual([2, expect.stringContaining("leads out of the archive")]);
    }
    expect(readdirSync(outside())).toEqual([]);
  });

  test("that is named is not a link of the repository's that leads out of it", async () => {
    const elsewhere = mkdtempSync(join(tmpdir(), "deep-review-elsewhere-"));
    try {
      symlinkSync(elsewhere, join(life.folder, "notes"));
      const { code, stderr } = await life.cli("--quiet", "--archive", "notes/reviews");
      expect([code, stderr]).toEqual([2, expect.stringContaining("a link of the repository leads to")]);
      expect(readdirSync(elsewhere)).toEqual([]);
    } finally {
      rmSync(elsewhere, { recursive: true });
    }
  });

  test("has its pages in itself, unless the user says where", async () => {
    await life.round({ ada: {} });
    mkdirSync(outside());
    writeFileSync(join(outside(), "index.html"), "mine");
    symlinkSync("../outside", join(life.folder, ".deep-review/site"));
    const { code, stderr } = await life.cli("site", ".deep-review");
    expect([code, stderr]).toEqual([2, expect.stringContaining("leads out of the archive")]);
    expect(readFileSync(join(outside(), "index.html"), "utf8")).toBe("mine");
    expect((await life.cli("site", ".deep-review", "--out", ".deep-review/site")).code).toBe(0);
    expect(readFileSync(join(outside(), "index.html"), "utf8")).not.toBe("mine");
  });

  test("may hold pipes: they are not waited for", async () => {
    await life.round({ ada: {} });
    const [id = ""] = readdirSync(join(life.folder, ".deep-review/reviews"));
    const pipes = ["cache/facts", "cache/rounds.json", "cache/rules-proposed.json", `reviews/${id}/events.jsonl`];
    for (const name of [...pipes, "reviews/x/review.json"]) {
      const path = join(life.folder, ".deep-review", name);
      rmSync(path, { force: true });
      mkdirSync(join(path, ".."), { recursive: true });
      execFileSync("mkfifo", [path]);
    }
    expect((await review()).code).toBe(0);
    expect((await life.cli("rules", "propose")).code).toBe(0);
    execFileSync("mkfifo", [join(life.folder, ".deep-review/decisions.jsonl")]);
    expect(await life.cli("--quiet")).toMatchObject({ code: 2, stderr: expect.stringContaining("not a plain file") });
  });
});
