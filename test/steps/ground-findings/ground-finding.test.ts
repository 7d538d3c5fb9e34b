import { describe, expect, test } from "vitest";
import { findingGroundingSchema } from "#model/grounding.ts";
import type { GroundingSource } from "#steps/ground-findings/grounding-source.ts";
import { groundFinding } from "#steps/ground-findings/ground-finding.ts";
import { aFinding, type Over } from "../../helpers/builders.ts";
import type { Finding } from "#model/finding.ts";
import { aSource, type Sides } from "./a-source.ts";

const BASE = `export function deliver(hook) {
  if (hook.gone) return;
  send(hook);
}

export function stop() {
  timers.clear();
}
`;

const HEAD = `export function deliver(hook) {
  send(hook);
  for (const again of delays) {
    wait(again);
    send(hook);
  }
}

export function stop() {
  timers.clear();
}
`;

const SIDES: Sides = {
  base: { "src/deliver.ts": BASE, "src/old.ts": "export const legacyLimit = 3;\n", "src/queue.ts": "x\n" },
  head: { "src/deliver.ts": HEAD, "docs/deliver.md": "Retries.\n", "src/queue.ts": "x\n" },
};

const cite = (path: string, start?: number, end = start) => [{ path, ...(start && { start, end: end ?? start }) }];

async function ground(over: Over<Finding>, sides = SIDES) {
  const finding = aFinding(over);
  const before = structuredClone(finding);
  const grounding = await groundFinding(finding, aSource(sides));
  expect(finding).toEqual(before);
  return findingGroundingSchema.parse(grounding);
}

describe("a cited place", () => {
  test.each([
    ["src/deliver.ts", 4, "exists", "src/deliver.ts"],
    ["deliver.ts", 4, "exists", "src/deliver.ts"],
    ["/home/dev/checkouts/hookrelay/src/deliver.ts", 4, "exists", "src/deliver.ts"],
    ["C:\\Users\\dev\\hookrelay\\src\\deliver.ts", 4, "exists", "src/deliver.ts"],
    ["./src/deliver.ts", 4, "exists", "src/deliver.ts"],
    ["b/src/deliver.ts", 4, "exists", "src/deliver.ts"],
    ["hookrelay/src/deliver.ts", 4, "exists", "src/deliver.ts"],
    ["src/deliver.ts", 40, "beyond-end", "src/deliver.ts"],
    ["src/old.ts", 1, "removed", "src/old.ts"],
    ["old.ts", undefined, "removed", "src/old.ts"],
    ["src/nowhere.ts", 1, "missing", undefined],
    ["lib/queue.ts", 1, "missing", undefined],
    ["src/", undefined, "unreadable", undefined],
  ])("%s:%s %s", async (path, line, status, resolved) => {
    const { places } = await ground({ locations: cite(path, line) });
    expect([places[0]?.status, places[0]?.path]).toEqual([status, resolved]);
  });

  test("under the old name of a renamed file is the new file", async () => {
    const sides = { base: { "a/one.ts": BASE }, head: { "a/two.ts": HEAD }, renamed: { "a/one.ts": "a/two.ts" } };
    expect((await ground({ locations: cite("a/one.ts", 2) }, sides)).places[0]).toMatchObject({
      status: "exists",
      path: "a/two.ts",
    });
  });

  test("that does not exist leaves the finding unsupported when it quotes nothing", async () => {
    expect((await ground({ locations: cite("src/nowhere.ts", 1) })).summary.status).toBe("unsupported");
    expect((await ground({ locations: cite("src/deliver.ts", 1) })).summary.status).toBe("unchecked");
  });
});

