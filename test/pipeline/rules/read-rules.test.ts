import { describe, expect, test } from "vitest";
import { readRules, rulesForBundles } from "#pipeline/rules/read-rules.ts";
import { type Files, makeTree } from "../../helpers/change.ts";

const read = async (files: Files, changed: readonly string[] = []) =>
  rulesForBundles(await readRules(makeTree(files), changed)).map(({ name, text, paths }) => ({
    name,
    text: text.trim(),
    paths,
  }));

describe("rules are read", () => {
  test("from the files of the root in their order, then from those of folders, which hold below them", async () => {
    const rules = await read({
      "CLAUDE.md": "c",
      "AGENTS.md": "a",
      "REVIEW.md": "r",
      "deep-review-context.md": "d",
      ".deep-review/rules.md": "own",
      "src/server/AGENTS.md": "s",
      "docs/deep-review-context.md": "no",
      "node_modules/kit/AGENTS.md": "no",
    });
    expect(rules.map(({ name, paths }) => [name, paths])).toEqual([
      [".deep-review/rules.md", undefined],
      ["deep-review-context.md", undefined],
      ["REVIEW.md", undefined],
      ["AGENTS.md", undefined],
      ["CLAUDE.md", undefined],
      ["src/server/AGENTS.md", ["src/server/"]],
    ]);
  });

  test("with sections for the same files as one text, and others on their own", async () => {
    const rules = await read({ "AGENTS.md": "# A\n\n- a\n\n## B\n- b\n\n## `db/**`\n- c\n" });
    expect(rules).toEqual([
      { name: "AGENTS.md", text: "# A\n\n- a\n\n## B\n- b", paths: undefined },
      { name: "AGENTS.md", text: "## `db/**`\n- c", paths: ["db/**"] },
    ]);
  });

  test("with what they import, one level deep and inside the repository only", async () => {
    const rules = await read({
      "CLAUDE.md": "See @docs/style.md, @AGENTS.md and @../secret.md or @/etc/passwd, @~/x; `@docs/code.md`. @acme",
      "AGENTS.md": "a",
      "docs/style.md": "style @docs/deeper.md",
      "docs/deeper.md": "no",
      "docs/code.md": "no",
      "src/AGENTS.md": "@style.md",
      "src/style.md": "src style",
    });
    expect(rules.map(({ name, paths }) => [name, paths])).toEqual([
      ["AGENTS.md", undefined],
      ["CLAUDE.md", undefined],
      ["docs/style.md", undefined],
      ["src/AGENTS.md", ["src/"]],
      ["src/style.md", ["src/"]],
    ]);
  });

  test("once, where two files of one folder say the same", async () => {
    expect(await read({ "AGENTS.md": "same\n", "CLAUDE.md": "same" })).toHaveLength(1);
  });

  test("near the changed files first, where there are more than can be read", async () => {
    const many = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`p${at}/AGENTS.md`, `rule ${at}`]));
    const rules = await read(many, ["p299/x.ts"]);
    expect(rules).toHaveLength(200);
    expect(rules[0]?.name).toBe("p299/AGENTS.md");
  });
});
