import { formatLocation } from "#model/location.ts";
import type { BreakKind } from "#model/panel/probe.ts";
import type { BreakResult, NotProbed, ProbeResult } from "#model/panel/probe-result.ts";
import type { ProbeKindRow, ReportProbe } from "#model/panel/report-runs.ts";
import type { Review } from "#model/review.ts";
import { listSome, plural } from "#util/words.ts";

/** What the report says of the probe. Undefined: there is none. */
export function describeProbe({ probe }: Pick<Review, "probe">): ReportProbe | undefined {
  if (probe === undefined) return undefined;
  const { breaks, left, state } = probe;
  return {
    sentence: describeSentence(probe),
    isBlocking: state === "could-not-run",
    kinds: KINDS.flatMap(([kind, title]) =>
      kindRow(
        title,
        breaks.filter(({ break: each }) => each.kind === kind),
      ),
    ),
    facts: factsOf(probe),
    survivors: breaks
      .filter(({ outcome }) => outcome === "survived")
      .map(({ break: { path, line, endLine, symbol, text }, seconds }) => ({
        place: formatLocation({ path, start: line, end: endLine }),
        symbol,
        text,
        seconds,
      })),
    left: left.map(describeLeft),
  };
}

const KINDS: readonly (readonly [BreakKind, string])[] = [
  ["control", "failures at the top of a changed function"],
  ["revert", "hunks taken back"],
  ["mutation", "mutations"],
  ["named", "named by reviewers"],
];

function kindRow(kind: string, breaks: readonly BreakResult[]): ProbeKindRow[] {
  if (breaks.length === 0) return [];
  const count = (outcome: BreakResult["outcome"]): number => breaks.filter((each) => each.outcome === outcome).length;
  return [
    {
      kind,
      planned: breaks.length,
      outcomes: {
        noticed: count("noticed"),
        survived: count("survived"),
        "does-not-build": count("does-not-build"),
        "timed-out": count("timed-out"),
        "not-run": count("not-run"),
      },
    },
  ];
}

function describeSentence({ state, why, breaks, coverage }: ProbeResult): string {
  if (state === "not-allowed") return `not run: ${why}`;
  if (state === "could-not-run") return `could not run: ${why}`;
  if (state === "nothing-to-probe") return why;
  const all = breaks.filter(({ break: { kind } }) => kind !== "control");
  const count = (outcome: BreakResult["outcome"]): number => all.filter((each) => each.outcome === outcome).length;
  const parts = [
    // "0 of 6 noticed by no test" would have to be read twice.
    count("survived") > 0
      ? `${count("survived")} of ${plural(all.length, "break")} noticed by no test`
      : `${count("noticed")} of ${plural(all.length, "break")} noticed by a test`,
    ...(count("not-run") > 0 ? [`${count("not-run")} not run`] : []),
    ...(coverage === undefined ? [] : [describeCoverage(coverage)]),
  ];
  // Without a break there is only the reason for that.
  return all.length === 0 ? why : parts.join("; ");
}

function describeCoverage({ files }: NonNullable<ProbeResult["coverage"]>): string {
  const lines = files.reduce((sum, file) => sum + file.lines, 0);
  const missed = files.reduce(
    (sum, { uncovered }) => sum + uncovered.reduce((all, { start, end }) => all + end - start + 1, 0),
    0,
  );
  return `${lines - missed} of ${plural(lines, "changed line")} of code run by a test`;
}

function factsOf(probe: ProbeResult): ReportProbe["facts"] {
  const { command, related, baseline, coverage, newTests = [], further, why, state, doubt } = probe;
  const passing = newTests.filter(({ outcome }) => outcome === "passes");
  return [
    { name: "Result", text: `${state.replaceAll("-", " ")}: ${why}` },
    { name: "Tests", text: command },
    ...(related === undefined ? [] : [{ name: "Run first", text: related }]),
    ...(baseline === undefined
      ? []
      : [{ name: "Without a break", text: `${baseline.state.replaceAll("-", " ")}: ${baseline.why}` }]),
    ...(coverage === undefined ? [] : [{ name: "Coverage", text: `${describeCoverage(coverage)} (${coverage.by})` }]),
    ...(newTests.length === 0
      ? []
      : [
          {
            name: "New tests",
            text: `${plural(newTests.length, "file")} with new tests run with the old sources; ${passing.length} pass there${passing.length === 0 ? "" : `: ${listSome(passing.map(({ path }) => path))}`}`,
          },
        ]),
    ...describeNamed(probe),
    ...(further === undefined
      ? []
      : [
          {
            name: "Further survivors",
            text: `${plural(further.survivors, "break")} of ${plural(further.groups, "function")}, in no finding`,
          },
        ]),
    ...(doubt === undefined ? [] : [{ name: "Doubt", text: doubt }]),
  ];
}

/** Breaks that reviewers name. Those that tests notice speak against the reviewer. */
function describeNamed({ breaks }: ProbeResult): ReportProbe["facts"] {
  const named = breaks.filter(({ break: { namedBy = [] } }) => namedBy.length > 0);
  if (named.length === 0) return [];
  const count = (wanted: BreakResult["outcome"]): number => named.filter(({ outcome }) => outcome === wanted).length;
  const text = `${plural(named.length, "break")}; ${count("survived")} noticed by no test, ${count("noticed")} noticed by the suite although a reviewer names it`;
  return [{ name: "Named by reviewers", text }];
}

function describeLeft({ path, symbol, why, count }: NotProbed): string {
  const where = [path, symbol].filter((part) => part !== undefined).join(", ");
  const what = count === undefined ? "" : `${plural(count, "break")}: `;
  return `${where === "" ? "" : `${where}: `}${what}${why}`;
}
