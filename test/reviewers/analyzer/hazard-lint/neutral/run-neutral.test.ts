import { describe, expect, test } from "vitest";
import { NEUTRAL_CHECKS, runNeutral } from "#reviewers/analyzer/hazard-lint/neutral/run-neutral.ts";
import { makeIndex } from "../../../../helpers/change.ts";

type Files = Record<string, string>;

async function check(head: Files, base: Files = {}): Promise<string[]> {
  const hits = await runNeutral(await makeIndex({ base, head }), new AbortController().signal);
  return hits.flatMap(({ check, places }) =>
    places.map(({ location }) => `${check.replace("hazard-lint/", "")} ${location.path}:${location.start}`),
  );
}

/** Where a check's own example would stand. */
const HOMES: Record<string, string> = {
  "hazard-lint/secret": "deploy/settings.py",
  "hazard-lint/conflict-marker": "src/limits.py",
  "hazard-lint/personal-path": "src/cache.ts",
  "hazard-lint/workflow-injection": ".github/workflows/greet.yml",
  "hazard-lint/debugger": "src/total.js",
  "hazard-lint/focused-test": "test/retry.test.ts",
  "hazard-lint/duplicate-constant": "src/queue.ts",
  "hazard-lint/doubled-word": "src/queue.ts",
};

describe("every check does what its page says", () => {
  // The twin that a second definition needs.
  const base = { "src/names.ts": 'export const RETRY_QUEUE = "orders-retry";\nexport const LIMIT = 10;\n' };
  test.each(NEUTRAL_CHECKS.map((check) => [check.id, check] as const))("%s", async (id, { catches, ignores }) => {
    const path = HOMES[id] ?? "";
    const found = async (text: string) =>
      (
        await runNeutral(
          await makeIndex({ base, head: { ...base, [path]: `${text}\n` } }),
          new AbortController().signal,
        )
      ).map((hit) => hit.check);
    expect(await found(catches)).toEqual([id]);
    expect(await found(ignores)).toEqual([]);
  });
});

const TOKEN = `${"ghp_"}R7kQ2mXv9LpTz4WcY8sBn3HdJf6GaE1uKoVi`;

describe("a credential", () => {
  test("is shown by its first characters only", async () => {
    const index = await makeIndex({ base: {}, head: { "src/a.ts": `export const token = "${TOKEN}";\n` } });
    const hits = await runNeutral(index, new AbortController().signal);
    expect(hits).toHaveLength(1);
    expect(JSON.stringify(hits)).not.toContain(TOKEN.slice(4, 12));
    expect(hits[0]?.places[0]?.quote).toContain('token = "ghp_****');
  });

  test("that stands in several places is one hit", async () => {
    const line = `export const token = "${TOKEN}";\n`;
    const index = await makeIndex({ base: {}, head: { "src/a.ts": line, "src/b.ts": line } });
    const hits = await runNeutral(index, new AbortController().signal);
    expect(hits.filter((hit) => hit.check === "hazard-lint/secret").map(({ places }) => places.length)).toEqual([2]);
  });

  test.each(["test/token.test.ts", "src/__snapshots__/token.ts", "fixtures/token.ts", "examples/token.ts"])(
    "is found in %s too",
    async (path) => {
      expect(await check({ [path]: `export const token = "${TOKEN}";\n` })).toEqual([`secret ${path}:1`]);
    },
  );

  test("that was there before is left out", async () => {
    const base = { "src/a.ts": `export const token = "${TOKEN}";\n` };
    expect(await check({ "src/a.ts": `export const t = "${TOKEN}";\n` }, base)).toEqual([]);
  });
});

describe("a conflict marker", () => {
  const conflict = "<<<<<<< HEAD\na = 1\n=======\na = 2\n>>>>>>> other\n";
  test("of each conflict is cited", async () => {
    expect(await check({ "src/a.py": conflict })).toEqual(["conflict-marker src/a.py:1", "conflict-marker src/a.py:5"]);
  });
  test("without its other half is left out", async () => {
    expect(await check({ "src/a.py": "x = 1\n>>>>>>> other\n" })).toEqual([]);
  });
  test("inside a string is left out", async () => {
    expect(await check({ "src/a.py": `EXAMPLE = """\n${conflict}"""\n` })).toEqual([]);
  });
});

