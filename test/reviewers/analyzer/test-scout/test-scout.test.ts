import { describe, expect, test } from "vitest";
import { testScout } from "#reviewers/analyzer/test-scout/test-scout.ts";
import { makeIndex } from "../../../helpers/change.ts";

type Files = Record<string, string>;

async function review(head: Files, base: Files = {}) {
  return testScout.review(await makeIndex({ base, head }), new AbortController().signal);
}

// A change of a few lines is passed over, so that what these tests add has a few more.
const MORE = "  step();\n".repeat(10);
const PARSE = `export function parseLimit(text) {\n  if (text === undefined) return 10;\n  if (text === "none") return Infinity;\n${MORE}}\n`;
const OTHER_TEST = 'test("adds", () => {\n  expect(add(1, 2)).toBe(3);\n});\n';
const TESTED = { "test/add.test.js": OTHER_TEST, "src/add.js": "export const add = (a, b) => a + b;\n" };

describe("a new function with branches", () => {
  test("is named when no test names it", async () => {
    const [hit, ...others] = await review({ ...TESTED, "src/limit.js": PARSE }, TESTED);
    expect(others).toEqual([]);
    expect(hit).toMatchObject({ check: "test-scout/untested-change", severity: "suggestion", class: "gap" });
    expect(hit?.title).toContain("`parseLimit`");
    expect(hit?.explanation).toContain("and no line to a test");
    expect(hit?.places[0]).toMatchObject({ location: { path: "src/limit.js", start: 1 } });
    expect(hit?.places[0]?.quote).toBe("export function parseLimit(text) {");
  });

  test("is fine when a test names it", async () => {
    const own = { "test/limit.test.js": 'test("limit", () => {\n  expect(parseLimit("3")).toBe(3);\n});\n' };
    expect(await review({ ...TESTED, ...own, "src/limit.js": PARSE }, TESTED)).toEqual([]);
  });

  test("is fine when a test names its caller", async () => {
    const caller = "export function readOptions(o) {\n  return parseLimit(o.limit);\n}\n";
    const own = { "test/o.test.js": 'test("o", () => {\n  expect(readOptions({})).toBe(10);\n});\n' };
    expect(await review({ ...TESTED, ...own, "src/limit.js": PARSE, "src/options.js": caller }, TESTED)).toEqual([]);
  });

  test("is not covered by a comment in a test", async () => {
    const tests = { ...TESTED, "test/o.test.js": `// parseLimit is not tested here\n${OTHER_TEST}` };
    expect(await review({ ...tests, "src/limit.js": PARSE }, tests)).toHaveLength(1);
  });

  test("that only moved is left out", async () => {
    const base = { ...TESTED, "src/old.js": PARSE };
    expect(await review({ ...TESTED, "src/new.js": `\n\n${PARSE}\nexport const a = 1;\n` }, base)).toEqual([]);
  });
});

test("a project with hardly a test to its code is told nothing", async () => {
  const pages = (count: number): Files =>
    Object.fromEntries(
      Array.from({ length: count }, (_, at) => [`src/page${at}.js`, `export const page${at} = ${at};\n`]),
    );
  const few = { ...TESTED, ...pages(15) };
  expect(await review({ ...few, "src/limit.js": PARSE }, few)).toHaveLength(1);
  const many = { ...TESTED, ...pages(60) };
  expect(await review({ ...many, "src/limit.js": PARSE }, many)).toEqual([]);
  const inside = { ...many, "src/lib.rs": "#[cfg(test)]\nmod tests {}\n" };
  expect(await review({ ...inside, "src/limit.js": PARSE }, inside)).toHaveLength(1);
});

test("lines taken out of tests are counted", async () => {
  const base = { ...TESTED, "test/old.test.js": OTHER_TEST };
  const [hit] = await review({ ...TESTED, "src/limit.js": PARSE }, base);
  expect(hit?.explanation).toContain("and no line to a test. It removes 3 lines from tests.");
});

