import type { Quote } from "#model/finding.ts";
import type { Grounding } from "#model/grounding.ts";
import type { Location } from "#model/location.ts";

/**
 * Looks a quote up in a file: at the cited lines, then anywhere. White space does not count, and a quote may leave
 * lines out with `...`. Reports what it finds; whether that matters is decided elsewhere.
 */
export function groundQuote(file: readonly string[], location: Location, quote: Quote | undefined): Grounding {
  const { start, end } = location;
  if (start !== undefined && start > file.length) {
    return { status: "unsupported", why: `the file has ${file.length} lines, line ${start} is cited` };
  }
  const wanted = quote === undefined ? [] : contentLines(quote.code);
  if (wanted.length === 0)
    return { status: "unchecked", why: "the cited lines exist; no code is quoted to compare them with" };
  const lines = file.map(squeeze);
  if (start !== undefined && end !== undefined) {
    const here = matchFrom(lines, Math.max(0, start - 1 - SLACK), wanted);
    if (here !== undefined && here.from <= end - 1 + SLACK) {
      return { status: "grounded", why: "the quoted code stands at the cited lines" };
    }
  }
  return groundElsewhere(lines, wanted, start === undefined);
}

/** Lines off by this much still count as cited: reviewers count from the function's head or its comment. */
const SLACK = 2;

function groundElsewhere(lines: readonly string[], wanted: readonly string[], anywhere: boolean): Grounding {
  const matches = allMatches(lines, wanted);
  const [only] = matches;
  if (only === undefined) return { status: "unsupported", why: "the quoted code does not stand in the file" };
  // Several matches and none where the reviewer pointed: picking one would be a guess.
  if (matches.length > 1)
    return { status: "unsupported", why: `the quoted code stands ${matches.length} times, not where it was cited` };
  if (anywhere) return { status: "grounded", why: `the quoted code stands at line ${only.from + 1}` };
  return {
    status: "moved",
    to: { start: only.from + 1, end: only.to + 1 },
    why: `the quoted code stands at lines ${only.from + 1}-${only.to + 1}`,
  };
}

interface Match {
  readonly from: number;
  readonly to: number;
}

function allMatches(lines: readonly string[], wanted: readonly string[]): Match[] {
  const matches: Match[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    if (lines[at] !== wanted[0]) continue;
    const match = matchAt(lines, at, wanted);
    if (match !== undefined) matches.push(match);
    if (matches.length > MOST_MATCHES) break;
  }
  return matches;
}

const MOST_MATCHES = 20;

function matchFrom(lines: readonly string[], from: number, wanted: readonly string[]): Match | undefined {
  for (let at = from; at < lines.length; at += 1) {
    const match = lines[at] === wanted[0] ? matchAt(lines, at, wanted) : undefined;
    if (match !== undefined) return match;
  }
  return undefined;
}

/** The wanted lines in order from here; each may be up to GAP lines after the one before. */
function matchAt(lines: readonly string[], at: number, wanted: readonly string[]): Match | undefined {
  let last = at;
  for (const line of wanted.slice(1)) {
    let next = last + 1;
    while (next < lines.length && next <= last + GAP && lines[next] !== line) next += 1;
    if (lines[next] !== line || next > last + GAP) return undefined;
    last = next;
  }
  return { from: at, to: last };
}

const GAP = 40;

function contentLines(code: string): string[] {
  return code
    .split("\n")
    .map(squeeze)
    .filter((line) => line !== "" && !ELLIPSIS.test(line));
}

const ELLIPSIS = /^(?:(?:\/\/|#|--|\/\*)?(?:\.\.\.|…)(?:\*\/)?)$/;

function squeeze(line: string): string {
  return line.replace(/\s+/g, "");
}
