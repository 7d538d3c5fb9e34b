import { expect, test } from "vitest";
import type { Report } from "#model/report.ts";
import { buildReport } from "#steps/build-report/build-report.ts";
import { renderHtml } from "#steps/render/html/render-html.ts";
import { aCluster, aFailedRun, aFinding, aReport, aScope } from "../../../helpers/builders.ts";
import { aHostileReview, HOSTILE_TEXTS } from "../../../helpers/hostile.ts";
import { aFullReview } from "./full-review.ts";

const report = buildReport(aFullReview());
const page = renderHtml(report);
const bodyOf = (text: string): string => text.slice(text.indexOf("<body>"), text.lastIndexOf("<script>"));
const body = bodyOf(page);
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

test("the answer comes first: verdict, list, summary; the rest is folded below", () => {
  expect(all(/data-part="([^"]+)"/g)).toEqual([
    "verdict",
    "list",
    "summary",
    "dropped",
    "moved",
    "earlier",
    "assessment",
    "reviewers",
    "read",
    "unseen",
    "declined",
    "resolution",
    "process",
    "account",
    "gaps",
    "raw",
    "about",
  ]);
  expect(body).not.toMatch(/<details[^>]* open/);
});

test("what is not there has no part", () =>
  expect(
    all(
      /data-part="([^"]+)"/g,
      bodyOf(
        renderHtml(
          aReport({ findings: [], clusters: [], sections: [], runs: [], reviewers: [], scope: aScope({ files: [] }) }),
        ),
      ),
    ),
  ).toEqual(["verdict", "list", "reviewers", "about"]));

test("every finding has one row, with what a reader or a program wants to know of it", () => {
  const rows = [...body.matchAll(/data-finding="(\w+)" data-severity="(\w+)" data-state="([\w-]+)"/g)];
  expect(rows.map(([, ...facts]) => facts.join(" "))).toEqual([
    "C1 critical fixed",
    "I1 important open",
    "I2 important open",
    "S1 suggestion declined",
    "X1 suggestion dropped",
    "R1 suggestion moved",
  ]);
});

test("a folded part says in its summary how many and what", () => {
  const gist = (part: string): string =>
    (new RegExp(`data-part="${part}"><summary>(.*?)</summary>`, "s").exec(body)?.[1] ?? "").replaceAll(/<[^>]+>/g, "");
  expect(gist("dropped")).toBe("Dropped 1 1 refuted");
  expect(gist("moved")).toBe("Moved to a section 1 1 to documentation");
  expect(gist("earlier")).toBe("Earlier findings 2 1 fixed, 1 open");
  expect(gist("reviewers")).toBe("Reviewers 4 3 completed, 1 failed");
  expect(gist("account")).toBe(
    "Account of every finding 4 kept (1 critical, 2 important, 1 suggestion) from 8 raised: 2 merged, 1 moved, 1 dropped",
  );
});

test("what limits the trust stands in the verdict, with a link to more", () => {
  const panel = body.slice(body.indexOf('data-part="verdict"'), body.indexOf('data-part="list"'));
  const text = panel.replaceAll(/<[^>]+>/g, "");
  expect(text).toContain("Since then, of 4 findings: 1 fixed, 1 declined, 2 open.");
  expect(text).toContain("2 earlier findings: 1 fixed, 1 open.");
  expect(text).toContain("Gemini failed.");
  expect(text).toContain("Gap: The raw review of Gemini is not in the source.");
  expect(text).toContain("1 passage could not be placed.");
  expect(all(/href="#([a-z]+)"/g, panel)).toEqual(["earlier", "reviewers", "gaps", "gaps"]);
});

test("a summary that only repeats the numbers is not shown", () => {
  const sections = [{ key: "summary" as const, title: "Executive Summary", text: "The panel raises 1 finding." }];
  const origin = { kind: "round" as const, tool: "deep-review 1.0.0" };
  expect(renderHtml(aReport({ sections }))).toContain("The panel raises 1 finding.");
  expect(renderHtml(aReport({ sections, origin }))).not.toContain("The panel raises 1 finding.");
  const header = [{ key: "Summary worded by", value: "Claude" }];
  expect(renderHtml(aReport({ sections, origin, header }))).toContain("The panel raises 1 finding.");
});

test("filters and keys are offered only where they have something to do", () => {
  const page = (count: number): string => {
    const ids = Array.from({ length: count }, (_, i) => `S${i + 1}`);
    return renderHtml(
      aReport({
        findings: ids.map((id) => aFinding({ id: `claude:${id}` })),
        clusters: ids.map((id) => aCluster({ id, members: [`claude:${id}`] })),
      }),
    );
  };
  const offered = (count: number): boolean[] =>
    ["<kbd>j</kbd>", "<kbd>/</kbd>", 'id="text-filter"', "Open all"].map((text) => bodyOf(page(count)).includes(text));
  expect(offered(1)).toEqual([false, false, false, false]);
  expect(offered(6)).toEqual([true, false, false, true]);
  expect(offered(9)).toEqual([true, true, true, true]);
});

test("a reviewer that said nothing has no raw review to unfold", () => {
  const page = (text: string): string =>
    renderHtml(aReport({ findings: [], clusters: [], runs: [aFailedRun({ text, textStatus: "verbatim" })] }));
  expect(page("I stopped.")).toContain("Read the raw review");
  expect(page(" \n")).not.toContain("Read the raw review");
});

test("a raw finding leads back to the card it fed, and the card to it", () => {
  expect(body).toMatch(/id="raw-codex-I2">merged into <a class="id important" href="#I1">I1<\/a>/);
  expect(body).toMatch(/<a class="raw-id" href="#raw-codex-I2"[^>]*>codex:I2<\/a>/);
});

test("a verdict that is not the rule's says so", () =>
  expect(body).toMatch(/By the rule it would be <strong>Rework<\/strong>/));

test("a number that the ledger contradicts is shown beside it", () =>
  expect(body).toMatch(/Suggestion: the report says <b>5<\/b>, the ledger says <b>2<\/b>/));

test("a file called clean in which others found something is marked as missed", () =>
  expect(body).toMatch(/clean<\/span> {2}<span class="state critical"[^>]*>missed/));

test("both sides of a contested finding are named", () => {
  const contest = body.slice(body.indexOf("<h4>Contested</h4>"));
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
  expect(made).toMatch(
    /<td>I1<\/td>\s*<td>Old<\/td>\s*<td>raised again as <a class="id important" href="#I1">I1<\/a><\/td>/,
  );
});

test("a page of a site leads to the others, a page alone to none", () => {
  const site = renderHtml(report, {
    home: "../index.html",
    position: 2,
    rounds: 3,
    earlier: "a.html",
    later: "c.html",
  });
  expect(site).toMatch(/<a class="wordmark" href="\.\.\/index\.html">.*Deep Review<\/span><\/a>/);
  expect(site).toMatch(/<a href="a\.html" rel="prev"[^>]*>.*round 2 of 3.*<a href="c\.html" rel="next"/s);
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