describe("a change that brings tests", () => {
  const named = ["one", "two", "three", "four", "five"];
  const code = named.map((n) => `export function ${n}(x) {\n  if (x) return 1;\n  return x ? 2 : 3;\n}\n`).join("\n");
  const all = `test("all", () => {\n  expect([${named.join(", ")}]).toBe(1);\n});\n`;
  const own = { "test/more.test.js": OTHER_TEST };

  test("is told of a function that is left out where tests name the others", async () => {
    const base = { ...TESTED, "src/limit.js": code, "test/all.test.js": all };
    const grave = PARSE.replace("  step();", '  if (text === "") return 0;\n  if (!text) return 1;');
    const [hit] = await review({ ...base, ...own, "src/limit.js": code + grave }, base);
    expect(hit?.title).toBe("No test names `parseLimit`, which is new and has 4 branches");
    // With fewer branches its own tests are believed.
    expect(await review({ ...base, ...own, "src/limit.js": code + PARSE }, base)).toEqual([]);
  });

  test("is told nothing where tests name hardly any function", async () => {
    const base = { ...TESTED, "src/limit.js": code };
    expect(await review({ ...base, ...own, "src/limit.js": code + PARSE }, base)).toEqual([]);
  });

  test("is told nothing when they belong to the file by name", async () => {
    const base = { ...TESTED, "src/limit.js": code, "test/all.test.js": all };
    const tests = { "test/limit.test.js": OTHER_TEST };
    expect(await review({ ...base, ...tests, "src/limit.js": code + PARSE }, base)).toEqual([]);
  });
});

describe("a function that was there", () => {
  const before = "export function pick(x) {\n  return x;\n}\n";
  test("is named when it gained a branch", async () => {
    const after = `export function pick(x) {\n  if (x === 3) return 4;\n${MORE}}\n`;
    const [hit] = await review({ ...TESTED, "src/pick.js": after }, { ...TESTED, "src/pick.js": before });
    expect(hit?.title).toBe("No test names `pick`, which gained 1 branch");
  });
  test("is left out when it gained none", async () => {
    const after = "export function pick(x) {\n  return x + 1;\n}\n";
    expect(await review({ ...TESTED, "src/pick.js": after }, { ...TESTED, "src/pick.js": before })).toEqual([]);
  });
});

test("a function that only got another name is left out", async () => {
  const base = { ...TESTED, "src/limit.js": PARSE };
  const head = { ...TESTED, "src/limit.js": PARSE.replace("parseLimit", "readLimit") };
  expect(await review(head, base)).toEqual([]);
});

test("all functions are places, most branches first", async () => {
  const body = (branches: number) => "  if (x) y();\n".repeat(branches);
  const text = [1, 2, 3, 4, 5, 6, 7].map((n) => `export function step${n}(x) {\n${body(n)}}\n`).join("\n");
  const [hit] = await review({ ...TESTED, "src/steps.js": text }, TESTED);
  expect(hit?.places).toHaveLength(7);
  expect(hit?.places[0]).toMatchObject({ quote: "export function step7(x) {", note: "new, 7 branches" });
});

describe("a large change without any test", () => {
  const large = Array.from({ length: 160 }, (_, n) => `function f${n}() { return g(${n}) ? 1 : ${n}; }`).join("\n");
  test("is important", async () => {
    const [hit] = await review({ ...TESTED, "src/large.js": `${large}\n` }, TESTED);
    expect(hit).toMatchObject({ severity: "important", title: "160 added lines of code without a test" });
  });
  test("is a suggestion where the repository has no tests", async () => {
    const [hit] = await review({ "src/large.js": `${large}\n` });
    expect(hit).toMatchObject({ severity: "suggestion" });
    expect(hit?.explanation).toContain("The repository has no tests.");
  });
  test("is nothing to say when it only adds types to functions that stood there", async () => {
    const typed = large.replaceAll("()", "(x: number): number");
    const [before, after] = [
      { ...TESTED, "src/large.ts": `${large}\n` },
      { ...TESTED, "src/large.ts": `${typed}\n` },
    ];
    expect(await review(after, before)).toEqual([]);
  });
  test("is nothing to say when it is a long list without branches", async () => {
    const list = large.replaceAll(/ \? 1 : \d+/g, "");
    expect(await review({ ...TESTED, "src/large.js": `${list}\n` }, TESTED)).toEqual([]);
  });
  test("is nothing to say when it only cuts up what stood there", async () => {
    const whole = `export function all(n) {\n${"  if (g(n)) return 1;\n".repeat(160)}}\n`;
    expect(await review({ ...TESTED, "src/large.js": `${large}\n` }, { ...TESTED, "src/large.js": whole })).toEqual([]);
  });
  test("is nothing to say when a test moved with it", async () => {
    const head = { ...TESTED, "src/large.js": `${large}\n`, "test/add.test.js": `${OTHER_TEST}${OTHER_TEST}` };
    expect(await review(head, TESTED)).toEqual([]);
  });
});

