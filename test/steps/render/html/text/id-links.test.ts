import { expect, test } from "vitest";
import { markupOf } from "#steps/render/html/escape.ts";
import { createIdLinker } from "#steps/render/html/text/id-links.ts";

const targets = {
  own: new Map(["C1", "I1", "I2", "S1"].map((id) => [id, id])),
  raw: new Map([
    ["claude:I1", "raw-claude-I1"],
    ["claude:I2", "raw-claude-I2"],
    ["codex:S1", "raw-codex-S1"],
  ]),
  reviewers: new Map([
    ["claude opus 4.7", "claude"],
    ["claude", "claude"],
    ["codex", "codex"],
  ]),
};

/** The anchors that a text links to, in order. */
function check(text: string, expected: string[]): void {
  const out = markupOf(createIdLinker(targets).link(text));
  expect([...out.matchAll(/href="#([^"]+)"/g)].map(([, anchor]) => anchor)).toEqual(expected);
}

test("an id alone is this report's", () => check("I1 stands, as S1 shows.", ["I1", "S1"]));
test("an id that the report does not have is text", () => check("I9 and X1", []));
test("behind a reviewer's name it is that reviewer's own", () =>
  check("Claude I1, Claude's I2, [Codex] S1", ["raw-claude-I1", "raw-claude-I2", "raw-codex-S1"]));
test("a reviewer's name may carry its model", () => check("Claude Opus 4.7 I1", ["raw-claude-I1"]));
test("a list keeps its owner until other words come", () =>
  check("Claude I1, I2 and then I1", ["raw-claude-I1", "raw-claude-I2", "I1"]));
test("an arrow leads back to the report", () => check("Claude I1 → I2", ["raw-claude-I1", "I2"]));
test("ids of earlier rounds are text", () => check("Round 2 I1, I2; the Round-2 S1; round 9's S1; earlier C1", []));
test('a label in brackets behind "as" is somebody else\'s', () => check("(as I1)", []));
test("parts of words and paths are no ids", () => check("SI1 I1a I1-x /I1 #I1 v1.I1 I1_", []));
test("a reviewer's name within a word does not count", () => check("Preclaude I1", ["I1"]));
test("a reviewer credited in brackets is shown in its colour, other brackets are text", () => {
  const out = markupOf(createIdLinker(targets).link("[Claude Opus 4.7] [someone <b>]"));
  expect(out).toBe('<span class="who rv-claude">[Claude Opus 4.7]</span> [someone &lt;b&gt;]');
});
test("an owner in another piece of the paragraph still counts", () => {
  const linker = createIdLinker(targets);
  linker.skip("Claude");
  expect(markupOf(linker.link(" I1"))).toContain("raw-claude-I1");
});
test("every id of the longest paragraph that is looked at is linked", () => {
  const out = markupOf(createIdLinker(targets).link("I1 ".repeat(7_000)));
  expect(out.split("<a ")).toHaveLength(7_001);
});
