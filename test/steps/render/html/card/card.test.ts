import { expect, test } from "vitest";
import { renderCard } from "#steps/render/html/card/card.ts";
import { createContext } from "#steps/render/html/context.ts";
import { markupOf } from "#steps/render/html/escape.ts";
import {
  aCluster,
  aDecision,
  aFailedRun,
  aFinding,
  aReport,
  aReviewer,
  aRun,
  aScope,
  aStatement,
  type Over,
} from "../../../../helpers/builders.ts";
import type { Review } from "#model/review.ts";

const CODE = "const a = 1;\nconst b = 2;";
const QUOTED = { body: `\`\`\`ts\n${CODE}\n\`\`\`\n\nWhy.`, quotes: [{ language: "ts", code: CODE }] };

/** The first card of a report with one cluster. */
function card(statement: Parameters<typeof aStatement>[0] = {}, over: Over<Review> = {}): string {
  const report = aReport({
    findings: [aFinding()],
    clusters: [aCluster({ statement: aStatement(statement) })],
    ...over,
  });
  const [finding] = [...report.kept, ...report.dropped, ...report.routed];
  if (finding === undefined) throw new Error("the report has no card");
  return markupOf(renderCard(createContext(report), finding));
}

const scope = (url: string): Over<Review> => ({ scope: aScope({ repository: { name: "x", url } }) });
const numbers = (markup: string): string[] => [...markup.matchAll(/data-n="(\d+)"/g)].map(([, number]) => number ?? "");
const times = (markup: string, text: string): number => markup.split(text).length - 1;

test("a quote as long as its range carries the real line numbers", () =>
  expect(numbers(card({ ...QUOTED, locations: [{ path: "src/a.ts", start: 7, end: 8 }] }))).toEqual(["7", "8"]));

test("a quote of another length is not numbered", () =>
  expect(numbers(card({ ...QUOTED, locations: [{ path: "src/a.ts", start: 7, end: 9 }] }))).toEqual([]));

test("a quote that an excerpt holds is shown once, in the excerpt, with the cited lines marked", () => {
  const excerpt = {
    cluster: "I1",
    commit: "abcdef0123",
    path: "src/a.ts",
    start: 6,
    lines: ["// before", "  const a = 1;", "  const b = 2;", "// after"],
    cited: [{ start: 7, end: 8 }],
    grounding: { status: "grounded" as const, why: "found" },
  };
  const out = card({ ...QUOTED, locations: [{ path: "src/a.ts", start: 7, end: 8 }] }, { excerpts: [excerpt] });
  expect(numbers(out)).toEqual(["6", "7", "8", "9"]);
  expect(times(out, 'class="l cited"')).toBe(2);
  expect(times(out, "<figure")).toBe(1);
});

test("a diff in the body is shown once, under the fix", () => {
  const diff = "-a\n+b";
  const out = card({ body: `Fix:\n\n\`\`\`diff\n${diff}\n\`\`\``, fix: { diffs: [diff] } });
  expect(times(out, '<figure class="code diff">')).toBe(1);
  expect(out.indexOf("<figure")).toBeGreaterThan(out.indexOf("<h4>Fix</h4>"));
});

test("a diff and a quote that the body lacks are added", () => {
  const out = card({ body: "Only words.", quotes: [{ code: "x" }], fix: { diffs: ["-a\n+b"] } });
  expect(times(out, "<figure")).toBe(2);
});

test("a repro stands folded, and what it printed too", () => {
  const out = card({ body: "```bash repro\nmake it fail\n```\n\n```text repro-output\nit failed\n```" });
  expect(times(out, '<details class="repro"')).toBe(2);
  expect(out).not.toContain("<details open");
});

test("each voice names the label it gave and links to its words; who was silent is named", () => {
  const out = card(
    {},
    {
      reviewers: [aReviewer(), aReviewer({ id: "codex" }), aReviewer({ id: "gemini" })],
      runs: [aRun(), aRun({ reviewer: "codex" }), aFailedRun({ reviewer: "gemini" })],
    },
  );
  expect(out).toContain('href="#raw-claude-I1"');
  expect(out).toMatch(/>claude:I1<\/a> important/);
  expect(out).toMatch(/Not raised by <span class="who rv-codex" data-m="Co">Codex<\/span><\/p>/);
});

