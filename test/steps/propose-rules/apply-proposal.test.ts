import fc from "fast-check";
import MarkdownIt from "markdown-it";
import { describe, expect, test } from "vitest";
import { readRuleFile } from "#grammar/rules/read-rule-file.ts";
import { applyProposal } from "#steps/propose-rules/apply-proposal.ts";
import type { RuleProposal } from "#steps/propose-rules/proposal.ts";
import { proposeRules } from "#steps/propose-rules/propose-rules.ts";
import { safeWording } from "#steps/propose-rules/safe-wording.ts";
import { HOSTILE_TEXTS } from "../../helpers/hostile.ts";

const FILE = ".deep-review/rules.md";
const TODAY = "2026-11-16";
const apply = (text: string, proposal: RuleProposal) => applyProposal(text, proposal, { file: FILE, today: TODAY });

/** Proposals as they are made: from a note, and from the rules of a file. */
const fromNote = (wording: string, paths?: readonly string[]): RuleProposal[] =>
  proposeRules({
    notes: [{ kind: "add", wording, review: "20261102-091500-pr-42", paths }],
    complaints: [],
    rules: [],
    today: TODAY,
  });
const upkeep = (text: string, gone: readonly string[] = []): RuleProposal[] =>
  proposeRules({
    notes: [],
    complaints: [],
    today: TODAY,
    rules: readRuleFile(FILE, text).flatMap(({ items, paths }) =>
      items.map((item) => ({
        file: FILE,
        item,
        paths,
        ...(gone.some((name) => item.text.includes(name)) ? { gone } : {}),
      })),
    ),
  });
const first = (proposals: readonly RuleProposal[]): RuleProposal => proposals[0]!;
const MARK = (id: string) =>
  `<!-- deep-review rule ${id} added 2026-11-16 until 2027-11-16 from 1 note: 20261102-091500-pr-42 -->`;

describe("an addition", () => {
  test("makes the file, with scope, last day and source", () => {
    const one = first(fromNote("Queries have a limit.", ["src/db/**", "x.sql"]));
    const { text, outcome } = apply("", one);
    expect(outcome).toBe("applied");
    expect(text).toBe(
      `# Rules for reviewers\n\n## \`src/db/**\`, \`x.sql\`\n\n- Queries have a limit.\n  ${MARK(one.id)}\n`,
    );
    expect(readRuleFile(FILE, text)[1]).toMatchObject({
      paths: ["src/db/**", "x.sql"],
      items: [{ mark: { id: one.id } }],
    });
  });

  test("goes to the end of the section for the same files, and leaves all else as it is", () => {
    const before = "# Ours\r\n\r\n## All files\r\n\r\n- One.\r\n\r\n## `a/**`\r\n\r\n- Two.\r\n";
    const one = first(fromNote("Queries have a limit."));
    expect(apply(before, one).text).toBe(
      `# Ours\r\n\r\n## All files\r\n\r\n- One.\r\n- Queries have a limit.\r\n  ${MARK(one.id)}\r\n\r\n## \`a/**\`\r\n\r\n- Two.\r\n`,
    );
  });
});

describe("a removal", () => {
  const TWIN = "Every query has a limit, as the database is shared.";

  test("takes the rule with its mark, and a section of ours that has nothing else", () => {
    const one = first(fromNote("Sessions go through `SessionWriter` alone.", ["src/**"]));
    const before = `# Ours\n\n- Keep this.\n`;
    const full = apply(before, one).text;
    const removal = first(upkeep(full, ["SessionWriter"]));
    expect(removal.kind).toBe("remove");
    expect(apply(full, removal).text).toBe(before);
  });

  test("of a rule that stands twice leaves the other one, however often it is applied", () => {
    const text = `# Ours\n\n- ${TWIN}\n- Else.\n- ${TWIN}\n`;
    const removal = first(upkeep(text));
    const once = apply(text, removal).text;
    expect(once).toBe(`# Ours\n\n- ${TWIN}\n- Else.\n`);
    expect(apply(once, removal)).toEqual({ text: once, outcome: "gone-already" });
  });

  test("of a rule in another file is left to its owner", () => {
    const removal = first(upkeep(`- ${TWIN}\n- ${TWIN}\n`));
    const elsewhere = { ...removal, rule: { ...removal.rule!, file: "AGENTS.md" } };
    expect(apply("x", elsewhere)).toEqual({ text: "x", outcome: "in-another-file" });
  });

  test("does not take a heading from which others below it have their files", () => {
    const text = "## `a/**`\n\n- Use `GoneName` here, as before.\n\n### Deeper\n\n- Two.\n";
    expect(apply(text, first(upkeep(text, ["GoneName"]))).text).toBe("## `a/**`\n\n### Deeper\n\n- Two.\n");
  });
});

