import type { PatchTrial } from "#model/panel/patch.ts";
import { wrapCode } from "#grammar/spans.ts";
import { joinAnd, listSome } from "#util/words.ts";

/** What was tried with a patch that applies. */
export interface TriedPatch {
  /** What it does to each repro of its finding that shows the problem. */
  readonly flips: readonly { readonly fixes: boolean | undefined; readonly why: string }[];
  /** The gates that are green at the head, with the patch. */
  readonly gates: readonly TriedGate[];
  /** The files in which it changes what gates check. */
  readonly weakened?: readonly string[] | undefined;
  /** Why nothing was run at all. Absent: something may run. */
  readonly notRun?: string | undefined;
}

/** A gate that is green at the head, with the patch. */
export interface TriedGate {
  readonly name: string;
  readonly result: "green" | "red" | "not-run";
  /** Of a red one how it ended; of one that was not run the reason. */
  readonly why: string;
}

/** The state of a patch that applies. It is tested only if a repro flips and every gate that was green stays green. */
export function judgePatch({ flips, gates, weakened = [], notRun }: TriedPatch): Pick<PatchTrial, "state" | "why"> {
  const failed = flips.find(({ fixes }) => fixes === false);
  if (failed !== undefined) return { state: "does-not-fix", why: failed.why };
  const red = gates.filter(({ result }) => result === "red");
  if (red.length > 0) {
    const named = joinAnd(red.map(({ name, why }) => `${name} (${why})`));
    return {
      state: "breaks-gates",
      why: `with it ${red.length === 1 ? "the gate" : "the gates"} ${named} ${red.length === 1 ? "fails" : "fail"}`,
    };
  }
  if (notRun !== undefined) return { state: "applies", why: `it is not tested: ${notRun}` };
  const green = gates.filter(({ result }) => result === "green").map(({ name }) => name);
  const stays =
    green.length === 0
      ? ""
      : `${green.length === 1 ? "the gate" : "the gates"} ${joinAnd(green)} ${green.length === 1 ? "stays" : "stay"} green`;
  const unclear = flips.find(({ fixes }) => fixes === undefined);
  if (flips.length === 0 || unclear !== undefined) {
    const why = unclear?.why ?? "no repro shows the problem, so whether it fixes it is not known";
    return { state: "applies", why: `it is not tested: ${[why, stays].filter((part) => part !== "").join("; ")}` };
  }
  const missed = gates.find(({ result }) => result === "not-run");
  const fixes = flips[0]?.why ?? "";
  if (missed !== undefined) {
    return {
      state: "applies",
      why: `${fixes}, but it is not tested: the gate ${missed.name} was not run with it: ${missed.why}`,
    };
  }
  if (weakened.length > 0) {
    const named = listSome(weakened.map((path) => wrapCode(path)));
    return { state: "applies", why: `${fixes}, but it is not tested: it changes what the gates check, in ${named}` };
  }
  return {
    state: "tested",
    why: stays === "" ? `${fixes}; there is no green gate to run with it` : `${fixes}, and ${stays}`,
  };
}