describe("a quote", () => {
  const quote = (code: string, language?: string) => [{ code, ...(language !== undefined && { language }) }];

  test("at the cited lines is grounded", async () => {
    const { summary } = await ground({
      locations: cite("deliver.ts", 3),
      quotes: quote("for (const again of delays) {"),
    });
    expect(summary).toMatchObject({ status: "grounded", at: { path: "src/deliver.ts", start: 3, end: 3 } });
  });

  test("with copied line numbers, or with the signs of a diff, is grounded", async () => {
    for (const code of [
      "3: for (const again of delays) {\n4:   wait(again);",
      "+  for (const again of delays) {\n+    wait(again);",
    ])
      expect((await ground({ locations: cite("deliver.ts", 3), quotes: quote(code) })).summary.status).toBe("grounded");
  });

  test("of code that the change removed is grounded, and makes it a regression", async () => {
    const grounding = await ground({
      class: "gap",
      locations: cite("src/deliver.ts", 2),
      quotes: quote("  if (hook.gone) return;"),
    });
    expect(grounding.summary).toEqual({
      status: "grounded",
      removed: { path: "src/deliver.ts", start: 2, end: 2 },
      why: "the change removed the quoted code",
    });
    expect(grounding.class).toMatchObject({ computed: "regression", differs: true });
  });

  test("of removed code among code that stays, or of a renamed file, is grounded at what was removed", async () => {
    const removedOf = async (code: string, sides: Sides) => {
      const { summary } = await ground({ locations: cite("src/now.ts", 1), quotes: quote(code) }, sides);
      return summary.status === "grounded" ? summary.removed : summary;
    };
    const was = "start();\nguardTheQueue();\nfillTheQueue();\nstop();\n";
    const now = { "src/now.ts": "start();\nfillTheQueue();\nstop();\n" };
    const renamed = { "src/was.ts": "src/now.ts" };
    const sides = { base: { "src/was.ts": was }, head: now, renamed };
    const at = { path: "src/now.ts", start: 2, end: 2 };
    expect(await removedOf("start();\nguardTheQueue();\nfillTheQueue();", sides)).toEqual(at);
    const thrice = { "src/was.ts": `${was}guardTheQueue();\nguardTheQueue();\n` };
    expect(await removedOf("guardTheQueue();", { base: thrice, head: now, renamed })).toBeUndefined();
  });

  test("from a removed file is grounded", async () => {
    const { summary } = await ground({
      locations: cite("src/old.ts", 1),
      quotes: quote("export const legacyLimit = 3;"),
    });
    expect(summary.status).toBe("grounded");
  });

  test("that stands in another file of the change has moved there", async () => {
    const { summary, class: classed } = await ground({
      locations: cite("docs/deliver.md", 1),
      quotes: quote("  for (const again of delays) {\n    wait(again);\n    send(hook);"),
    });
    expect(summary).toMatchObject({ status: "moved", path: "src/deliver.ts", to: { start: 3, end: 5 } });
    expect(classed.computed).toBe("regression");
  });

  test("that is invented is unsupported, proposed code and output are unchecked", async () => {
    const code = "retryForever(hook, { limit: Infinity });\nneverStop();";
    const over = { locations: cite("src/deliver.ts", 3), quotes: quote(code) };
    expect((await ground({ ...over, body: `It does this:\n\n\`\`\`ts\n${code}\n\`\`\`` })).summary.status).toBe(
      "unsupported",
    );
    expect((await ground({ ...over, body: `It should read:\n\n\`\`\`ts\n${code}\n\`\`\`` })).summary.status).toBe(
      "unchecked",
    );
    expect((await ground({ ...over, quotes: quote(code, "console") })).summary.status).toBe("unchecked");
  });

  test("that is found outweighs one that is not", async () => {
    const quotes = [...quote("neverThere(1);\nneverThere(2);"), ...quote("    wait(again);")];
    const grounding = await ground({ locations: cite("src/deliver.ts", 4), quotes });
    expect(grounding.quotes.map(({ status }) => status)).toEqual(["unsupported", "grounded"]);
    expect(grounding.summary.status).toBe("grounded");
  });
});

describe("the class", () => {
  test.each([
    { what: "added lines", at: cite("src/deliver.ts", 4), claimed: "gap", computed: "regression", differs: false },
    {
      what: "added lines",
      at: cite("src/deliver.ts", 4),
      claimed: "regression",
      computed: "regression",
      differs: false,
    },
    { what: "untouched lines", at: cite("src/deliver.ts", 11), claimed: "regression", computed: "gap", differs: false },
    { what: "a wish", at: cite("src/deliver.ts", 11), claimed: "enhancement", computed: "gap", differs: false },
    { what: "an untouched file", at: cite("src/queue.ts", 1), claimed: "regression", computed: "gap", differs: false },
    { what: "an untouched whole file", at: cite("src/queue.ts"), computed: "gap", differs: false },
    { what: "a touched whole file", at: cite("src/deliver.ts"), claimed: "gap", differs: false },
  ] as const)("of $what, called $claimed, is $computed", async (row) => {
    const { at, differs } = row;
    const claimed = "claimed" in row ? row.claimed : undefined;
    const computed = "computed" in row ? row.computed : undefined;
    const grounding = await ground({ class: claimed, locations: at });
    expect([grounding.class.computed, grounding.class.differs]).toEqual([computed, differs]);
  });

  const untouched = { class: "regression", quotes: [{ code: "  timers.clear();" }] } as const;

  test("follows the quote, and contradicts a regression whose code and place are untouched", async () => {
    const { class: classed } = await ground({ ...untouched, locations: cite("src/deliver.ts", 11) });
    expect(classed).toEqual({
      computed: "gap",
      claimed: "regression",
      differs: true,
      why: "called a regression, but the change did not touch its lines",
    });
  });

  test("contradicts nothing that cites a line of the change", async () => {
    const { class: classed } = await ground({ ...untouched, locations: cite("src/deliver.ts", 4) });
    expect(classed).toMatchObject({ computed: "gap", differs: false });
  });

  test("of a finding by a check is the check's", async () => {
    const hit = { ...untouched, check: "removed-name", locations: cite("src/deliver.ts", 11) };
    expect((await ground(hit)).class).toMatchObject({ computed: "regression", differs: false });
  });

  test("is not judged without a base", async () => {
    const source: GroundingSource = { ...aSource({ head: { "src/a.ts": "stop();\n" } }), hasNoBase: true };
    const finding = aFinding({ class: "regression", locations: cite("src/a.ts", 1), quotes: [{ code: "stop();" }] });
    expect((await groundFinding(finding, source)).class).toEqual({
      claimed: "regression",
      differs: false,
      why: "there is no base to compare with",
    });
  });
});