describe("a statement for a debugger", () => {
  test.each([
    ["src/a.py", "def run():\n    breakpoint()\n", 2],
    ["src/a.py", "def run():\n    import pdb; pdb.set_trace()\n", 2],
    ["lib/a.rb", "def run\n  binding.pry\nend\n", 2],
    ["src/a.rs", "fn run(x: u8) -> u8 {\n    dbg!(x)\n}\n", 2],
    ["src/a.ts", "export function run() {\n  if (broken()) debugger;\n}\n", 2],
  ])("%s %j", async (path, text, line) => {
    expect(await check({ [path]: text })).toContain(`debugger ${path}:${line}`);
  });

  test.each([
    ["src/a.ts", 'export const help = "debugger;";\n'],
    ["src/a.ts", "export const debuggerPort = open();\n"],
    ["src/a.py", "# breakpoint()\nbreakpoint_at = 3\n"],
    ["src/a.py", "import pdb\n"],
  ])("%s %j is left out", async (path, text) => {
    expect(await check({ [path]: text })).toEqual([]);
  });
});

describe("a test that runs alone", () => {
  test.each([
    ["test/a.test.ts", 'describe.only("a", () => {});\n'],
    ["test/a.test.ts", 'test.describe.only("a", () => {});\n'],
    ["test/a.test.js", 'fit("a", () => {});\n'],
    ["spec/a_spec.rb", 'fdescribe "a" do\nend\n'],
  ])("%s %j", async (path, text) => {
    expect(await check({ [path]: text })).toEqual([`focused-test ${path}:1`]);
  });

  test("is no matter of a curve or a comment", async () => {
    const text = "// it.only(1)\nconst line = regression.fit(points);\nconst s = 'it.only(';\n";
    expect(await check({ "test/a.test.ts": text })).toEqual([]);
  });
});

describe("a doubled word", () => {
  test("is found across a line break", async () => {
    expect(await check({ "docs/a.md": "It waits for the\nthe queue.\n" })).toEqual(["doubled-word docs/a.md:2"]);
  });
  test("is found in a block comment", async () => {
    const text = "/**\n * Reads from\n * from the queue.\n */\nexport const a = 1;\n";
    expect(await check({ "src/a.ts": text })).toEqual(["doubled-word src/a.ts:3"]);
  });
  test("is none with code, a full stop or a table bar between", async () => {
    const text = "Set `the` the way. Is it? It is. If it,it\n\n```\nthe the\n```\n\n| the | the |\n";
    expect(await check({ "docs/a.md": text })).toEqual([]);
  });
  test("in code is left out", async () => {
    expect(await check({ "src/a.py": "x = [1 for for_ in y]\nprint('the the')\n" })).toEqual([]);
  });
});

describe("a constant", () => {
  const base = { "src/names.ts": 'export const RETRY_QUEUE = "orders-retry";\n' };
  test("of another value is left out", async () => {
    expect(await check({ ...base, "src/b.ts": 'export const RETRY_QUEUE = "orders-again";\n' }, base)).toEqual([]);
  });
  test("that every file of a framework has is left out", async () => {
    const page = 'export const dynamic = "force-dynamic";\n';
    expect(await check({ "src/a.ts": page, "src/b.ts": page }, { "src/a.ts": page })).toEqual([]);
  });
  test("and its neighbours are one hit", async () => {
    const names = `${base["src/names.ts"]}export const DEAD_QUEUE = "orders-dead";\n`;
    const index = await makeIndex({
      base: { "src/names.ts": names },
      head: { "src/names.ts": names, "src/b.ts": names },
    });
    const hits = await runNeutral(index, new AbortController().signal);
    expect(hits.map(({ places }) => places.length)).toEqual([4]);
  });
  test("that moved is left out", async () => {
    expect(await check({ "src/b.ts": base["src/names.ts"] }, base)).toEqual([]);
  });
  test("of another package is left out", async () => {
    const manifests = { "package.json": "{}\n", "packages/b/package.json": "{}\n" };
    const head = { ...base, ...manifests, "packages/b/src/b.ts": base["src/names.ts"] };
    expect(await check(head, { ...base, ...manifests })).toEqual([]);
  });
  test("inside a function is left out", async () => {
    const text = 'export function run() {\n  const RETRY_QUEUE = "orders-retry";\n  return RETRY_QUEUE;\n}\n';
    expect(await check({ ...base, "src/b.ts": text }, base)).toEqual([]);
  });
});

test("lines that were there before are not looked at", async () => {
  const old = "export function run() {\n  debugger;\n}\n";
  expect(await check({ "src/a.ts": `${old}export const a = 1;\n` }, { "src/a.ts": old })).toEqual([]);
});

test("odd content does no harm", async () => {
  const text = `${"x".repeat(1_000_000)}\n\u0000\uFFFD\n${"`".repeat(5_000)}\n${"the ".repeat(50_000)}\n`;
  await expect(check({ "src/a.ts": text, "docs/a.md": text, ".github/workflows/a.yml": text })).resolves.toBeDefined();
});

test("an aborted review stops", async () => {
  const index = await makeIndex({ base: {}, head: { "src/a.ts": "export const a = 1;\n" } });
  await expect(runNeutral(index, AbortSignal.abort())).rejects.toThrow();
});
