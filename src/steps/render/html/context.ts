import { namesOnPanel } from "#grammar/labels/name-labels.ts";
import type { FindingId, ReviewerId } from "#model/ids.ts";
import { formatLocation, type Location } from "#model/location.ts";
import type { Report } from "#model/report.ts";
import type { HtmlValue, SafeHtml } from "./escape.ts";
import { repositoryAddress } from "../web-addresses.ts";
import type { IdTargets } from "./text/id-links.ts";
import { type CodeFence, renderInline, markdownToHtml } from "./text/markdown.ts";
import { createSlugs, type Slugs } from "./text/slugs.ts";
import { truncate } from "#util/words.ts";

/** What every part of one page needs to know. */
export interface PageContext {
  readonly report: Report;
  readonly neighbours: PageNeighbours | undefined;
  readonly slugs: Slugs;
  readonly ids: IdTargets;
  /** The name of a reviewer; its id if it is not on the panel. */
  nameOf(reviewer: ReviewerId): string;
  /** The address of a place in the code at the reviewed commit, if known. */
  permalink(location: Location): string | undefined;
  /** Markdown of the report, its headings from this level on. */
  markdown(text: string, headingLevel: number, fence?: (fence: CodeFence) => SafeHtml | undefined): SafeHtml;
  inline(text: string): SafeHtml;
  /** Inline Markdown without any link, for what is itself a control. */
  label(text: string): SafeHtml;
  /** The same for words that are not the report's own: a label in them is an id of this report only as `I3 (claude:I2)`. */
  readonly quoted: Pick<PageContext, "markdown" | "inline">;
}

/** The other pages of a site, for links; absent for a page of its own. */
export interface PageNeighbours {
  /** The page over all reviews. */
  readonly home: string;
  /** The rounds of the same pull request or branch. */
  readonly position: number;
  readonly rounds: number;
  readonly earlier?: string;
  readonly later?: string;
  /** Ids of other reviews that have a page. */
  readonly pages?: ReadonlySet<string>;
}

/** A folded block below the list. Its summary has the count and the essence in a line. */
export interface PageBlock {
  readonly id: string;
  readonly title: string;
  readonly count?: number | undefined;
  readonly gist?: HtmlValue;
  readonly content: HtmlValue;
}

/** Prepares a page. A context serves one rendering, since the same heading gets another id the second time. */
export function createContext(report: Report, neighbours?: PageNeighbours): PageContext {
  const slugs = createSlugs(reservedIds(report));
  const ids = idTargets(report);
  const names = new Map(report.review.reviewers.map((reviewer) => [reviewer.id, truncate(reviewer.name, 40)]));
  const permalink = permalinker(report);
  const place = { slugs, headingLevel: 6, permalink: (text: string) => permalinkOfText(text, permalink) };
  const writer = (targets: IdTargets): PageContext["quoted"] => ({
    markdown: (text, headingLevel, fence) =>
      markdownToHtml(text, { ...place, ids: targets, headingLevel, ...(fence && { fence }) }),
    inline: (text) => renderInline(text, { ...place, ids: targets }),
  });
  return {
    report,
    neighbours,
    slugs,
    ids,
    permalink,
    nameOf: (reviewer) => names.get(reviewer) ?? reviewer,
    ...writer(ids),
    label: (text) => renderInline(text, { ...place, ids, hasLinks: false }),
    quoted: writer({ ...ids, own: new Map() }),
  };
}

/** The anchor of a raw finding. */
export function rawAnchor(finding: FindingId): string {
  return `raw-${finding.replace(":", "-")}`;
}

/** The anchor of an earlier finding's row: `R2.I3`. */
export function earlierAnchor(ref: string): string {
  return `earlier-${ref.replaceAll(/[^\w-]/g, "-")}`;
}

/** The page's own ids, reserved so that no heading of a report gets one. */
const PAGE_IDS =
  "main verdict findings dropped moved earlier assessment gates probe reviewers read unseen declined resolution account raw gaps process about text-filter";

function* reservedIds(report: Report): Generator<string> {
  yield* PAGE_IDS.split(" ");
  for (const { id } of [...report.kept, ...report.routed, ...report.dropped]) yield id;
  for (const { findings } of report.rawReviews) for (const { finding } of findings) yield rawAnchor(finding.id);
  for (const { finding } of report.history?.earlier ?? []) yield earlierAnchor(finding.ref);
}

function idTargets({ kept, routed, dropped, rawReviews, review, history }: Report): IdTargets {
  const own = new Map<string, string>([...kept, ...routed, ...dropped].map(({ id }) => [id, id]));
  const raw = new Map<string, string>();
  for (const { findings } of rawReviews) for (const { finding } of findings) raw.set(finding.id, rawAnchor(finding.id));
  const earlier = new Map(history?.earlier.map(({ finding }) => [finding.ref, earlierAnchor(finding.ref)]));
  return { own, cards: new Set(own.keys()), raw, earlier, reviewers: namesOnPanel(review.reviewers) };
}

/** The address of a place at the reviewed commit. */
function permalinker({ review: { scope } }: Report): (location: Location) => string | undefined {
  const repository = repositoryAddress(scope);
  const { head } = scope;
  if (repository === undefined || head === undefined) return () => undefined;
  return ({ path, start, end }) => {
    if (path.startsWith("/") || !/^[0-9a-f]{7,64}$/.test(head)) return undefined;
    const file = path.split("/").map(encodeURIComponent).join("/");
    const lines = start === undefined ? "" : end === undefined || end === start ? `#L${start}` : `#L${start}-L${end}`;
    return `${repository}/blob/${head}/${file}${lines}`;
  };
}

function permalinkOfText(text: string, permalink: (location: Location) => string | undefined): string | undefined {
  const match = /^([\w.@+-]+(?:\/[\w.@+-]+)+):(\d{1,6})(?:-(\d{1,6}))?$/.exec(text.slice(0, 300));
  if (match === null || text.length > 300) return undefined;
  const [, path = "", start, end] = match;
  const location = { path, start: Number(start), end: Number(end ?? start) };
  return formatLocation(location).length > 0 ? permalink(location) : undefined;
}
