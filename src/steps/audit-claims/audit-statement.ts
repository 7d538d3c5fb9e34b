import type { RunClaim } from "#model/panel/run-claim.ts";
import { wrapCode } from "#grammar/spans.ts";
import { listSome, oneLine, plural, truncate } from "#util/words.ts";
import { compareOutput, isWhole } from "./compare-output.ts";
import { findCommand, findScript, isSameCommand } from "./find-commands.ts";
import type { PreparedCommand, PreparedLog } from "./prepare-log.ts";
import { mayRunAnything, runsTests } from "./programs.ts";
import type { StatedRun } from "./read-stated-runs.ts";

export type Audited = Pick<RunClaim, "audit" | "why">;

/** Compares a statement of a run with the log. Where the log does not suffice to tell, it says so. */
export function auditStatement(stated: StatedRun, log: PreparedLog): Audited {
  const ran = log.commands.filter(({ state }) => state !== "denied");
  const missing = stated.kind === "output" ? undefined : findMissing(stated, ran);
  if (missing !== undefined) return notRun(missing, log);
  const own = stated.kind === "output" ? findScript(stated.script ?? "", ran) : commandsOf(stated, ran);
  if (stated.output !== undefined) return auditOutput({ ...stated, output: stated.output }, own, log);
  return auditOutcome(stated, own);
}

const inLog = (why: string): Audited => ({ audit: "in-log", why });
const unknown = (why: string): Audited => ({ audit: "not-available", why });
const contradicted = (why: string): Audited => ({ audit: "contradicted", why });

/** The commands that a statement is about. One that names none may be about any. */
function commandsOf(
  { commands, isAboutTests }: StatedRun,
  ran: readonly PreparedCommand[],
): readonly PreparedCommand[] {
  if (commands.length > 0) return [...new Set(commands.flatMap((command) => findCommand(command, ran)))];
  return ran.filter(({ command, isShow }) => !isShow && (!isAboutTests || runsTests(command)));
}

/** What it says was run and the log does not hold, in words. Undefined: nothing is missing. */
function findMissing(stated: StatedRun, ran: readonly PreparedCommand[]): string | undefined {
  const missing = stated.commands.filter((command) => findCommand(command, ran).length === 0);
  if (missing.length > 0) return `no run of ${listSome(missing.map(shown))}`;
  if (stated.commands.length > 0 || commandsOf(stated, ran).length > 0) return undefined;
  return stated.isAboutTests ? "no run of any tests" : "no run of any program";
}

function notRun(missing: string, { commands, left }: PreparedLog): Audited {
  if (left > 0) return unknown(`${plural(left, "further command")} of its log ${left === 1 ? "is" : "are"} not kept`);
  const wrapper = commands.find(({ command, state }) => state !== "denied" && mayRunAnything(command));
  if (wrapper !== undefined) return unknown(`its log shows ${missing}, but ${shown(wrapper.command)} may have run it`);
  const cut = commands.find(({ command, cut: isCut }) => isCut === true && command.length >= LONG_COMMAND);
  if (cut !== undefined) return unknown("a command of its log is not kept whole");
  const refused = commands.filter(({ state }) => state === "denied").length;
  const tried =
    refused === 0 ? "" : `, and ${plural(refused, "command")} that ${refused === 1 ? "was" : "were"} refused`;
  return { audit: "not-in-log", why: `its log shows ${missing}${tried}` };
}

/** So long a command is a script, of which the recorder may have left out the end. */
const LONG_COMMAND = 4000;

/** A script of an author who reads a file or echoes a line runs nothing that could show a problem. */
const isRun = ({ isShow }: PreparedCommand): boolean => !isShow;

