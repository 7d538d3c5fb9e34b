import { expect, test } from "vitest";
import { importReport } from "#import/import-report.ts";
import { buildReport } from "#steps/build-report/build-report.ts";
import { renderHtml } from "#steps/render/html/render-html.ts";
import { corpusIds, corpusReport, describeWithCorpus } from "../../../helpers/corpus.ts";

describeWithCorpus("pages of real reports", () => {
  test.each(corpusIds)("%s: ids are unique, links within the page arrive, headings leave no gap", (id) => {
    const result = importReport(corpusReport(id), id);
    if (!result.ok) throw new Error(result.why);
    const report = buildReport(result.review);
    const page = renderHtml(report);
    const body = page.slice(page.indexOf("<body>"), page.lastIndexOf("<script>"));
    const ids = [...body.matchAll(/\sid="([^"]+)"/g)].map(([, found]) => found ?? "");
    const known = new Set(ids);
    expect(ids.filter((found, i) => ids.indexOf(found) !== i)).toEqual([]);
    // Links that a reviewer wrote itself may lead nowhere; ours, with or without a class, must not.
    const written = new Set([...corpusReport(id).matchAll(/\]\([^)\s]*#([^)\s]+)\)/g)].map(([, found]) => found ?? ""));
    const targets = [...body.matchAll(/href="#([^"]+)"/g)].map(([, found]) => found ?? "");
    expect(targets.filter((target) => !known.has(target) && !written.has(target))).toEqual([]);
    const levels = [...body.matchAll(/<h(\d)/g)].map(([, level]) => Number(level));
    expect(levels.filter((level, i) => i > 0 && level > (levels[i - 1] ?? 0) + 1)).toEqual([]);
    for (const finding of [...report.kept, ...report.dropped, ...report.routed]) expect(known).toContain(finding.id);
    for (const { findings } of report.rawReviews)
      for (const { finding } of findings) expect(known).toContain(`raw-${finding.id.replace(":", "-")}`);
  });
});
