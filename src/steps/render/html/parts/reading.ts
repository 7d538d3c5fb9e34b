import type { HunkState, ReadingFile, ReadingMap, ReadingRow, CoverageFile, Report } from "#model/report.ts";
import { formatLocation } from "#model/location.ts";
import type { PageContext, PageBlock } from "../context.ts";
import { html, join, type SafeHtml, type HtmlValue } from "../escape.ts";
import { reviewerName } from "../reviewer-color.ts";
import { idLink, rawLink } from "../text/id-links.ts";
import type { FileClaim } from "#model/panel/receipt.ts";
import type { ReviewerId } from "#model/ids.ts";
import { plural, truncate } from "#util/words.ts";

/** What was read: hunks by agents, as proven; files by all reviewers, as they say. */
export function readParts(context: PageContext): PageBlock[] {
  const { reading, coverage } = context.report;
  const files = coverage.files.length;
  if (reading === undefined && files === 0) return [];
  const mentioned = files - unmentionedFiles(context.report).length;
  const gist = [
    reading !== undefined &&
      reading.hunks > 0 &&
      html`<span data-count="hunks-read">${reading.read}</span> of ${plural(reading.hunks, "hunk")} read`,
    files > 0 &&
      (coverage.claimants.length === 0
        ? html`${plural(files, "file")}, no reviewer says what it read`
        : html`<span data-count="files-mentioned">${mentioned}</span> of ${plural(files, "file")} mentioned by a reviewer`),
  ].filter((part) => part !== false);
  const content = html`${reading !== undefined && hunks(context, reading)}${files > 0 && fileTable(context)}`;
  return [{ id: "read", title: "What was read", gist: join(gist, "; "), content }];
}

/** Files that no reviewer mentions, although some say what they read. */
export function unmentionedFiles({ coverage: { files, claimants } }: Report): readonly CoverageFile[] {
  return claimants.length === 0 ? [] : files.filter(({ claims }) => claims.length === 0);
}

/** Which agent provably read which hunk: the unread hunks, and a table with a column for each agent. */
function hunks(context: PageContext, reading: ReadingMap): SafeHtml {
  return html`<h3>What the agents read</h3>${summary(reading)}${unreadPlaces(context, reading)}${
    reading.agents.length > 0 && (reading.files.length > 0 || reading.whole.files > 0) && table(reading)
  }`;
}

function summary({ hunks, read, readers }: ReadingMap): SafeHtml {
  if (hunks === 0) return html`<p class="muted">No file of the change has hunks to read.</p>`;
  const by = readers === 1 ? "an agent" : `at least ${readers} agents`;
  return html`<p><strong>${read} of ${plural(hunks, "hunk")}</strong> read by ${by}. <span class="muted">Proven from what their tools showed them, not from what they say.</span></p>`;
}

/** The table marks all places. */
const SHOWN = 30;

function unreadPlaces({ permalink }: PageContext, { unread }: ReadingMap): SafeHtml | undefined {
  if (unread.length === 0) return undefined;
  const places = unread.slice(0, SHOWN).map((place) => {
    const address = permalink(place);
    const name = html`<code>${truncate(formatLocation(place), 300)}</code>`;
    return address === undefined ? name : html`<a href="${address}" rel="noopener noreferrer">${name}</a>`;
  });
  const more = unread.length - places.length;
  return html`<p class="unread-places"><span class="state critical">unread</span> ${join(places, " ")}${more > 0 && html` <span class="muted">and ${plural(more, "other")}, marked below</span>`}</p>`;
}

const WORDS: Readonly<Record<HunkState, string>> = {
  read: "read",
  unread: "not read",
  lost: "read, but it did not end",
  "not-given": "not given",
  unproven: "unproven",
};

