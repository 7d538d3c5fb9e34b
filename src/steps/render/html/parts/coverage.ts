import type { FileClaim } from "#model/panel/receipt.ts";
import type { CoverageFile } from "#model/report.ts";
import type { ReviewerId } from "#model/ids.ts";
import { plural } from "#util/words.ts";
import type { PageContext, PageBlock } from "../context.ts";
import { html, type HtmlValue, type SafeHtml } from "../escape.ts";
import { reviewerColor } from "../reviewer-color.ts";

/** Who said what of which file; a file called clean in which others found something is marked as missed. */
export function coverageParts(context: PageContext): PageBlock[] {
  const { coverage, review } = context.report;
  if (coverage.files.length === 0) return [];
  const panel = review.reviewers.map(({ id }) => id);
  const silent = panel.filter((id) => !coverage.claimants.includes(id));
  const unread = coverage.claimants.length === 0 ? [] : coverage.files.filter(({ claims }) => claims.length === 0);
  const content = html`${intro(context, silent, unread)}<div class="scroll"><table class="coverage"><thead><tr><th scope="col">File</th>${panel.map(
    (id) => html`<th scope="col"><span class="who ${reviewerColor(id)}">${context.nameOf(id)}</span></th>`,
  )}<th scope="col">Findings here</th></tr></thead><tbody>${coverage.files.map((file) => row(context, file, panel))}</tbody></table></div>`;
  return [{ id: "coverage", title: "What was read", count: coverage.files.length, content }];
}

function intro({ nameOf }: PageContext, silent: readonly ReviewerId[], unread: readonly CoverageFile[]): HtmlValue {
  return html`<p class="muted">As the reviewers say themselves.${
    silent.length > 0 && ` ${silent.map(nameOf).join(", ")} gave no coverage summary: unknown, not unread.`
  }</p>${unread.length > 0 && html`<p><strong>${plural(unread.length, "file")} that no reviewer mentions.</strong></p>`}`;
}

function row(
  context: PageContext,
  { path, claims, clusters, missedBy }: CoverageFile,
  panel: readonly ReviewerId[],
): SafeHtml {
  return html`<tr><th scope="row"><code>${path}</code></th>${panel.map((id) => {
    const own = claims.filter(({ reviewer }) => reviewer === id);
    return html`<td>${own.length === 0 ? html`<span class="muted">–</span>` : own.map((claim) => claimCell(context, claim))}${
      missedBy.includes(id) &&
      html` <span class="badge critical" title="Called clean, but a finding of others stands here">missed</span>`
    }</td>`;
  })}<td>${clusters.map((id) => html`<a class="ref" href="#${id}">${id}</a> `)}</td></tr>`;
}

const CLAIM_WORDS = { clean: "clean", trivial: "trivial", findings: "findings", other: "mentioned" } as const;

/** An analyzer does not mention a file: it checks it, and says so. */
const claimWord = ({ claim, note }: FileClaim): string =>
  claim === "other" && note?.toLowerCase() === "checked" ? "checked" : CLAIM_WORDS[claim];

function claimCell({ ids }: PageContext, said: FileClaim): SafeHtml {
  const { reviewer, pass, claim, labels, note } = said;
  if (labels.length === 0)
    return html`<span class="claim ${claim}" title="${note ?? claimWord(said)}">${claimWord(said)}</span> `;
  return html`${labels.map((label) => {
    const anchor = ids.raw.get(`${reviewer}:${pass > 1 ? `p${pass}.` : ""}${label}`);
    return anchor === undefined ? html`${label} ` : html`<a class="ref" href="#${anchor}">${label}</a> `;
  })}`;
}