describe("a fix", () => {
  const fix = (...diffs: string[]) => ({ fix: { diffs } });
  const at = { locations: cite("src/deliver.ts", 3, 6) };

  test.each([
    ["applies", "   for (const again of delays) {\n-    wait(again);\n+    await wait(again);"],
    [
      "applies",
      "--- a/src/deliver.ts\n+++ b/src/deliver.ts\n@@ -9,3 +9,3 @@\n export function stop() {\n-  timers.clear();\n+  timers.clear(1);\n }",
    ],
    [
      "drifts",
      "--- a/src/deliver.ts\n+++ b/src/deliver.ts\n@@ -2,3 +2,3 @@\n export function stop() {\n-  timers.clear();\n+  timers.clear(1);\n }",
    ],
    ["drifts", "-wait(again);\n+await wait(again);"],
    ["fails", "-    sleep(again);\n+    await sleep(again);"],
    ["fails", "-    send(hook);\n+    await send(hook);"],
    ["present", "-    sleep(again);\n+    wait(again);"],
    ["unchecked", "+const limit = 3;"],
    ["unchecked", "just words"],
    ["applies", "--- /dev/null\n+++ b/src/limit.ts\n@@ -0,0 +1 @@\n+export const limit = 3;"],
  ])("%s: %j", async (status, diff) => {
    const over = status === "fails" ? { locations: cite("src/deliver.ts", 1, 9) } : at;
    expect((await ground({ ...over, ...fix(diff) })).fixes[0]?.status).toBe(status);
  });

  test("says which lines it replaces, where it applies", async () => {
    const diff = "@@ -9,3 +9,3 @@\n export function stop() {\n-  timers.clear();\n+  timers.clear(1);\n }";
    expect((await ground({ ...at, ...fix(diff) })).fixes[0]).toEqual({
      status: "applies",
      path: "src/deliver.ts",
      replaces: { start: 10, end: 10, by: ["  timers.clear(1);"] },
      why: "it applies to src/deliver.ts at lines 9-11",
    });
  });

  test("of a file whose lines end otherwise does not say which lines it replaces", async () => {
    const diff = "   for (const again of delays) {\n-    wait(again);\n+    await wait(again);";
    const sides = { ...SIDES, head: { ...SIDES.head, "src/deliver.ts": HEAD.replaceAll("\n", "\r\n") } };
    const [grounding] = (await ground({ ...at, ...fix(diff) }, sides)).fixes;
    expect(grounding?.status).toBe("applies");
    expect(grounding?.replaces).toBeUndefined();
  });

  test("of several files does not say that it replaces one block", async () => {
    const one = "--- a/src/queue.ts\n+++ b/src/queue.ts\n@@ -1 +1 @@\n-x\n+y\n";
    const two =
      "--- a/src/deliver.ts\n+++ b/src/deliver.ts\n@@ -9,3 +9,3 @@\n export function stop() {\n-  timers.clear();\n+  timers.clear(1);\n }";
    const [grounding] = (await ground({ ...at, ...fix(one + two) })).fixes;
    expect(grounding?.status).toBe("applies");
    expect(grounding?.replaces).toBeUndefined();
  });

  test("says how far it drifted", async () => {
    const diff = "@@ -2,3 +2,3 @@\n export function stop() {\n-  timers.clear();\n+  timers.clear(1);\n }";
    expect((await ground({ ...at, ...fix(diff) })).fixes[0]).toEqual({
      status: "drifts",
      path: "src/deliver.ts",
      moved: 7,
      why: "it applies to src/deliver.ts at lines 9-11, 7 lines below where it says",
    });
  });

  test("of several files is as good as its worst part", async () => {
    const good = "--- a/src/queue.ts\n+++ b/src/queue.ts\n@@ -1 +1 @@\n-x\n+y\n";
    const bad = "--- a/docs/deliver.md\n+++ b/docs/deliver.md\n@@ -1 +1 @@\n-Queues.\n+Retry.\n";
    const { fixes } = await ground({ ...at, ...fix(good, good + bad) });
    expect(fixes.map(({ status, path }) => [status, path])).toEqual([
      ["applies", "src/queue.ts"],
      ["fails", "docs/deliver.md"],
    ]);
  });
});
