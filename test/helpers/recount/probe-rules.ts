import type { Review } from "#model/review.ts";
import { rough, type Rule } from "./rules.ts";

/** What the page calls the kinds of breaks. */
const PROBE_KINDS = new Map([
  ["failures at the top of a changed function", "control"],
  ["hunks taken back", "revert"],
  ["mutations", "mutation"],
  ["named by reviewers", "named"],
]);

/** The rules of what is said of a probe. */
export function probeRules(review: Pick<Review, "probe">): Rule[] {
  return [
    ...["github", "terminal"].flatMap((where): Rule[] => {
      const breaks = (review.probe?.breaks ?? []).filter(({ break: { kind } }) => kind !== "control");
      const withOutcome = (wanted: string): number => breaks.filter(({ outcome }) => outcome === wanted).length;
      const files = review.probe?.coverage?.files ?? [];
      const lines = files.reduce((sum, file) => sum + file.lines, 0);
      const missed = files
        .flatMap(({ uncovered }) => uncovered)
        .reduce((sum, { start, end }) => sum + end - start + 1, 0);
      return [
        {
          where,
          pattern: /(\d+) of (\d+) breaks? noticed by no test/,
          expect: () => [withOutcome("survived"), breaks.length],
        },
        {
          where,
          pattern: /(\d+) of (\d+) breaks? noticed by a test/,
          expect: () => [withOutcome("noticed"), breaks.length],
        },
        { where, pattern: /; (\d+) not run/, expect: () => [withOutcome("not-run")] },
        { where, pattern: /(\d+) of (\d+) changed lines? of code run/, expect: () => [lines - missed, lines] },
      ];
    }),
    {
      where: "html probe",
      pattern: /^(\d+)$/,
      expect: (_, { row, column }) => {
        const kind = PROBE_KINDS.get(row);
        const breaks = (review.probe?.breaks ?? []).filter(({ break: each }) => each.kind === kind);
        const outcome = column.toLowerCase().replaceAll(" ", "-");
        return [column === "Planned" ? breaks.length : breaks.filter((each) => each.outcome === outcome).length];
      },
    },
    {
      where: "html probe",
      pattern: /^(\d+) breaks?; (\d+) noticed by no test, (\d+) noticed by the suite/,
      expect: () => {
        const named = (review.probe?.breaks ?? []).filter(({ break: { namedBy = [] } }) => namedBy.length > 0);
        const withOutcome = (wanted: string): number => named.filter(({ outcome }) => outcome === wanted).length;
        return [named.length, withOutcome("survived"), withOutcome("noticed")];
      },
    },
    {
      where: "html probe",
      pattern: /^([\d.]+ (?:s|min))$/,
      expect: (_, { row, column }) => {
        const survivor = (review.probe?.breaks ?? []).find(
          ({ outcome, break: { path, line, endLine } }) =>
            outcome === "survived" && row === (line === endLine ? `${path}:${line}` : `${path}:${line}-${endLine}`),
        );
        return column === "Took" && survivor !== undefined ? [rough(survivor.seconds)] : undefined;
      },
    },
  ];
}
