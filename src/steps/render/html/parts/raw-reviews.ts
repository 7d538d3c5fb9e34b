import type { RawReview } from "#model/report.ts";
import { reviewerTitle } from "#model/panel/reviewer.ts";
import { type PageContext, type PageBlock, rawAnchor } from "../context.ts";
import { html, join, type SafeHtml } from "../escape.ts";
import { reviewerColor } from "../reviewer-color.ts";
import { idLink } from "../text/id-links.ts";
import { heading, markdownToHtml } from "../text/markdown.ts";
import { tallyWords, longDuration } from "../../words.ts";
import { plural, truncate } from "#util/words.ts";

/** The raw reviews, verbatim, with an anchor at every finding and links to its cards. */
export function rawReviewParts(context: PageContext): PageBlock[] {
  const { rawReviews } = context.report;
  if (rawReviews.length === 0) return [];
  return [
    {
      id: "raw",
      title: "Raw reviews",
      count: rawReviews.length,
      gist: tallyWords(rawReviews.map(({ run }) => STATUS_WORDS[run.textStatus])),
      content: rawReviews.map((raw) => renderRaw(context, raw)),
    },
  ];
}

function renderRaw(context: PageContext, raw: RawReview): SafeHtml {
  const { reviewer, run, findings } = raw;
  const text = run.text?.trim() === "" ? undefined : run.text;
  const name = `${truncate(reviewerTitle(reviewer), 120)}${run.pass > 1 ? `, pass ${run.pass}` : ""}`;
  const about = [
    (text !== undefined || findings.length > 0) && plural(findings.length, "finding"),
    run.durationSeconds !== undefined && longDuration(run.durationSeconds),
    run.outcome === "failed" && "failed",
    STATUS_WORDS[run.textStatus],
  ].filter(Boolean);
  return html`<div class="raw ${reviewerColor(reviewer.id)}">${heading({ level: 3, id: context.slugs.take(`raw ${name}`), content: name })}
<p class="muted small">${about.join(" · ")}${run.message !== undefined && html` · ${context.inline(run.message)}`}</p>
${text === undefined ? orphanAnchors(raw) : html`<details class="fold"><summary>Read the raw review</summary><div class="prose">${rawText(context, raw, text)}</div></details>`}</div>`;
}

const STATUS_WORDS = {
  verbatim: "verbatim",
  abridged: "abridged in the source",
  pointer: "only a pointer to its text",
  absent: "without a text in the source",
} as const;

/** In a raw review ids mean its own findings. */
function rawText(context: PageContext, { findings, reviewer }: RawReview, text: string): SafeHtml {
  const own = new Map<string, string>();
  for (const { finding } of findings) if (!own.has(finding.label)) own.set(finding.label, rawAnchor(finding.id));
  const anchors = new Map<number, SafeHtml>();
  for (const item of findings) {
    const line = item.finding.lines.start;
    anchors.set(line, html`${anchors.get(line)}${rawMark(item)}`);
  }
  const others = new Map([...context.ids.reviewers].filter(([, id]) => id !== reviewer.id));
  return markdownToHtml(text, {
    slugs: context.slugs,
    ids: { own, raw: context.ids.raw, reviewers: others },
    headingLevel: 4,
    permalink: () => undefined,
    anchors,
  });
}

function rawMark({ finding, clusters, fate }: RawReview["findings"][number]): SafeHtml {
  const words = fate === "kept" ? "merged into" : fate === "dropped" ? "dropped as" : "moved to";
  return html`<span class="raw-mark" id="${rawAnchor(finding.id)}">${words} ${join(clusters.map(idLink), " ")}</span>`;
}

/** Without a text the findings are still link targets. */
function orphanAnchors({ findings }: RawReview): SafeHtml {
  return html`<ul>${findings.map((item) => html`<li>${rawMark(item)} <span class="raw-id">${item.finding.id}</span>: ${item.finding.title}</li>`)}</ul>`;
}
