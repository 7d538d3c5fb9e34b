import type { ReportFinding } from "#model/report.ts";
import { classSchema, SEVERITIES } from "#model/severity.ts";
import type { PageContext } from "../context.ts";
import { html, type SafeHtml } from "../escape.ts";
import { reviewerColor } from "../reviewer-color.ts";

/** Buttons and a text field that narrow the cards. Needs JavaScript; without it every card is shown. */
export function renderFilterBar({ report, nameOf }: PageContext): SafeHtml {
  const all = [...report.kept, ...report.dropped, ...report.routed];
  if (all.length < 2) return html``;
  const number = (matches: (finding: ReportFinding) => boolean): number => all.filter(matches).length;
  // Unless a fate is chosen, the other filters apply to kept findings, so they count only those.
  const kept = (matches: (finding: ReportFinding) => boolean): number => report.kept.filter(matches).length;
  const groups: Group[] = [
    {
      label: "Severity",
      options: SEVERITIES.map((severity) => ({
        filter: `severity:${severity}`,
        text: severity,
        tint: severity,
        count: kept((finding) => finding.severity === severity),
      })),
    },
    {
      label: "Reviewer",
      options: report.review.reviewers.map(({ id }) => ({
        filter: `reviewer:${id}`,
        text: nameOf(id),
        tint: reviewerColor(id),
        count: kept(({ voices }) => voices.some(({ reviewer }) => reviewer.id === id)),
      })),
    },
    {
      label: "Class",
      options: classSchema.options.map((kind) => ({
        filter: `class:${kind}`,
        text: kind,
        tint: "neutral",
        count: kept((finding) => finding.class === kind),
      })),
    },
    { label: "Fate", options: fates(number) },
    { label: "Origin", options: origins(report.kept) },
  ];
  const [severity, reviewer, kind, fate, origin] = groups.map(renderGroup);
  return html`<search class="filters needs-js" id="filters" aria-label="Filter findings">
<div class="row"><label class="visually-hidden" for="text-filter">Text in the finding</label><input id="text-filter" type="search" placeholder="Filter by text" title="Key: /" autocomplete="off" spellcheck="false"><span class="shown" role="status" aria-live="polite"></span><button type="button" class="button clear" hidden>Clear</button>${fate}</div>
<div class="row">${severity}${reviewer}${kind}${origin}</div>
</search>`;
}

interface Group {
  readonly label: string;
  readonly options: readonly { filter: string; text: string; tint: string; count: number }[];
}

function fates(number: (matches: (finding: ReportFinding) => boolean) => number): Group["options"] {
  const fate = (name: ReportFinding["fate"], text: string) => ({
    filter: `show:${name}`,
    text,
    tint: "neutral",
    count: number((finding) => finding.fate === name),
  });
  const contested = number((finding) => finding.contested !== undefined);
  return [
    fate("kept", "kept"),
    { filter: "show:contested", text: "contested", tint: "neutral", count: contested },
    fate("dropped", "dropped"),
    fate("routed", "moved"),
  ];
}

/** Where kept findings come from, in the order in which the kinds first appear. */
function origins(kept: readonly ReportFinding[]): Group["options"] {
  const kinds = new Map<string, { text: string; count: number }>();
  for (const { comesFrom } of kept) {
    if (comesFrom === undefined) continue;
    const count = (kinds.get(comesFrom.kind)?.count ?? 0) + 1;
    kinds.set(comesFrom.kind, { text: comesFrom.label, count });
  }
  return [...kinds].map(([kind, { text, count }]) => ({ filter: `origin:${kind}`, text, tint: "neutral", count }));
}

/** A group with one choice would filter nothing. */
function renderGroup({ label, options }: Group): SafeHtml | undefined {
  const used = options.filter(({ count }) => count > 0);
  if (used.length < 2) return undefined;
  return html`<div class="group" role="group" aria-label="${label}">${used.map(
    ({ filter, text, tint, count }) =>
      html`<button type="button" class="chip ${tint}" data-filter="${filter}" aria-pressed="false">${text} <span class="n">${count}</span></button>`,
  )}</div>`;
}
