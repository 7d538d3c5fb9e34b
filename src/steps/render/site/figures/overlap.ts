import type { ArchiveView, Overlap } from "#model/archive.ts";
import { truncate } from "#util/words.ts";
import { html } from "../../html/escape.ts";
import { reviewerColor } from "../../html/reviewer-color.ts";
import { type Cell, matrix } from "../../charts/matrix.ts";
import { percent, rate } from "../../words.ts";
import type { ChartFigure } from "./figure-card.ts";

/** Who confirms whom: of one reviewer's kept findings, how many another one raised too. */
export function overlap(view: ArchiveView): ChartFigure {
  const { reviewers, overlaps } = view;
  const names = new Map(reviewers.map(({ reviewer, name }) => [reviewer, name]));
  const nameOf = (reviewer: Overlap["of"]): string => names.get(reviewer) ?? reviewer;
  const known = overlaps.filter(({ base }) => base > 0).toSorted((a, b) => b.shared / b.base - a.shared / a.base);
  const [most] = known;
  const least = known.at(-1);
  const describe = ({ of, by, shared, base }: Overlap): string =>
    `of ${nameOf(of)}'s kept findings, ${nameOf(by)} raised ${rate(shared, base)} too`;
  return {
    id: "overlap",
    title: "Who confirms whom",
    reading:
      most === undefined || least === undefined
        ? "No two reviewers worked on the same change."
        : `Most: ${describe(most)}. ${most === least ? "" : `Least: ${describe(least)}.`}`,
    chart: html`<div class="scroll">${matrix({
      title: "Share of one reviewer's kept findings that another raised too",
      desc: known.map(describe).join("; "),
      columns: reviewers.map(({ name }) => truncate(name, 11)),
      nameWidth: 92,
      cellWidth: 74,
      cellHeight: 46,
      rows: reviewers.map((row) => ({
        name: truncate(row.name, 11),
        tint: reviewerColor(row.reviewer),
        cells: reviewers.map((column) =>
          cellOf(
            overlaps.find(({ of, by }) => of === row.reviewer && by === column.reviewer),
            row === column,
          ),
        ),
      })),
    })}</div>`,
    base: "Row: whose findings; column: who raised them too. Over the reviews in which both worked.",
    table: {
      columns: ["Findings of", "Raised too by", "Shared", "Of", "Share"],
      rows: known.map(({ of, by, shared, base }) => ({
        name: nameOf(of),
        cells: [nameOf(by), shared, base, percent(shared / base)],
      })),
    },
  };
}

function cellOf(pair: Overlap | undefined, isSelf: boolean): Cell {
  if (isSelf) return { text: "", strength: 0, title: "itself" };
  if (pair === undefined || pair.base === 0) return { text: "–", strength: 0, title: "never on the same change" };
  const { shared, base } = pair;
  return {
    text: percent(shared / base),
    small: `${shared} of ${base}`,
    strength: shared / base,
    title: `${shared} of ${base}`,
  };
}