test("a method that a library calls is run by using its type", async () => {
  const code = `export class Widget {\n  eq(other) {\n    if (other) return a && b;\n${MORE}  }\n}\n`;
  const tests = { ...TESTED, "test/w.test.js": 'test("w", () => {\n  expect(new Widget()).toBe(1);\n});\n' };
  expect(await review({ ...tests, "src/limit.js": code }, tests)).toEqual([]);
  expect(await review({ ...TESTED, "src/limit.js": code }, TESTED)).toHaveLength(1);
});

test("a change without tests is told nothing where tests name no function around it", async () => {
  const others = ["one", "two", "three", "four"].map(
    (n) => `export function ${n}(x) {\n  if (x) return x ? 1 : 2;\n}\n`,
  );
  const base = { ...TESTED, "src/limit.js": others.join("\n") };
  expect(await review({ ...base, "src/limit.js": others.join("\n") + PARSE }, base)).toEqual([]);
});

test("names that many functions have, or that tests of another language write, make no custom", async () => {
  const file = (names: readonly string[]): string =>
    names.map((n) => `export function ${n}(x) {\n  if (x) return x ? 1 : 2;\n}\n`).join("\n");
  const common = ["one", "two", "three", "four"];
  const copies = Object.fromEntries([1, 2, 3, 4].map((n) => [`src/part${n}.js`, file(common)]));
  const named = { "test/all.test.js": `test("all", () => {\n  expect([${common.join(", ")}]).toBe(1);\n});\n` };
  const base = { ...TESTED, ...copies, ...named };
  expect(await review({ ...base, "src/part1.js": file(common) + PARSE }, base)).toEqual([]);
  const own = ["uno", "due", "tre", "quattro"];
  const other = {
    ...TESTED,
    "src/limit.js": file(own),
    "tests/test_all.py": `def test_a():\n    assert [${own.join(", ")}]\n`,
  };
  expect(await review({ ...other, "src/limit.js": file(own) + PARSE }, other)).toEqual([]);
});

test("a helper of a helper of what tests call is fine", async () => {
  const chain =
    "export function readOptions(o) {\n  return inner(o);\n}\nfunction inner(o) {\n  return parseLimit(o);\n}\n";
  const own = { "test/o.test.js": 'test("o", () => {\n  expect(readOptions({})).toBe(10);\n});\n' };
  const base = { ...TESTED, ...own };
  expect(await review({ ...base, "src/limit.js": PARSE, "src/options.js": chain }, base)).toEqual([]);
});

describe("silence", () => {
  test.each<[string, Files]>([
    ["documents", { "docs/a.md": "# A\n\nIf so, do.\n".repeat(100) }],
    ["configuration", { "settings.yml": "a: 1\n", "package.json": "{}\n" }],
    ["tests", { "test/b.test.js": OTHER_TEST }],
    ["a function without branches", { "src/b.js": "export function b() {\n  return 1;\n}\n" }],
    ["a tweak", { "src/b.js": "export function b(x) {\n  if (x) return x > 2 ? 1 : 2;\n}\n" }],
    ["an example program", { "examples/b.js": PARSE }],
    ["a program that builds", { "build/b.js": PARSE }],
    ["a migration", { "src/ManualMigrations/b.js": PARSE }],
  ])("on %s", async (_, files) => {
    expect(await review({ ...TESTED, ...files }, TESTED)).toEqual([]);
  });
});

describe("Go", () => {
  test("a package without tests is named as such", async () => {
    const head = {
      "a/a.go": `package a\n\nfunc Pick(x int) int {\n\tif x == 3 {\n\t\treturn 4\n\t}\n${MORE}}\n`,
      "b/b_test.go": 'package b\n\nimport "testing"\n\nfunc TestB(t *testing.T) {\n\tt.Fatal()\n}\n',
    };
    const [hit] = await review(head, { "b/b_test.go": head["b/b_test.go"] });
    expect(hit?.explanation).toContain("`Pick`: new, 1 branch; its package has no tests.");
  });
});

test("Rust's tests inside the source count as tests", async () => {
  const code = `pub fn pick(x: u8) -> u8 {\n    if x == 3 {\n        return 4;\n    }\n${MORE}}\n`;
  const tests =
    "\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn picks() {\n        assert_eq!(super::pick(3), 4);\n    }\n}\n";
  expect(await review({ ...TESTED, "src/pick.rs": code + tests }, TESTED)).toEqual([]);
  expect(await review({ ...TESTED, "src/pick.rs": code }, TESTED)).toHaveLength(1);
});

