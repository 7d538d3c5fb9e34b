import { describe, expect, test } from "vitest";
import type { CheckHit } from "#model/change/analyzer.ts";
import { houseRules } from "#reviewers/analyzer/house-rules/house-rules.ts";
import { type Files, makeIndex } from "../../../helpers/change.ts";

async function review(base: Files, added: Files): Promise<readonly CheckHit[]> {
  const index = await makeIndex({ base, head: { ...base, ...added } });
  return houseRules.review(index, new AbortController().signal);
}

async function hitsOf(check: string, base: Files, added: Files): Promise<CheckHit[]> {
  return (await review(base, added)).filter((hit) => hit.check === `house-rules/${check}`);
}

/** As many files as asked for, made by number. */
function many(count: number, make: (at: number) => readonly [string, string]): Files {
  return Object.fromEntries(Array.from({ length: count }, (_, at) => make(at)));
}

const word = (at: number): string =>
  String.fromCharCode(97 + (at % 26)) + String.fromCharCode(97 + Math.floor(at / 26));

describe("licence headers", () => {
  const HEADER = "// Copyright The Shop Authors\n\n";
  const licensed = many(41, (at) => [`shop/${word(at)}.go`, `${HEADER}package shop\n`]);
  const base = { ...licensed, "shop/odd.go": "package shop\n" };

  test("a new file without one is told, with the ratio and two that have it", async () => {
    const [hit, ...others] = await hitsOf("file-header", base, { "shop/orders.go": "package shop\n" });
    expect(others).toEqual([]);
    expect(hit?.title).toBe("shop/orders.go has no licence header");
    expect(hit?.explanation).toContain("41 of 42 files of this kind below `shop`");
    expect(hit?.places).toHaveLength(3);
    expect(hit?.places.slice(1).map(({ quote }) => quote)).toEqual([HEADER.trim(), HEADER.trim()]);
  });

  test("a new file that has one, and an old one that never had, are left alone", async () => {
    expect(await hitsOf("file-header", base, { "shop/orders.go": `${HEADER}package shop\n` })).toEqual([]);
    expect(await hitsOf("file-header", base, { "shop/odd.go": "package shop\n\nvar x = 1\n" })).toEqual([]);
  });

  test("nineteen are too few, and nine in ten are no rule", async () => {
    const few = many(19, (at) => [`shop/${word(at)}.go`, `${HEADER}package shop\n`]);
    expect(await hitsOf("file-header", few, { "shop/orders.go": "package shop\n" })).toEqual([]);
    const bare = many(4, (at) => [`shop/x${word(at)}.go`, "package shop\n"]);
    expect(await hitsOf("file-header", { ...licensed, ...bare }, { "shop/orders.go": "package shop\n" })).toEqual([]);
  });

  test("an example is nobody's house", async () => {
    expect(await hitsOf("file-header", licensed, { "shop/examples/orders.go": "package main\n" })).toEqual([]);
  });

  test("the word in code is no header", async () => {
    const code = many(30, (at) => [`shop/${word(at)}.go`, "package shop\n\nvar licence = 1\n"]);
    expect(await hitsOf("file-header", code, { "shop/orders.go": "package shop\n" })).toEqual([]);
  });
});

describe("doc comments", () => {
  const base = many(25, (at) => [`src/${word(at)}.ts`, `/** Does it. */\nexport function run${word(at)}(): void {}\n`]);

  test("a new exported function without one", async () => {
    const [hit] = await hitsOf("doc-comment", base, {
      "src/zz.ts": "export function total(): number {\n  return 1;\n}\n",
    });
    expect(hit?.title).toBe("`total` has no doc comment");
    expect(hit?.explanation).toContain("25 of 25 exported functions below `src`");
  });

  test("a private one needs none, and a commented one has it", async () => {
    expect(await hitsOf("doc-comment", base, { "src/zz.ts": "function total(): number {\n  return 1;\n}\n" })).toEqual(
      [],
    );
    const told = "/** The sum. */\nexport function total(): number {\n  return 1;\n}\n";
    expect(await hitsOf("doc-comment", base, { "src/zz.ts": told })).toEqual([]);
  });

  test("a docstring is one in Python", async () => {
    const python = many(25, (at) => [
      `shop/${word(at)}.py`,
      `def run_${word(at)}(\n    one,\n):\n    """Does it."""\n    return one\n`,
    ]);
    expect(await hitsOf("doc-comment", python, { "shop/zz.py": "def total():\n    return 1\n" })).toHaveLength(1);
    expect(
      await hitsOf("doc-comment", python, { "shop/zz.py": 'def total():\n    """Sum."""\n    return 1\n' }),
    ).toEqual([]);
  });
});