function table({ agents, files, whole }: ReadingMap): SafeHtml {
  const states = new Set(files.flatMap(({ rows }) => rows.flatMap((row) => row.states)));
  if (whole.files > 0) for (const state of whole.states) states.add(state);
  return html`<div class="scroll"><table class="reading"><caption>${legend(states)}</caption><thead><tr><th scope="col">Lines</th>${agents.map(
    ({ id, name }) => html`<th scope="col">${reviewerName(id, name)}</th>`,
  )}</tr></thead>${files.map((file) => fileRows(file, agents.length))}${
    whole.files > 0 &&
    html`<tbody><tr><th scope="row">${files.length > 0 ? "The other " : "All "}${plural(whole.files, "file")}, ${plural(whole.hunks, "hunk")}</th>${whole.states.map(cell)}</tr></tbody>`
  }</table></div>`;
}

function legend(states: ReadonlySet<HunkState>): SafeHtml {
  const shown = (Object.keys(WORDS) as HunkState[]).filter((state) => states.has(state));
  return html`${shown.map((state) => html`<span class="key"><span class="hunk ${state}" aria-hidden="true"></span> ${WORDS[state]}</span> `)}`;
}

function fileRows({ path, rows }: ReadingFile, agents: number): SafeHtml {
  return html`<tbody><tr class="file"><th scope="rowgroup" colspan="${agents + 1}"><code>${truncate(path, 300)}</code></th></tr>${rows.map(hunkRow)}</tbody>`;
}

function hunkRow({ place: { start, end }, hunks, states, isUnread }: ReadingRow): SafeHtml {
  const lines = start === end ? `${start ?? ""}` : `${start ?? ""}–${end ?? ""}`;
  return html`<tr${isUnread && html` class="gate"`}><th scope="row">${lines}${hunks > 1 && html` <span class="muted">${hunks} hunks</span>`}${isUnread && html` <span class="state critical">unread</span>`}</th>${states.map(cell)}</tr>`;
}

/** The word is for screen readers; the page shows a sign. */
function cell(state: HunkState): SafeHtml {
  return html`<td class="hunk ${state}"><i>${WORDS[state]}</i></td>`;
}

/** What each reviewer claims about each file. Marks files that one called clean and others have findings in. */
function fileTable(context: PageContext): SafeHtml {
  const { coverage, review } = context.report;
  const panel = review.reviewers.map(({ id }) => id);
  const silent = panel.filter((id) => !coverage.claimants.includes(id));
  return html`<h3>What the reviewers say they read</h3>${intro(context, silent, unmentionedFiles(context.report))}<div class="scroll"><table class="coverage"><thead><tr><th scope="col">File</th>${panel.map(
    (id) => html`<th scope="col">${reviewerName(id, context.nameOf(id))}</th>`,
  )}<th scope="col">Findings here</th></tr></thead><tbody>${coverage.files.map((file) => row(context, file, panel))}</tbody></table></div>`;
}

function intro({ nameOf }: PageContext, silent: readonly ReviewerId[], unread: readonly CoverageFile[]): HtmlValue {
  return html`${
    silent.length > 0 &&
    html`<p class="muted">${silent.map(nameOf).join(", ")} gave no coverage summary: unknown, not unread.</p>`
  }${unread.length > 0 && html`<p><strong>${plural(unread.length, "file")} that no reviewer mentions.</strong></p>`}`;
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
      html` <span class="state critical" title="Called clean, but others have a finding here">missed</span>`
    }</td>`;
  })}<td>${join(clusters.map(idLink), " ")}</td></tr>`;
}

const CLAIM_WORDS = { clean: "clean", trivial: "trivial", findings: "findings", other: "mentioned" } as const;

/** An analyzer notes that it checked a file. */
const claimWord = ({ claim, note }: FileClaim): string =>
  claim === "other" && note?.toLowerCase() === "checked" ? "checked" : CLAIM_WORDS[claim];

function claimCell({ ids }: PageContext, said: FileClaim): SafeHtml {
  const { reviewer, pass, claim, labels, note } = said;
  if (labels.length === 0)
    return html`<span class="claim ${claim}" title="${note ?? claimWord(said)}">${claimWord(said)}</span> `;
  return html`${labels.map((label) => {
    const finding = `${reviewer}:${pass > 1 ? `p${pass}.` : ""}${label}`;
    const anchor = ids.raw.get(finding);
    return html`${anchor === undefined ? html`<span class="raw-id">${finding}</span>` : rawLink(anchor, finding)} `;
  })}`;
}
