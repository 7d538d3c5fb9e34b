import { describe, expect, test } from "vitest";
import type { CheckHit } from "#model/change/analyzer.ts";
import { hazardLint, LINE_CHECKS } from "#reviewers/analyzer/hazard-lint/hazard-lint.ts";
import { PYTHON_CHECKS } from "#reviewers/analyzer/hazard-lint/python/lint-python.ts";
import { NEUTRAL_CHECKS } from "#reviewers/analyzer/hazard-lint/neutral/run-neutral.ts";
import { type Files, makeIndex } from "../../../helpers/change.ts";

const ENDINGS: Record<string, string> = { typescript: "ts", go: "go", python: "py", bash: "sh" };
const NEUTRAL_IDS = new Set(NEUTRAL_CHECKS.map(({ id }) => id));
const OWN = hazardLint.checks.filter(({ id }) => !NEUTRAL_IDS.has(id));

async function review(head: Files, base: Files = {}): Promise<readonly CheckHit[]> {
  return hazardLint.review(await makeIndex({ base, head }), new AbortController().signal);
}

async function hitsOf(check: string, head: Files, base: Files = {}): Promise<CheckHit[]> {
  return (await review(head, base)).filter((hit) => hit.check === `hazard-lint/${check}`);
}

describe("every check's own examples", () => {
  test.each(OWN.map((check) => [check.id, check] as const))("%s", async (id, check) => {
    const path = `shop/orders.${ENDINGS[check.languages?.[0] ?? ""] ?? "ts"}`;
    expect((await review({ [path]: `${check.catches}\n` })).map((hit) => hit.check)).toContain(id);
    expect((await review({ [path]: `${check.ignores}\n` })).map((hit) => hit.check)).not.toContain(id);
  });

  test("ids are unique and carry the reviewer's name", () => {
    const ids = hazardLint.checks.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.every((id) => id.startsWith("hazard-lint/"))).toBe(true);
    expect(LINE_CHECKS.length + 2 + PYTHON_CHECKS.length + NEUTRAL_CHECKS.length).toBe(ids.length);
  });
});

describe("hits", () => {
  const polling = (name: string) => `def wait_${name}():\n    while not ready():\n        time.sleep(1)\n`;

  test("places of one kind are one hit, with every line as it stands", async () => {
    const [hit, ...others] = await hitsOf("sleep-in-loop", { "a.py": polling("a"), "b.py": polling("b") });
    expect(others).toEqual([]);
    expect(hit?.title).toContain("2 places");
    expect(hit?.places.map(({ location }) => location.path)).toEqual(["a.py", "b.py"]);
    expect(hit?.places[0]?.quote).toBe("    while not ready():\n        time.sleep(1)");
  });

  test("more places than can be believed are counted one by one", async () => {
    const files = Object.fromEntries(Array.from({ length: 11 }, (_, at) => [`m${at}.py`, polling(`n${at}`)]));
    expect(await hitsOf("sleep-in-loop", files)).toHaveLength(11);
  });

  test("what was there before is not reported", async () => {
    const before = polling("a");
    expect(await hitsOf("sleep-in-loop", { "a.py": `${before}\nX = 1\n` }, { "a.py": before })).toEqual([]);
  });

  test("changed files are looked at whatever folder they stand in", async () => {
    expect(await hitsOf("sleep-in-loop", { "vendor/lib/a.py": polling("a") })).toHaveLength(1);
    expect(await hitsOf("sleep-in-loop", { "fixtures/lib/a.py": polling("a") })).toHaveLength(1);
  });

  test("a stopped review throws", async () => {
    const stopped = AbortSignal.abort();
    await expect(
      hazardLint.review(await makeIndex({ base: {}, head: { "a.py": polling("a") } }), stopped),
    ).rejects.toThrow();
  });

  test("odd content is no reason to throw", async () => {
    for (const odd of [
      "\0\0\0",
      "{".repeat(5000),
      "func func func (((",
      "\uFFFD\r\r\n'\"`",
      "if err != nil {".repeat(500),
    ]) {
      const files = Object.fromEntries(
        ["go", "ts", "py", "sh", "rs", "rb", "cs", "java"].map((end) => [`a.${end}`, odd]),
      );
      await expect(review(files)).resolves.toBeDefined();
    }
  });
});

