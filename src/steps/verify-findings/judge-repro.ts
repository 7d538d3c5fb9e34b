import type { Demonstration, ReproRun } from "#model/panel/verification.ts";
import { claimedLines, likenessTo, linesPrinted, normalOutput, printsClaim } from "./compare-output.ts";
import { asksForCommit, findAbsent } from "./find-tell.ts";
import { findBroken, findMissing, isMissingProgram, lastLine } from "./find-obstacle.ts";

/** What the author of a repro says that it prints, by the code it runs on. */
export interface ReproClaim {
  readonly head?: string | undefined;
  readonly base?: string | undefined;
  readonly patched?: string | undefined;
}

/** A repro after it was run. */
export interface RanRepro {
  readonly script: string;
  /** The output according to its author. */
  readonly claimed?: ReproClaim | undefined;
  readonly head: ReproRun;
  /** The same once more. Absent: it shows nothing, or could not run again. */
  readonly again?: ReproRun | undefined;
  /** Before the change; absent if there is no base. */
  readonly base?: ReproRun | undefined;
  /** Files that the base does not have. */
  readonly added?: readonly string[] | undefined;
  /** At the head with the finding's patch; absent if there is none that applies. */
  readonly patched?: ReproRun | undefined;
}

/** What a run of the same script on other code shows of the problem. */
export type ArmResult =
  | { readonly kind: "same" }
  | { readonly kind: "gone" }
  /** It fails for want of something that the head has: nothing can be said of the problem. */
  | { readonly kind: "obstacle"; readonly why: string }
  | { readonly kind: "unclear"; readonly why: string };

type Judged = Pick<Demonstration, "outcome" | "why" | "class" | "classWhy">;

/** Whether the run at the head alone may show the problem, so that more runs are worth their time. */
export function mayShow({ claimed, head }: Pick<RanRepro, "claimed" | "head">): boolean {
  if (isMissingProgram(head)) return false;
  return hasClaim(claimed) ? printsClaim(claimed.head, head.output) : (head.exitCode ?? 0) !== 0;
}

/** Judges a repro by its runs. Compares outputs loosely; a script that prints it regardless of the code proves nothing. */
export function judgeRepro(ran: RanRepro): Judged {
  const { head, again, claimed } = ran;
  if (isMissingProgram(head)) {
    return { outcome: "could-not-run", why: `a program that it needs is not here: ${lastLine(head.output)}` };
  }
  if (!mayShow(ran)) return { outcome: "not-shown", why: `${whatInstead(ran)}; ${howItEnds(head)}` };
  if (again !== undefined && differs(ran, again)) {
    return { outcome: "flaky", why: "it shows the problem once and not when it runs again on the same code" };
  }
  const before = ran.base === undefined ? undefined : judgeBase(ran, ran.base);
  const patched = ran.patched === undefined ? undefined : judgeArm(ran, ran.patched, claimed?.patched);
  const doubt = findDoubt(ran, before, patched);
  if (doubt !== undefined) return { outcome: "not-shown", why: doubt };
  return { outcome: "shown", why: describeShown(ran, before, patched), ...classOf(before) };
}

/** The base shows nothing by being quiet if the script is about a file that it does not have, unless its author foresaw what it prints. */
function judgeBase(ran: RanRepro, base: ReproRun): ArmResult {
  const expected = ran.claimed?.base;
  const result = judgeArm(ran, base, expected);
  const isForeseen = expected !== undefined && hasClaimOf(expected) && printsClaim(expected, base.output);
  const absent = result.kind === "gone" && !isForeseen ? findAbsent(ran.script, ran.added ?? []) : undefined;
  return absent === undefined ? result : { kind: "obstacle", why: `${absent} is not there` };
}

/** What a run on other code shows of the problem that the head has. */
export function judgeArm(ran: RanRepro, arm: ReproRun, expected?: string): ArmResult {
  const { head, claimed } = ran;
  if (arm.exitCode === undefined) return { kind: "unclear", why: "it did not end in time" };
  const missing = findMissing(arm, head);
  const isAsClaimed = expected !== undefined && hasClaimOf(expected) && printsClaim(expected, arm.output);
  if (!hasClaim(claimed)) {
    if (arm.exitCode === 0) return missing === undefined ? { kind: "gone" } : { kind: "obstacle", why: missing };
    return missing === undefined ? { kind: "same" } : { kind: "obstacle", why: missing };
  }
  const shown = stableLines(ran, claimed.head);
  const likeness = likenessTo(shown, arm.output);
  if (likeness === "all") return { kind: "same" };
  // The author says what is printed there, and it is: nothing that is missing explains it.
  if (isAsClaimed && !printsClaim(expected, head.output)) return { kind: "gone" };
  if (missing !== undefined) return { kind: "obstacle", why: missing };
  if (likeness === "part" && !(arm.exitCode === 0 && head.exitCode !== 0)) {
    return { kind: "unclear", why: "it prints a part of the same" };
  }
  // Both fail, and not alike: this one does not get to where the problem would show.
  if (arm.exitCode !== 0 && (head.exitCode ?? 0) !== 0) {
    return { kind: "unclear", why: `it fails in another way: ${lastLine(arm.output)}` };
  }
  return { kind: "gone" };
}