test("a change puts the new rule where the old one stood", () => {
  const before = "# Ours\n\n- The session has two writers.\n- Else.\n";
  const [item] = readRuleFile(FILE, before)[0]?.items ?? [];
  const change: RuleProposal = {
    ...first(fromNote("The session has three writers.")),
    kind: "change",
    rule: { file: FILE, item: item! },
  };
  const { text } = apply(before, change);
  expect(text).toBe(`# Ours\n\n- The session has three writers.\n  ${MARK(change.id)}\n- Else.\n`);
  expect(apply(text, change)).toEqual({ text, outcome: "stands-already" });
});

const hostile = fc.oneof(
  fc.string({ unit: "binary", minLength: 1 }),
  fc.constantFrom(...Object.values(HOSTILE_TEXTS)),
  fc
    .array(
      fc.constantFrom(
        "# ",
        "- ",
        "\n",
        "\n\n",
        "```",
        "`",
        "<!--",
        "-->",
        "<b>",
        "@team",
        "> ",
        "1. ",
        "x",
        "![a](b)",
        "|",
        "\\",
        "[a]: b",
        "---",
      ),
      { minLength: 1, maxLength: 15 },
    )
    .map((parts) => parts.join("")),
);

describe("whatever a report says", () => {
  const markdown = new MarkdownIt("commonmark", { html: true });

  test("applying a proposal twice changes nothing more", () => {
    const scope = fc.option(fc.constantFrom(["src/**"], ["a.ts", "b/c.ts"]), { nil: undefined });
    fc.assert(
      fc.property(hostile, scope, fc.oneof(hostile, fc.string({ unit: "binary" })), (wording, paths, before) => {
        for (const proposal of fromNote(wording, paths)) {
          const once = apply(before, proposal).text;
          expect(apply(once, proposal).text).toBe(once);
        }
        for (const proposal of upkeep(before)) {
          const once = apply(before, proposal).text;
          expect(apply(once, proposal).text).toBe(once);
        }
      }),
    );
  });

  test("its rule is one item of a list, with no HTML, no mention and no control character", () => {
    fc.assert(
      fc.property(hostile, (wording) => {
        const safe = safeWording(wording);
        expect(safeWording(safe)).toBe(safe);
        expect(safe).not.toMatch(/[\p{Cc}\u2028\u202e]/u);
        const text = `- before\n- ${safe}\n  <!-- mark -->\n- after\n`;
        const tokens = markdown.parse(text, {});
        expect(tokens.filter(({ type, level }) => type === "list_item_open" && level === 1)).toHaveLength(3);
        expect(tokens.filter(({ level }) => level === 0).map(({ type }) => type)).toEqual([
          "bullet_list_open",
          "bullet_list_close",
        ]);
        const html = tokens
          .flatMap((token) => [token, ...(token.children ?? [])])
          .filter(({ type }) => type.startsWith("html"));
        for (const { content } of html) expect(content.trim()).toMatch(/^<!-- (?:mark )?-->$/);
        expect(tokens.flatMap(({ children }) => children ?? []).filter(({ type }) => type === "image")).toEqual([]);
      }),
    );
  });

  test("a mention calls nobody", () => {
    expect(safeWording("Ask @acme/team, not `@acme`")).toBe("Ask @<!-- -->acme/team, not `@acme`");
  });
});