describe("unused symbols", () => {
  const unused = (head: Files, base: Files = {}) => hitsOf("unused-symbol", head, base);
  const MAIN = "package main\n\nfunc main() { run() }\n\nfunc run() {}\n";

  test("a new private function that nothing names", async () => {
    const [hit] = await unused({ "run.go": `${MAIN}\nfunc leftOver() {}\n` }, { "run.go": MAIN });
    expect(hit?.title).toBe("`leftOver` is new and used nowhere");
    expect(hit?.places[0]?.location).toEqual({ path: "run.go", start: 7, end: 7 });
  });

  test("one that only tests name is told apart", async () => {
    const [hit] = await unused({
      "run.go": `${MAIN}\nfunc leftOver() {}\n`,
      "run_test.go": "package main\n\nfunc TestIt(t *testing.T) { leftOver() }\n",
    });
    expect(hit?.title).toBe("`leftOver` is new and used only by tests");
  });

  test("a helper for tests is there for them", async () => {
    const helper = { "internal/testutil/image.go": "package testutil\n\nfunc BuildImage() {}\n" };
    expect(await unused({ ...helper, "a_test.go": "package a\n\nvar x = testutil.BuildImage()\n" })).toEqual([]);
  });

  test("a mention in a string or in configuration is a use", async () => {
    expect(await unused({ "run.go": `${MAIN}\nfunc leftOver() {}\n`, "hooks.yaml": "call: leftOver\n" })).toEqual([]);
  });

  test("a shell function with dashes in its name is found where it is called", async () => {
    const script = "#!/bin/bash\nfn-ask-name() {\n  read -r name\n}\n";
    expect(await unused({ "ask.sh": script })).toHaveLength(1);
    expect(await unused({ "ask.sh": `${script}fn-ask-name\n` })).toEqual([]);
  });

  test("a mention in a comment is none", async () => {
    expect(await unused({ "run.go": `${MAIN}\n// leftOver waits.\nfunc leftOver() {}\n` })).toHaveLength(1);
  });

  test("the interface of a library is for others", async () => {
    expect(await unused({ "relay.go": "package relay\n\nfunc Forward() {}\n" })).toEqual([]);
    expect(await unused({ "internal/relay.go": "package relay\n\nfunc Forward() {}\n" })).toHaveLength(1);
    const source = { "src/relay.ts": "export function forward(): void {}\n" };
    expect(await unused({ ...source, "package.json": '{ "name": "relay", "main": "x.js" }' })).toEqual([]);
    expect(await unused({ ...source, "package.json": '{ "name": "relay", "private": true }' })).toHaveLength(1);
  });

  test("what a framework calls is left alone", async () => {
    expect(await unused({ "shop.py": "@app.route('/')\ndef _home_page():\n    return ''\n" })).toEqual([]);
    expect(await unused({ "shop.py": "def _home_page():\n    return ''\n" })).toHaveLength(1);
    expect(
      await unused({ "shop.go": `${MAIN}\nfunc (e shopError) Unwrap() error { return nil }\n\nvar _ = shopError{}\n` }),
    ).toEqual([]);
  });

  test("a function that was there before is not new", async () => {
    const before = `${MAIN}\nfunc leftOver() {}\n`;
    expect(await unused({ "other.go": before }, { "run.go": before })).toEqual([]);
  });
});

describe("missing guards", () => {
  const handler = (name: string, ...lines: string[]) =>
    `export function ${name}(request: Request) {\n${lines.map((line) => `  ${line}`).join("\n")}\n}\n`;
  const WORK = ["const order = decode(request);", "store(order);", "respond(order);"];
  const guarded = (name: string) => handler(name, "requireLogin(request);", ...WORK);

  test("two twins with a guard show that the third lacks it", async () => {
    const before = guarded("handleCreate") + guarded("handleUpdate");
    const [hit] = await hitsOf(
      "missing-guard",
      { "shop.ts": before + handler("handleDelete", ...WORK) },
      { "shop.ts": before },
    );
    expect(hit?.title).toBe("`handleDelete` lacks the `requireLogin` that `handleCreate` and `handleUpdate` have");
    expect(hit?.places).toHaveLength(3);
  });

  test("one twin is no pattern, and a function that does something else is no twin", async () => {
    expect(
      await hitsOf("missing-guard", { "shop.ts": guarded("handleCreate") + handler("handleDelete", ...WORK) }),
    ).toEqual([]);
    const other = handler("handleHelp", "print(a);", "show(b);", "listAll(c);");
    expect(
      await hitsOf("missing-guard", { "shop.ts": guarded("handleCreate") + guarded("handleUpdate") + other }),
    ).toEqual([]);
  });
});