test("what people decided stands on the card", () =>
  expect(card({}, { decisions: [aDecision({ reason: "stops at 410" })] })).toMatch(
    /Resolution:<\/span> <strong class="state good">Fixed<\/strong> <span>stops at 410/,
  ));

test("a place in the code links to the reviewed commit on GitHub only", () => {
  expect(card({}, scope("https://github.com/example/hookrelay"))).toContain(
    'href="https://github.com/example/hookrelay/blob/9f2c4e6a8b0d1f3e5c7a9b2d4f6e8a0c1b3d5f72/src/deliver.ts#L41-L48"',
  );
  expect(card({}, scope("https://code.example/x/y"))).not.toContain("blob/");
});

test("a dropped finding says why", () => {
  const clusters = [aCluster({ id: "X1", ruling: { kind: "drop", reason: "refuted", because: "the caller checks" } })];
  expect(card({}, { findings: [aFinding()], clusters })).toContain(
    "<strong>Dropped: refuted.</strong> the caller checks",
  );
});

test("a card tells what and why first, then place, fix, evidence and who", () => {
  const body = `${QUOTED.body} It is wrong. It fails at night. Nobody notices.\n\nFix: stop.\n\n\`\`\`diff\n-a\n+b\n\`\`\``;
  const out = card({ ...QUOTED, body, fix: { text: "stop.", diffs: ["-a\n+b"] } });
  const text = out.slice(out.indexOf("<article")).replaceAll(/<[^>]+>/g, "");
  const order = [
    "Why. It is wrong.",
    "It fails at night. Nobody notices.",
    "Where",
    "const a",
    "Fix",
    "Stop.",
    "-a",
    "Evidence",
    "Who",
  ];
  expect(order.filter((words, i) => i > 0 && text.indexOf(words) <= text.indexOf(order[i - 1] ?? ""))).toEqual([]);
  expect(out).toContain('<p class="lead">Why. It is wrong.</p>');
  expect(times(text, "top.")).toBe(1);
});

test("only a run is called a proof", () => {
  const ran = { body: "Why.", repros: [{ script: "make", output: "it failed" }] };
  expect(card(ran)).toContain("<h4>Proof</h4>");
  expect(card({ ...QUOTED })).toContain("<h4>Evidence</h4>");
});

test("what the card says of the quote, and its only place, are not repeated above the code", () => {
  const why = "the quoted code is at the cited lines";
  const excerpt = {
    cluster: "I1",
    commit: "abcdef0123",
    path: "src/a.ts",
    start: 7,
    lines: CODE.split("\n"),
    cited: [{ start: 7, end: 8 }],
    grounding: { status: "grounded" as const, why },
  };
  const locations = [{ path: "src/a.ts", start: 7, end: 8 }];
  const out = card({ ...QUOTED, locations }, { excerpts: [excerpt] });
  expect(times(out.toLowerCase(), why)).toBe(1);
  expect(times(out.slice(out.indexOf("<article")), "src/a.ts:7-8")).toBe(1);
  const two = card({ ...QUOTED, locations: [...locations, { path: "b.ts" }] }, { excerpts: [excerpt] });
  expect(times(two.slice(two.indexOf("<article")), "src/a.ts:7-8")).toBe(2);
});

test("a place in the list keeps its file and line, and a file in the root has no folder", () => {
  const path = `${"folder/".repeat(60)}${"n".repeat(150)}.ts`;
  const where = (of: string): string =>
    /<span class="where".*?<\/span><\/span>/.exec(
      card({ locations: [{ path: of, start: 123_456, end: 123_460 }] }),
    )?.[0] ?? "";
  expect(where(path)).toContain(`<span class="file">${"n".repeat(150)}.ts:123456</span>`);
  expect(where("README.md")).toMatch(/"><span class="file">README\.md:123456<\/span><\/span>$/);
});

test("the row of a finding has no link, since it is a control itself", () => {
  const out = card({ title: "See [this](https://x.example/) and I1 in `src/a.ts:1`" }, scope("https://github.com/a/b"));
  const row = out.slice(out.indexOf("<summary>"), out.indexOf("</summary>"));
  expect(row).toContain("this");
  expect(row).not.toContain("<a ");
});