function auditOutput(
  { output, script }: StatedRun & { readonly output: string },
  own: readonly PreparedCommand[],
  log: PreparedLog,
): Audited {
  const ran = log.commands.filter(({ state }) => state !== "denied");
  const { lines, missing } = compareOutput(output, ran);
  const what = script === undefined ? "what printed it" : "this script";
  const isOwnRun = script === undefined || lines === 0 || compareOutput(output, ran.filter(isRun)).missing.length === 0;
  if (!isOwnRun && missing.length === 0)
    return unknown("only commands that show files or print their own words printed it");
  if (lines > 0 && missing.length === 0) return inLog(`its log shows ${lines === 1 ? "the line" : "the lines"}`);
  if (own.length === 0) {
    const isKnown = lines === 0 || missing.length === lines;
    return isKnown
      ? notRun(`no run of ${what}`, log)
      : unknown(`its log shows only some of the lines, and no run of ${what}`);
  }
  if (lines === 0) return inLog("its log shows the run");
  if (!own.every(isWhole) || log.left > 0) return unknown("what the command printed is not in its log");
  return contradicted(`its log shows the run, which did not print ${shown(missing[0]!)}`);
}

/** Whether the result that is claimed can be the one in the log. Several runs may have had several results. */
function auditOutcome(stated: StatedRun, own: readonly PreparedCommand[]): Audited {
  const ended = own.filter(({ state }) => state !== "begun");
  if (ended.length === 0) return unknown("its log does not show how the run ended");
  if (!own.every(isWhole)) return inLog("its log shows the run, but not all of what it printed");
  const against = isComparable(stated, ended) ? findOtherResult(stated, ended) : undefined;
  return against === undefined ? inLog("its log shows the run") : contradicted(against);
}

/** A command with more arguments than the named one may have another result, and one that is not named any. */
function isComparable({ commands, isAboutTests }: StatedRun, ended: readonly PreparedCommand[]): boolean {
  if (commands.length === 0) return isAboutTests;
  return ended.every(({ command }) => commands.some((named) => isSameCommand(named, command)));
}

function findOtherResult({ outcome, counts }: StatedRun, ended: readonly PreparedCommand[]): string | undefined {
  const [first] = ended;
  const printed = ended.map(({ output = "" }) => output).join("\n");
  const what = shown(first?.command ?? "");
  if (outcome === "passed" && ended.every((each) => FAIL_MARK.test(each.output ?? ""))) {
    return `in its log ${what} printed ${shown(FAIL_MARK.exec(printed)?.[0] ?? "")}`;
  }
  if (outcome === "passed" && ended.every(({ state }) => state === "failed") && !PASS_MARK.test(printed)) {
    return `in its log ${what} failed`;
  }
  if (outcome === "failed" && ended.every(({ state }) => state === "done") && !TROUBLE.test(printed)) {
    return `in its log ${what} succeeded`;
  }
  const wrong = ended.length === 1 ? counts.find((count) => contradictsCount(count, printed)) : undefined;
  return wrong && `its log shows the run, which did not print "${wrong.number} ${wrong.what}"`;
}

const PASS_MARK = /\b(?:pass(?:ed|ing)?|ok|success(?:ful(?:ly)?)?)\b/i;
/** A number of failures, or a runner's own mark for them. */
const FAIL_MARK = /\b[1-9]\d{0,6} (?:tests? )?(?:failed|failing|failures?)\b|^not ok \d+|^--- FAIL: \S+|^FAIL\t\S+/m;

/** Anything that may be meant by a failure. */
const TROUBLE = /fail|error|not ok|panic|warn|cannot|denied|exception|traceback|unexpected|timed? ?out|no such/i;

/** True if another number stands there in the same words. */
function contradictsCount({ number, what }: StatedRun["counts"][number], printed: string): boolean {
  const word = what === "passed" ? "pass(?:ed|ing)?" : "fail(?:ed|ing|ures?)?";
  const isSaid = new RegExp(`\\b\\d{1,9} (?:tests? |specs? )?${word}\\b|# ${word} \\d`, "i").test(printed);
  return isSaid && !new RegExp(`\\b${number}\\b`).test(printed);
}

const shown = (text: string): string => wrapCode(truncate(oneLine(text), MAX_SHOWN));
const MAX_SHOWN = 120;
