import type { Log } from "sarif";
import { describe, expect, test } from "vitest";
import type { Report } from "#model/report.ts";
import { renderCard } from "#steps/render/html/card/card.ts";
import { createContext } from "#steps/render/html/context.ts";
import { markupOf } from "#steps/render/html/escape.ts";
import { renderJson } from "#steps/render/json/render-json.ts";
import { renderMarkdown } from "#steps/render/markdown/render-markdown.ts";
import { renderSarif } from "#steps/render/sarif/render-sarif.ts";
import { renderFinding } from "#steps/render/terminal/render-finding.ts";
import { aCluster, aFinding, aReport, aReviewer, aRun } from "../../helpers/builders.ts";

const TITLE = "Retries never stop";
const OWN = "No limit <b>on</b> attempts";

/** A finding of Claude, the same of Codex in other words, and a second time in the same. */
const merged = aReport({
  reviewers: [aReviewer(), aReviewer({ id: "codex" })],
  runs: [aRun(), aRun({ reviewer: "codex" })],
  findings: [
    aFinding({ id: "claude:I1", title: TITLE }),
    aFinding({ id: "codex:I1", title: OWN }),
    aFinding({ id: "codex:S2", title: TITLE }),
  ],
  clusters: [
    aCluster({
      id: "I1",
      members: [
        { finding: "claude:I1", share: "primary", confidence: 1, because: "named" },
        { finding: "codex:I1", share: "primary", confidence: 1, because: "named" },
        { finding: "codex:S2", share: "duplicate", confidence: 1, because: "named" },
      ],
      speaker: "claude:I1",
      statement: undefined,
    }),
  ],
});
const alone = aReport({
  reviewers: [aReviewer()],
  findings: [aFinding({ id: "claude:I1", title: TITLE })],
  clusters: [aCluster({ id: "I1", members: ["claude:I1"] })],
});

const terminalOf = ({ kept }: Report) => renderFinding(kept[0]!, { width: 200, color: false });
const cardOf = (report: Report) => markupOf(renderCard(createContext(report), report.kept[0]!));
const messageOf = (report: Report) => (JSON.parse(renderSarif(report)) as Log).runs[0]?.results?.[0]?.message.text;

describe("the members of a merged finding", () => {
  test("in Markdown: each on a line, with its own title where that is another", () => {
    expect(renderMarkdown(merged)).toMatch(
      /## Merged Findings\n\n<!-- .* -->\n\n- I1\n {2}- claude:I1\n {2}- codex:I1: No limit .*on.* attempts\n {2}- codex:S2 \(duplicate\)\n\n/,
    );
  });

  test("on the card: every member with its label, and its own title where that is another, escaped", () => {
    const text = cardOf(merged);
    const [, list = ""] = /<h4>Who<\/h4>.*?<ul class="voices">(.*?)<\/ul>/s.exec(text) ?? [];
    expect(list.match(/<li>/g)).toHaveLength(2);
    expect(list).toMatch(/>claude:I1<\/a> important<\/li>/);
    expect(list).toMatch(/>codex:I1<\/a> important: <span class="own-title">No limit .*on.* attempts<\/span>/);
    expect(list).toMatch(/>codex:S2<\/a> suggestion \(duplicate\)<\/li>/);
    expect(list).not.toContain("<b>");
  });

  test("on the terminal: every member with its reviewer, then the own titles", () => {
    const shown = terminalOf(merged);
    expect(shown).toContain("Codex GPT 5.5 (codex:I1, important; codex:S2 (duplicate), suggestion)");
    expect(shown).toContain(`merged     codex:I1: ${OWN}\n`);
  });

  test("in JSON and SARIF: own titles beside the ids, and in the message", () => {
    const [finding] = JSON.parse(renderJson(merged)).computed.findings;
    expect(finding.voices[1].findings).toMatchObject([{ finding: "codex:I1", title: OWN }, { finding: "codex:S2" }]);
    expect(finding.voices[1].findings[1]).not.toHaveProperty("title");
    expect(messageOf(merged)).toContain(`Merged from:\n- claude:I1\n- codex:I1: ${OWN}\n- codex:S2 (duplicate)`);
  });

  test("a finding with one member has none of this", () => {
    expect(renderMarkdown(alone)).not.toContain("Merged Findings");
    expect(cardOf(alone)).not.toContain("own-title");
    expect(terminalOf(alone)).not.toContain("merged ");
    expect(messageOf(alone)).not.toContain("Merged from");
  });
});
