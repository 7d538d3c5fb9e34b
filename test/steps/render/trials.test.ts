import { expect, test } from "vitest";
import { renderHtml } from "#steps/render/html/render-html.ts";
import { renderJson } from "#steps/render/json/render-json.ts";
import { renderMarkdown } from "#steps/render/markdown/render-markdown.ts";
import { renderSarif } from "#steps/render/sarif/render-sarif.ts";
import { renderTerminal } from "#steps/render/terminal/render-terminal.ts";
import { aFinding, aReport, aReviewer } from "../../helpers/builders.ts";

const verifier = aReviewer({ id: "gemini" });
const grounding = { status: "grounded" as const, why: "the quoted code stands at the cited lines" };
const report = aReport({
  origin: { kind: "round", tool: "deep-review 0.1.0" },
  groundings: [],
  findings: [aFinding({ id: "claude:I1" }), aFinding({ id: "claude:I2" })],
  verifications: [
    {
      claim: "claude:I1",
      findings: ["claude:I1"],
      verifier,
      answer: "confirmed",
      proofs: [
        {
          kind: "quote",
          place: { path: "src/deliver.ts", start: 41, end: 41 },
          code: "retry(<b>hook</b>);",
          grounding,
        },
        { kind: "command", command: "node retry.js", output: "<script>alert(1)</script>" },
      ],
      because: "it never <script>stops</script>",
    },
    {
      claim: "claude:I2",
      findings: ["claude:I2"],
      verifier,
      answer: "none",
      silence: "timeout",
      proofs: [],
      because: "no answer in time",
    },
  ],
  demonstrations: [
    {
      finding: "claude:I2",
      script: "node retry.js",
      command: ["bash", "repro.sh"],
      runs: [{ side: "head", exitCode: 0, output: "fine <script>", seconds: 1 }],
      outcome: "not-shown",
      why: "it prints something else than the finding says",
    },
  ],
});

test("the page shows the rung, the answer with its evidence, and what the repro showed, all as text", () => {
  const page = renderHtml(report);
  expect(page).toContain(">confirmed</span>");
  expect(page).toContain(">Unverified: ");
  expect(page).toContain("Verification: Gemini 3.1 Pro: confirmed");
  expect(page).toContain("output, as the verifier reports it");
  expect(page).toContain("Repro run by us: not shown");
  expect(page).not.toContain("<script>alert(1)");
  expect(page).not.toContain("<b>hook</b>");
});

test("Markdown has a line with the rung of every finding", () => {
  const markdown = renderMarkdown(report);
  expect(markdown).toContain("- I1: confirmed by Gemini 3.1 Pro; unproven: no repro was given\n");
  expect(markdown).toContain(
    "- I2: asserted; unverified: the verifier ran out of time; repro run by us: not shown; unproven: its repro was run and does not show it: it prints something else than the finding says\n",
  );
});

test("the terminal marks what is confirmed and says what is unverified", () => {
  const text = renderTerminal(report, { width: 120, color: false });
  expect(text).toContain("(confirmed, unproven)");
  expect(text).toContain("unverified: the verifier ran out of time");
});

test("SARIF and JSON carry rung and answer", () => {
  const sarif = JSON.stringify(JSON.parse(renderSarif(report)));
  expect(sarif).toContain('"level":"confirmed"');
  expect(sarif).toContain('"state":"unverified"');
  const { computed, review } = JSON.parse(renderJson(report));
  expect(computed.findings[0].evidence).toMatchObject({ level: "confirmed", verified: { state: "confirmed" } });
  expect(review.verifications).toHaveLength(2);
});
