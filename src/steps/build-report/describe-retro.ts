import type { CountedChange, RetroColumn, SeverityCounts } from "#model/report.ts";
import { SEVERITIES, type Severity } from "#model/severity.ts";

/** The facts for the paragraph on one reviewer. */
export interface RetroFacts extends Omit<RetroColumn, "said" | "work"> {
  /** Kept clusters of the whole report. */
  readonly kept: number;
  /** There are other reviewers, so that being the only one means something. */
  readonly inCompany: boolean;
}

/**
 * One paragraph on a reviewer: its numbers in neutral sentences, each with its base. The first sentence has no subject:
 * the renderer puts the name before it.
 */
export function describeRetro(facts: RetroFacts): string {
  const sentences = [
    describeRaised(facts),
    describeRerated(facts),
    describeLeftOut(facts),
    describeBehind(facts),
    describeCoverage(facts),
    ...describeLocations(facts),
    ...describeRunClaims(facts),
    ...describeUnopened(facts),
  ];
  return sentences.filter((sentence) => sentence !== undefined).join(" ");
}

function describeRaised(facts: RetroFacts): string {
  const { raised, keptFindings = 0, outcome } = facts;
  const failed = outcome === "failed";
  if (raised === undefined)
    return failed ? "failed and left no review." : "left no raw review: what it raised is unknown.";
  const all = sum(raised);
  const before = failed ? "failed; before that it " : "";
  if (all === 0) return `${before}raised no findings.`;
  const list = all > 1 || keptFindings === 0 ? ` (${listCounts(raised)})` : "";
  return `${before}raised ${counted(all, "finding")}${list}; ${describeKept(facts)}.`;
}

function describeKept({ keptFindings = 0, unique = 0, inCompany }: RetroFacts): string {
  if (keptFindings === 0) return "none was kept";
  const said = `${keptFindings} ${keptFindings === 1 ? "was" : "were"} kept`;
  if (!inCompany) return said;
  if (unique === keptFindings) return `${said}, raised by nobody else`;
  return unique === 0 ? `${said}, raised by others too` : `${said}, ${unique} of them raised by nobody else`;
}

function describeRerated({ keptFindings = 0, downgraded, promoted }: RetroFacts): string | undefined {
  if (keptFindings === 0) return undefined;
  const changes = [...downgraded, ...promoted].map(describeChange);
  if (changes.length > 0) return `Of the kept ones, ${listed(changes)}.`;
  return keptFindings === 1 ? "It kept its rating." : "All of them kept their rating.";
}

function describeChange({ from, to, count }: CountedChange<Severity>): string {
  const ended = to === "suggestion" ? (count === 1 ? "a suggestion" : "suggestions") : to;
  return `${count} ${severityWord(from, count)} became ${ended}`;
}

function describeLeftOut({ routed, dropped, raised }: RetroFacts): string | undefined {
  const parts = [
    ...routed.map(({ to, count }) => `${count} moved to ${spaced(to)}`),
    ...dropped.map(({ reason, count }) => `${count} dropped as ${spaced(reason)}`),
  ];
  const left = [...routed, ...dropped].reduce((total, { count }) => total + count, 0);
  if (left === 0 || raised === undefined) return undefined;
  return `${left} of ${sum(raised)} ${left === 1 ? "is" : "are"} not among the findings: ${listed(parts)}.`;
}

function describeBehind({ standsBehind, kept, raised }: RetroFacts): string | undefined {
  const all = sum(standsBehind);
  if (kept === 0 || (all === 0 && (raised === undefined || sum(raised) === 0))) return undefined;
  const list = all === 0 ? "" : ` (${listCounts(standsBehind)})`;
  return `It contributed to ${orNone(all)} of the report's ${counted(kept, "finding")}${list}.`;
}

function describeCoverage({ calledClean = 0, coverageMisses = [] }: RetroFacts): string | undefined {
  if (calledClean === 0) return undefined;
  const misses = coverageMisses.length;
  const missed = `${orNone(misses)} ${misses > 1 ? "have" : "has"} a finding of others`;
  return `Of ${counted(calledClean, "file")} that it called clean or trivial, ${missed}.`;
}

function describeLocations({ locations }: RetroFacts): string[] {
  if (locations === undefined) return [];
  const { places, quotes } = locations;
  const moved = quotes.elsewhere === 0 ? "" : `, ${quotes.elsewhere} of them not where cited`;
  return [
    ...(places.checked === 0
      ? []
      : [`Of ${counted(places.checked, "cited place")}, ${places.exist} ${places.exist === 1 ? "exists" : "exist"}.`]),
    ...(quotes.checked === 0
      ? []
      : [
          `Of ${counted(quotes.checked, "quote")}, ${quotes.stand} ${quotes.stand === 1 ? "was" : "were"} found in the code${moved}.`,
        ]),
  ];
}

function describeRunClaims({ runClaims }: RetroFacts): string[] {
  if (runClaims === undefined) return [];
  const all = Object.values(runClaims).reduce((total, count) => total + count, 0);
  const parts: readonly (readonly [number, string])[] = [
    [runClaims["in-log"], `${are(runClaims["in-log"])} in its log`],
    [runClaims["not-in-log"], `${are(runClaims["not-in-log"])} not in its log`],
    [runClaims.contradicted, `${are(runClaims.contradicted)} contradicted by its log`],
    [runClaims["not-available"], "cannot be compared with a log"],
  ];
  const known = parts.flatMap(([count, words]) => (count === 0 ? [] : [`${count} ${words}`]));
  return [`Of ${counted(all, "statement")} that it ran something, ${listed(known)}.`];
}

const are = (count: number): string => (count === 1 ? "is" : "are");

function describeUnopened({ unopened, files = 0 }: RetroFacts): string[] {
  if (unopened.length === 0) return [];
  return [
    `Of ${counted(files, "file")} in its coverage summary, ${unopened.length} ${unopened.length === 1 ? "was" : "were"} never opened.`,
  ];
}

function listCounts(counts: SeverityCounts): string {
  return SEVERITIES.filter((severity) => counts[severity] > 0)
    .map((severity) => `${counts[severity]} ${severityWord(severity, counts[severity])}`)
    .join(", ");
}

function severityWord(severity: Severity, count: number): string {
  return severity === "suggestion" && count !== 1 ? "suggestions" : severity;
}

function listed(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}

const orNone = (count: number): string => (count === 0 ? "none" : String(count));

const spaced = (key: string): string => key.replaceAll("-", " ");

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;

const sum = ({ critical, important, suggestion }: SeverityCounts): number => critical + important + suggestion;
