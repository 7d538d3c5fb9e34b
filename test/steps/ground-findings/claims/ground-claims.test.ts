import { describe, expect, test } from "vitest";
import type { Definition, FileFacts, Mention } from "#model/change/change-index.ts";
import { groundClaims } from "#steps/ground-findings/claims/ground-claims.ts";
import type { IndexQuestions } from "#steps/ground-findings/grounding-source.ts";
import { aFinding } from "../../../helpers/builders.ts";
import { aSource } from "../a-source.ts";

const DEFINITION: Definition & { path: string } = {
  path: "src/relay.ts",
  name: "retryLimit",
  kind: "function",
  start: 3,
  end: 9,
  exported: true,
};

const mention = (path: string, line: number, over: Partial<Mention> = {}): Mention => ({
  path,
  line,
  where: "code",
  text: "  const limit = retryLimit(hook);",
  ...over,
});

/** The name is defined, and mentioned at these places besides. */
function answer(title: string, mentions: readonly Mention[], definitions = [DEFINITION]) {
  const own = definitions.map(({ path, start }) => mention(path, start));
  const index: IndexQuestions = {
    facts: async (path) => ({ role: path.startsWith("test/") ? "test" : "source" }) as FileFacts,
    findWord: async () => [...own, ...mentions],
    findText: async () => mentions,
    findDefinitions: async () => definitions,
  };
  return groundClaims(aSource({ head: {}, index }), aFinding({ title, body: "" })).then(([first]) => first);
}

describe('"never called"', () => {
  const title = "`retryLimit` is never called";
  const imported = mention("src/a.ts", 1, { text: 'import { retryLimit } from "./relay.ts";' });

  test.each([
    ["confirmed", "nothing names it", []],
    ["confirmed", "only itself does", [mention("src/relay.ts", 7)]],
    ["confirmed", "it is only imported", [imported, mention("src/b.ts", 2, { text: "  retryLimit," })]],
    ["confirmed", "only a comment names it", [mention("src/a.ts", 4, { where: "comment" })]],
    ["contradicted", "code uses it", [imported, mention("src/a.ts", 4)]],
    ["open", "only a test uses it", [mention("test/relay.test.ts", 4)]],
    ["open", "a string names it", [mention("src/a.ts", 4, { where: "string" })]],
  ] as const)("is %s when %s", async (expected, _what, mentions) => {
    expect((await answer(title, mentions))?.answer).toBe(expected);
  });

  test("is open for a name that two things share, or that is a method", async () => {
    const twice = [DEFINITION, { ...DEFINITION, path: "src/other.ts" }];
    expect((await answer(title, [mention("src/a.ts", 4)], twice))?.answer).toBe("open");
    const method = [{ ...DEFINITION, kind: "method" as const }];
    expect((await answer(title, [mention("src/a.ts", 4)], method))?.answer).toBe("open");
  });

  test("is open where no definition is known", async () => {
    expect((await answer(title, [mention("src/a.ts", 4)], []))?.answer).toBe("open");
    expect((await answer(title, [], []))?.answer).toBe("open");
  });

  test("comes with the places, cut short", async () => {
    const long = mention("src/a.ts", 4, { text: `${" ".repeat(9)}${"x".repeat(900)}` });
    const result = await answer(
      title,
      Array.from({ length: 30 }, () => long),
    );
    expect(result).toMatchObject({ subject: "retryLimit", words: title, why: "code uses retryLimit 30 times" });
    expect(result?.mentions.map(({ text }) => text.length)).toEqual([200, 200, 200, 200, 200]);
  });
});

test('"untested" is answered by the tests that name it', async () => {
  const title = "No test covers `retryLimit`";
  expect((await answer(title, [mention("src/a.ts", 4)]))?.answer).toBe("confirmed");
  expect((await answer(title, [mention("test/a.ts", 4, { where: "comment" })]))?.answer).toBe("confirmed");
  expect((await answer(title, [mention("test/a.ts", 4)]))?.answer).toBe("contradicted");
});

test('"undocumented" is answered by the documents, the changelog left out', async () => {
  const title = "`retryLimit` is not documented";
  const doc = (path: string) => mention(path, 4, { where: "doc", text: "use retryLimit to stop" });
  expect((await answer(title, [doc("CHANGELOG.md")]))?.answer).toBe("confirmed");
  expect((await answer(title, [doc("docs/relay.md")]))?.answer).toBe("contradicted");
  expect((await answer("`--retry-limit` is not documented", [doc("docs/relay.md")]))?.answer).toBe("contradicted");
  expect((await answer("`limit` is not documented", [doc("docs/relay.md")]))?.answer).toBe("open");
});

test("without an index no claim is answered", async () => {
  expect(await groundClaims(aSource({ head: {} }), aFinding({ title: "`retryLimit` is never called" }))).toEqual([]);
});