describe("names", () => {
  const kebab = many(30, (at) => [`src/order-${word(at)}.ts`, "export {};\n"]);

  test("a file in camelCase among files in kebab-case", async () => {
    const [hit] = await hitsOf("file-name", kebab, { "src/orderStore.ts": "export {};\n" });
    expect(hit?.title).toBe("src/orderStore.ts is named in camelCase among names in kebab-case");
    expect(await hitsOf("file-name", kebab, { "src/order-store.ts": "export {};\n" })).toEqual([]);
    expect(await hitsOf("file-name", kebab, { "src/store.ts": "export {};\n" })).toEqual([]);
  });

  test("tests are compared with tests, and hooks of React are named by the library", async () => {
    expect(await hitsOf("file-name", kebab, { "src/orderStore.test.ts": "test();\n" })).toEqual([]);
    expect(await hitsOf("file-name", kebab, { "src/useOrders.ts": "export {};\n" })).toEqual([]);
  });

  test("a function in camelCase among functions in snake_case", async () => {
    const base = many(30, (at) => [`shop/${word(at)}.py`, `def save_${word(at)}():\n    return 1\n`]);
    const [hit] = await hitsOf("symbol-name", base, { "shop/zz.py": "def loadOrders():\n    return 1\n" });
    expect(hit?.title).toBe("`loadOrders` is named in camelCase among functions in snake_case");
    expect(await hitsOf("symbol-name", base, { "shop/zz.py": "def load_orders():\n    return 1\n" })).toEqual([]);
  });
});

test("a constructor in JavaScript begins with a capital by custom", async () => {
  const base = many(30, (at) => [`src/${word(at)}.js`, `function save${word(at).toUpperCase()}x() {}\n`]);
  expect(await hitsOf("symbol-name", base, { "src/zz.js": "function Ping() {}\n" })).toEqual([]);
  expect(await hitsOf("symbol-name", base, { "src/zz.js": "function load_it() {}\n" })).toHaveLength(1);
});

describe("tests", () => {
  const beside = many(22, (at) => [`src/${word(at)}.test.ts`, "test();\n"]);
  const sources = many(22, (at) => [`src/${word(at)}.ts`, "export {};\n"]);

  test("another form of name", async () => {
    const [hit] = await hitsOf("test-name", beside, { "src/orders.spec.ts": "test();\n" });
    expect(hit?.title).toBe("src/orders.spec.ts is named *.spec.ts among tests named *.test.ts");
    expect(await hitsOf("test-name", beside, { "src/orders.test.ts": "test();\n" })).toEqual([]);
  });

  test("not beside its source while the others are", async () => {
    const base = { ...beside, ...sources, "src/orders.ts": "export {};\n" };
    const [hit] = await hitsOf("test-name", base, { "other/orders.test.ts": "test();\n" });
    expect(hit?.title).toBe("other/orders.test.ts does not stand beside src/orders.ts");
    expect(await hitsOf("test-name", base, { "src/orders.test.ts": "test();\n" })).toEqual([]);
  });
});

describe("lists", () => {
  const siblings = many(24, (at) => [`src/rules/rule-${word(at)}.ts`, "export {};\n"]);
  const list = Object.keys(siblings).map((path) => `export * from "./${path.slice("src/rules/".length)}";\n`);
  const base = { ...siblings, "src/rules/index.ts": list.join("") };
  const fresh = { "src/rules/empty-cart.ts": "export {};\n" };

  test("a new file that the list lacks", async () => {
    const [hit] = await hitsOf("registered", base, fresh);
    expect(hit?.title).toBe("src/rules/empty-cart.ts is not named in src/rules/index.ts");
    expect(hit?.explanation).toContain("24 of 24");
  });

  test("a new file that the change lists too, and a list that names only some", async () => {
    const listed = `${base["src/rules/index.ts"]}export * from "./empty-cart.ts";\n`;
    expect(await hitsOf("registered", base, { ...fresh, "src/rules/index.ts": listed })).toEqual([]);
    const partial = { ...siblings, "src/rules/index.ts": list.slice(0, 12).join("") };
    expect(await hitsOf("registered", partial, fresh)).toEqual([]);
  });
});

test("it is off by default, and an empty change says nothing", async () => {
  expect(houseRules.offByDefault).toBe(true);
  expect(await review({ "a.ts": "export {};\n" }, {})).toEqual([]);
});

test("a stopped review throws", async () => {
  const index = await makeIndex({ base: {}, head: { "a.ts": "export {};\n" } });
  await expect(houseRules.review(index, AbortSignal.abort())).rejects.toThrow();
});

test("odd content is no reason to throw", async () => {
  const odd = many(25, (at) => [`a${at}.py`, ["\0", "def (", "", "class :\n\r\r"][at % 4] ?? ""]);
  await expect(review(odd, { "new.py": "def\n" })).resolves.toBeDefined();
});
