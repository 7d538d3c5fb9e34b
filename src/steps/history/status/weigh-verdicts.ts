import type { FixVerdict } from "#model/history/lineage.ts";
import { listFew } from "../words.ts";

/** The verdicts on one fix, combined. "Closed" counts only with quoted code that is in the reviewed commit. */
export interface WeighedVerdicts {
  readonly closes: "yes" | "no" | "partly" | undefined;
  /** Somebody doubts it without evidence: no proof, but a reason not to call it fixed. */
  readonly isDoubted: boolean;
  /** The verdicts and their authors, including those that do not count. Empty if there are none. */
  readonly text: string;
}

/** Weighs the verdicts on one fix. If two contradict each other, both are described. */
export function weighVerdicts(verdicts: readonly FixVerdict[]): WeighedVerdicts {
  const grounded = verdicts.filter(({ isGrounded, closes }) => isGrounded === true && closes !== "cannot-tell");
  const by = (closes: FixVerdict["closes"]): string[] => [
    ...new Set(grounded.filter((verdict) => verdict.closes === closes).map(({ reviewer }) => reviewer)),
  ];
  const [yes, no, partly] = [by("yes"), by("no"), by("partly")];
  const loose = verdicts.filter((verdict) => verdict.closes !== "cannot-tell" && !grounded.includes(verdict));
  const isDoubted = loose.some(({ closes }) => closes !== "yes");
  return {
    closes: combine({ yes: yes.length, no: no.length, partly: partly.length, isDoubted }),
    isDoubted,
    text: [...describe(yes, no, partly), ...describeUngrounded(loose)].join("; "),
  };
}

interface Votes {
  readonly yes: number;
  readonly no: number;
  readonly partly: number;
  readonly isDoubted: boolean;
}

function combine({ yes, no, partly, isDoubted }: Votes): WeighedVerdicts["closes"] {
  if (partly > 0 || (yes > 0 && (no > 0 || isDoubted))) return "partly";
  return yes > 0 ? "yes" : no > 0 ? "no" : undefined;
}

function describe(yes: readonly string[], no: readonly string[], partly: readonly string[]): string[] {
  const parts: string[] = [];
  if (yes.length > 0)
    parts.push(
      `${listFew(yes)} ${yes.length === 1 ? "says" : "say"} that it is closed, with quoted code that was found`,
    );
  if (partly.length > 0)
    parts.push(
      `${listFew(partly)} ${partly.length === 1 ? "says" : "say"} that it is closed in part, with quoted code that was found`,
    );
  if (no.length > 0)
    parts.push(
      `${listFew(no)} ${no.length === 1 ? "says" : "say"} that it is not closed, with quoted code that was found`,
    );
  return parts;
}

/** Without evidence nothing is closed. Doubts come first. */
function describeUngrounded(verdicts: readonly FixVerdict[]): string[] {
  const doubts = verdicts.filter(({ closes }) => closes !== "yes");
  const claims = verdicts.filter(({ closes }) => closes === "yes");
  return [...doubts, ...claims].slice(0, 4).map(({ reviewer, closes }) => {
    if (closes === "yes") return `${reviewer} says closed, without quoted code that was found, which does not count`;
    return `${reviewer} says ${closes === "no" ? "not closed" : "closed in part"}, without quoted code that was found`;
  });
}
