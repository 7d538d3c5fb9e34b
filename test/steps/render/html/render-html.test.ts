import { expect, test } from "vitest";
import type { Report } from "#model/report.ts";
import { buildReport } from "#steps/build-report/build-report.ts";
import { renderHtml } from "#steps/render/html/render-html.ts";
import { aReport, aScope } from "../../../helpers/builders.ts";
import { aHostileReview, HOSTILE_TEXTS } from "../../../helpers/hostile.ts";
import { aFullReview } from "./full-review.ts";

const report = buildReport(aFullReview());
const page = renderHtml(report);
const body = page.slice(page.indexOf("<body>"));
const all = (pattern: RegExp, text = body): string[] => [...text.matchAll(pattern)].map(([, found]) => found ?? "");

test("the same report gives the same page", () => expect(renderHtml(report)).toBe(page));

test("every id is there once", () => {
  const ids = all(/\sid="([^"]+)"/g);
  expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([]);
});

test("every link within the page has its target", () => {
  const ids = new Set(all(/\sid="([^"]+)"/g));
  expect(all(/href="#([^"]+)"/g).filter((target) => !ids.has(target))).toEqual([]);
});

test("headings go down one level at a time", () => {
  const levels = all(/<h(\d)/g).map(Number);
  expect(levels[0]).toBe(1);
  expect(levels.filter((level) => level === 1)).toHaveLength(1);
  expect(levels.filter((level, i) => i > 0 && level > (levels[i - 1] ?? 0) + 1)).toEqual([]);
});

test("the parts stand in the order in which people read", () =>
  expect(all(/<h2 id="([^"]+)"/g)).toEqual([
    "executive-summary",
    "critical",
    "important",
    "suggestion",
    "contested",
    "dropped",
    "routed",
    "coverage",
    "unseen",
    "design-observations",
    "testing-assessment",
    "deployment-remarks",
    "retro",
    "account",
    "previous",
    "declined",
    "resolution",
    "process",
    "gaps",
    "raw",
  ]));

test("what is not there has no part", () =>
  expect(
    all(
      /<h2 id="([^"]+)"/g,
      renderHtml(
        aReport({ findings: [], clusters: [], sections: [], runs: [], reviewers: [], scope: aScope({ files: [] }) }),
      ),
    ),
  ).toEqual(["findings"]));

test("a raw finding leads back to the card it fed, and the card to it", () => {
  expect(body).toMatch(/id="raw-codex-I2">merged into <a href="#I1">I1<\/a>/);
  expect(body).toMatch(/<a href="#raw-codex-I2"[^>]*>I2<\/a>/);
});

test("a verdict that is not the rule's says so", () =>
  expect(body).toMatch(/By the rule it would be <strong>Rework<\/strong>/));

test("a number that the ledger contradicts is shown beside it", () =>
  expect(body).toMatch(/Suggestion: the report says <b>5<\/b>, the ledger says <b>2<\/b>/));

test("a file called clean in which others found something is marked as missed", () =>
  expect(body).toMatch(/clean<\/span> {2}<span class="badge critical"[^>]*>missed/));

test("both sides of a contested finding are named", () => {
  const contest = body.slice(body.indexOf('class="contest"'));
  expect(contest).toMatch(/Claude<\/span> critical/);
  expect(contest).toMatch(/Codex<\/span> suggestion/);
});

test("nothing in the page asks for anything from elsewhere", () => {
  expect(body).not.toMatch(/<(?:img|iframe|object|embed|link|video|audio|source|form|base)\b/);
  expect(page).not.toMatch(/@import|url\(/);
  expect(body).not.toMatch(/\ssrc=/);
});

test.each(Object.entries(HOSTILE_TEXTS))("text that tries to break out is only text: %s", (_, text) => {
  const out = renderHtml(buildReport(aHostileReview(text)));
  const shown = out.slice(out.indexOf("<body>"), out.lastIndexOf("<script>"));
  const isFree = (pattern: RegExp): void => expect(pattern.exec(shown)?.[0]).toBeUndefined();
  isFree(/<(?:script|style|img|iframe|object|embed)\b/);
  expect(/<[^>]+\s(?:style|on\w+)=/.exec(shown.replaceAll(/"[^"]*"/g, '""'))?.[0]).toBeUndefined();
  isFree(/href="(?!#|https?:\/\/|mailto:)/);
  // eslint-disable-next-line no-control-regex -- these are what must not come through
  isFree(/[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069\u200B]/);
});

test("ids that break the rules of ids stay within their attributes", () => {
  const [first] = report.kept;
  const odd = { ...first, id: `I1" onfocus="alert(1)` } as Report["kept"][number];
  const out = renderHtml({ ...report, kept: [odd] });
  expect(out).toContain('id="I1&quot; onfocus=&quot;alert(1)"');
  expect(out).not.toMatch(/\sonfocus="/);
});

test("ids of earlier rounds in a table of earlier findings are not linked to this round's", () => {
  const text =
    "### Previous Review Findings — Status\n\n| # | Finding | Status |\n|---|---|---|\n| I1 | Old | raised again as I1 |\n";
  const made = renderHtml(aReport({ sections: [{ key: "summary", title: "Executive Summary", text }] }));
  expect(made).toMatch(/<td>I1<\/td>\s*<td>Old<\/td>\s*<td>raised again as <a class="ref" href="#I1">I1<\/a><\/td>/);
});

test("a page of a site leads to the others, a page alone to none", () => {
  const site = renderHtml(report, {
    home: "../index.html",
    position: 2,
    rounds: 3,
    earlier: "a.html",
    later: "c.html",
  });
  expect(site).toMatch(/<a href="\.\.\/index\.html">Deep Review<\/a>/);
  expect(site).toMatch(/<a href="a\.html" rel="prev">.*round 2 of 3.*<a href="c\.html" rel="next">/s);
  expect(page).not.toContain("index.html");
});

test("where every reviewer spoke and had no finding, the page says so; where that is not known, it says that", () => {
  const spoke = renderHtml(aReport({ findings: [], clusters: [] }));
  expect(spoke).toContain("the panel raised nothing");
  const runs = aReport().review.runs.map(({ reviewer, pass }) => ({
    reviewer,
    pass,
    outcome: "unknown" as const,
    textStatus: "absent" as const,
  }));
  expect(renderHtml(aReport({ findings: [], clusters: [], runs }))).toContain("no raw findings are known");
});