/** Whether the patch makes the problem go away: a clause in either case. */
export function judgeFlip(ran: RanRepro): { readonly fixes: boolean | undefined; readonly why: string } {
  const { patched, head, claimed } = ran;
  if (patched === undefined) return { fixes: undefined, why: "the repro was not run with it" };
  const result = judgeArm(ran, patched, claimed?.patched);
  if (result.kind === "same") return { fixes: false, why: "it does not fix it: the repro still shows the problem" };
  if (patched.exitCode === undefined) return { fixes: false, why: "with it the repro does not end in time" };
  const broken = result.kind === "obstacle" ? result.why : findBroken(patched, head);
  if (broken !== undefined) return { fixes: false, why: `with it the repro fails in another way: ${broken}` };
  if (result.kind === "unclear") return { fixes: undefined, why: `whether it fixes it cannot be told: ${result.why}` };
  return { fixes: true, why: "with it the repro no longer shows the problem" };
}

function whatInstead({ claimed }: RanRepro): string {
  return hasClaim(claimed)
    ? "it prints something other than the finding claims"
    : "the finding does not state the expected output";
}

const howItEnds = ({ exitCode }: ReproRun): string =>
  exitCode === undefined ? "it did not end in time" : `it ends with ${exitCode}`;

function differs(ran: RanRepro, again: ReproRun): boolean {
  return again.exitCode !== ran.head.exitCode || !mayShow({ claimed: ran.claimed, head: again });
}

/** Why the runs do not show the problem although the head prints what was claimed. */
function findDoubt(
  { script, claimed }: RanRepro,
  before: ArmResult | undefined,
  patched: ArmResult | undefined,
): string | undefined {
  const isOwnWords = hasClaim(claimed)
    ? claimedLines(claimed.head).every((line) => normalOutput(script).includes(line))
    : true;
  if (isOwnWords && asksForCommit(script))
    return "it asks git which commit it runs on, and shows nothing but its own words";
  if (before?.kind === "gone" || patched?.kind === "gone") return undefined;
  if (!hasClaim(claimed)) {
    const elsewhere = before?.kind === "same" ? "before the change as well" : "and nothing compares it";
    return `it fails, ${elsewhere}, and the finding does not state the expected output`;
  }
  const said = before?.kind === "same" ? normalOutput(script) : unconditionalWords(script);
  if (!claimedLines(claimed.head).every((line) => said.includes(line))) return undefined;
  return before?.kind === "same"
    ? "it prints words of its own, before the change as well"
    : "it prints words of its own, whatever the code does";
}

/** What the script prints in any case: lines with `echo` and nothing before or inside it that depends on the code. */
function unconditionalWords(script: string): string {
  const lines = script.split(/\r?\n/);
  if (lines.some((line) => /^\s*set -[a-z]*e/.test(line))) return "";
  return normalOutput(lines.filter((line) => /^(?:echo|printf) [^$`|&]*$/.test(line)).join("\n"));
}

function describeShown(ran: RanRepro, before: ArmResult | undefined, patched: ArmResult | undefined): string {
  const { head, base, claimed } = ran;
  const what = hasClaim(claimed) ? "it prints what the finding says" : `it ends with ${head.exitCode} after the change`;
  if (before?.kind === "gone")
    return hasClaim(claimed) ? `${what}, and did not before the change` : `${what} and with ${base?.exitCode} before`;
  if (before?.kind === "same")
    return hasClaim(claimed) ? `${what}; it did before the change, too` : `${what}, and failed before, too`;
  return patched?.kind === "gone" ? `${what}, and no longer with the patch` : what;
}

function classOf(before: ArmResult | undefined): Pick<Judged, "class" | "classWhy"> {
  if (before === undefined) return {};
  if (before.kind === "gone") return { class: "regression", classWhy: "its repro shows it at the head and not before" };
  if (before.kind === "same") return { class: "gap", classWhy: "its repro shows it before the change as well" };
  const why =
    before.kind === "obstacle" ? "the base cannot be fed the same input" : "the run at the base does not tell";
  return { classWhy: `${why}: ${before.why}` };
}

/** The claimed lines that every run at the head printed. */
function stableLines({ head, again }: RanRepro, claimed: string): string[] {
  const printed = linesPrinted(claimed, head.output);
  return again === undefined ? printed : printed.filter((line) => linesPrinted(line, again.output).length > 0);
}

function hasClaim(claimed: ReproClaim | undefined): claimed is ReproClaim & { readonly head: string } {
  return claimed?.head !== undefined && hasClaimOf(claimed.head);
}

const hasClaimOf = (text: string): boolean => claimedLines(text).length > 0;
