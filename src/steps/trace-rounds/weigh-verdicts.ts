import type { FixVerdict } from "#model/rounds/lineage.ts";
import { sayFew } from "./say.ts";

/** What reviewers say of one fix. Only those count whose quoted code stands at the reviewed commit. */
export interface WeighedVerdicts {
  readonly closes: "yes" | "no" | "partly" | undefined;
  /** What is said, by whom; what does not count is said too. Empty: nobody said anything. */
  readonly text: string;
}

/** Weighs the verdicts on one fix. Of two that contradict each other with grounded evidence both are told. */
export function weighVerdicts(verdicts: readonly FixVerdict[]): WeighedVerdicts {
  const grounded = verdicts.filter(({ isGrounded, closes }) => isGrounded === true && closes !== "cannot-tell");
  const by = (closes: FixVerdict["closes"]): string[] => [
    ...new Set(grounded.filter((verdict) => verdict.closes === closes).map(({ reviewer }) => reviewer)),
  ];
  const [yes, no, partly] = [by("yes"), by("no"), by("partly")];
  const loose = verdicts.filter((verdict) => verdict.closes !== "cannot-tell" && !grounded.includes(verdict));
  return {
    closes: settle(yes.length, no.length, partly.length),
    text: [...say(yes, no, partly), ...sayLoose(loose)].join("; "),
  };
}

function settle(yes: number, no: number, partly: number): WeighedVerdicts["closes"] {
  if (partly > 0 || (yes > 0 && no > 0)) return "partly";
  return yes > 0 ? "yes" : no > 0 ? "no" : undefined;
}

function say(yes: readonly string[], no: readonly string[], partly: readonly string[]): string[] {
  const parts: string[] = [];
  if (yes.length > 0)
    parts.push(`${sayFew(yes)} ${yes.length === 1 ? "says" : "say"} that it is closed, with code that stands`);
  if (partly.length > 0)
    parts.push(
      `${sayFew(partly)} ${partly.length === 1 ? "says" : "say"} that it is closed in part, with code that stands`,
    );
  if (no.length > 0)
    parts.push(`${sayFew(no)} ${no.length === 1 ? "says" : "say"} that it is not closed, with code that stands`);
  return parts;
}

/** A word without evidence is told, and changes nothing. */
function sayLoose(verdicts: readonly FixVerdict[]): string[] {
  return verdicts.slice(0, 4).map(({ reviewer, closes }) => {
    const claim = closes === "yes" ? "closed" : closes === "no" ? "not closed" : "closed in part";
    return `${reviewer} says ${claim}, without code that stands, which does not count`;
  });
}
