import type { Location } from "#model/location.ts";
import type { EarlierProblem } from "#model/history/earlier-problem.ts";
import type { StandingDecision } from "#model/history/standing-decision.ts";

/** The recorded code of a problem or a decision. */
export interface TracedCode {
  readonly title: string;
  /** Where it was at the earlier head. */
  readonly locations: readonly Location[];
  /** Code that was quoted as evidence, line by line. */
  readonly quotes: readonly (readonly string[])[];
  /** The code itself, if it was recorded. */
  readonly code: readonly { readonly path: string; readonly lines: readonly string[] }[];
}

/** The code that the last round to see a problem saw. */
export function codeOfProblem({ title, locations, wordings, decision, code = [] }: EarlierProblem): TracedCode {
  const quotes = wordings.flatMap((wording) => wording.quotes);
  return { title, locations, quotes: takeApart(quotes), code: code.length > 0 ? code : (decision?.problem.code ?? []) };
}

/** The code that a person decided about, at the head of that time. */
export function codeOfDecision({ problem }: StandingDecision): TracedCode {
  const { title, locations, quotes, code } = problem;
  return { title, locations, quotes: takeApart(quotes), code };
}

const MAX_QUOTES = 20;

/** Splits a quote at its ellipses. */
function takeApart(quotes: readonly { readonly code: string }[]): string[][] {
  const pieces: string[][] = [];
  for (const { code } of quotes.slice(0, MAX_QUOTES)) {
    let piece: string[] = [];
    for (const line of code.split(/\r?\n/)) {
      if (isLeftOut(line)) {
        pieces.push(piece);
        piece = [];
      } else piece.push(line);
    }
    pieces.push(piece);
  }
  const distinctive = pieces.filter((piece) => piece.join("").replace(/\s+/g, "").length >= MIN_DISTINCTIVE);
  return [...new Map(distinctive.map((piece) => [piece.join("\n"), piece])).values()].slice(0, MAX_QUOTES);
}

function isLeftOut(line: string): boolean {
  return /^(?:\/\/|#|--|\/\*)? ?(?:\.\.\.|…|\[\.\.\.\])/.test(line.trimStart().slice(0, 20));
}

/** Shorter code occurs at many places by chance. */
const MIN_DISTINCTIVE = 12;
