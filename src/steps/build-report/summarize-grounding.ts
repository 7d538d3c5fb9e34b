import { FIX_APPLIES } from "#model/report.ts";
import type { FindingGrounding, FixGrounding, Grounding } from "#model/grounding.ts";

/** The results of grounding, in a few words each, without those that only confirm what was cited. */
export function summarizeGrounding(best: Grounding | undefined, groundings: readonly FindingGrounding[]): string[] {
  const words = [
    best === undefined ? undefined : quoteWords(best, groundings),
    ...groundings.flatMap(({ fixes }) => fixes.map(({ status }) => FIX_WORDS[status])),
    ...groundings.map(({ class: { differs, why } }) => (differs ? why : undefined)),
    ...groundings.flatMap(({ claims }) =>
      claims.map((claim) => (claim.answer === "open" ? undefined : `"${claim.words}" ${claim.answer}`)),
    ),
  ];
  return [...new Set(words.filter((text) => text !== undefined))];
}

const FIX_WORDS: Readonly<Record<FixGrounding["status"], string | undefined>> = {
  applies: FIX_APPLIES,
  drifts: "fix applies with drift",
  present: "fix is already there",
  fails: "fix does not apply",
  unchecked: undefined,
};

/** Whether these words say what became of a proposed diff. */
export const isAboutFix = (words: string): boolean => Object.values(FIX_WORDS).includes(words);

function quoteWords(best: Grounding, groundings: readonly FindingGrounding[]): string | undefined {
  switch (best.status) {
    case "moved":
      return `quote moved to ${best.path === undefined ? "line " : `${best.path}:`}${best.to.start}`;
    case "ambiguous":
      return "quote found in several places";
    case "partial":
      return `only ${best.found} of ${best.of} quoted lines found`;
    case "unsupported":
      return whyUnsupported(groundings);
    case "grounded":
    case "unchecked":
      return undefined;
  }
}

function whyUnsupported(groundings: readonly FindingGrounding[]): string {
  const main = groundings.map(({ places }) => places[0]?.status);
  if (main.includes("missing")) return "cited file does not exist at head";
  return main.includes("beyond-end") ? "cited line is beyond the end of the file" : "quote not found at head";
}