describe("a test that tests nothing", () => {
  test.each([
    ["A.Tests/ATests.cs", "class A {\n  [Test]\n  [Ignore]\n  public void Adds() {}\n}\n", "1 added test is skipped"],
    ["test/a.test.ts", 'it.skip("a", () => {\n  expect(1).toBe(1);\n});\n', "1 added test is skipped"],
    [
      "tests/test_a.py",
      '@pytest.mark.skip(reason="later")\ndef test_a():\n    assert a() == 1\n',
      "1 added test is skipped",
    ],
    ["a_test.go", 'package a\n\nfunc TestA(t *testing.T) {\n\tt.Skip("later")\n}\n', "1 added test is skipped"],
  ])("%s %j", async (path, text, title) => {
    expect((await review({ ...TESTED, [path]: text }, TESTED)).map((hit) => hit.title)).toEqual([title]);
  });

  test.each([
    ["A.Tests/Maps.cs", "class Dto {\n  [Ignore]\n  public string Name { get; set; }\n}\n"],
    ["test/a.test.ts", 'test.skip(isWindows, "no links");\n'],
    ["tests/test_a.py", '@pytest.mark.skipif(WINDOWS, reason="no links")\ndef test_a():\n    assert a() == 1\n'],
    ["a_test.go", "package a\n\nfunc TestA(t *testing.T) {\n\tif short() {\n\t\tt.Skip()\n\t}\n\trunAll(t)\n}\n"],
    ["a_test.go", "package a\n\nfunc TestA(t *testing.T) {\n\trunAll(t)\n}\n"],
    ["a_test.go", 'package a\n\nfunc TestA(t *testing.T) {\n\tt.Skip("unstable, see https://example.org/1")\n}\n'],
    ["tests/test_a.py", '@pytest.mark.skip(reason="waits for the new store")\ndef test_a():\n    assert a() == 1\n'],
    ["tests/a.rs", "// It is ignored by default because it takes long.\n#[test]\n#[ignore]\nfn a() {}\n"],
    ["tests/test_a.py", 'def test_a(script):\n    script.pip("--version")\n'],
    ["a_test.go", "package a\n\ntype TestName struct {\n\tvalue int\n}\n"],
  ])("%s %j is left out", async (path, text) => {
    expect(await review({ ...TESTED, [path]: text }, TESTED)).toEqual([]);
  });
});

test("functions of a shell script are told only where tests name their like", async () => {
  const script = (name: string): string =>
    `${name}() {\n  if [ "$1" ]; then a; fi\n  if [ "$2" ]; then b; fi\n${MORE}}\n`;
  expect(await review({ ...TESTED, "shell/take.sh": script("take_order") }, TESTED)).toEqual([]);
  const like = ["one_order", "two_orders", "three_orders", "four_orders"];
  const base = {
    ...TESTED,
    "shell/take.sh": like.map(script).join(""),
    "test/take.bats": `@test "a" {\n  ${like.join(" && ")}\n}\n`,
  };
  const head = { ...base, "shell/take.sh": base["shell/take.sh"] + script("take_order") };
  expect(await review(head, base)).toHaveLength(1);
});

test("a skip that is written in another way was there before", async () => {
  const skips = (mark: string, count: number): Files => ({
    "src/test/ATest.java": `class ATest {\n${`  ${mark}\n  @Test void a() { check(a()); }\n`.repeat(count)}}\n`,
  });
  expect(await review(skips("@Disabled", 1), skips("@Ignore", 1))).toEqual([]);
  expect(await review(skips("@Disabled", 2), skips("@Ignore", 1))).toHaveLength(1);
});

test("every check does what its page says", async () => {
  const paths: Record<string, string> = {
    "test-scout/untested-change": "src/limit.js",
    "test-scout/idle-test": "test/retry.test.js",
  };
  for (const { id, catches, ignores } of testScout.checks) {
    const path = paths[id] ?? "";
    expect((await review({ ...TESTED, [path]: `${catches}\n` }, TESTED)).map((hit) => hit.check)).toEqual([id]);
    expect(await review({ ...TESTED, [path]: `${ignores}\n` }, TESTED)).toEqual([]);
  }
});
