import type { GateResult, GateRun } from "#model/panel/gate.ts";

/** What is known of a gate: the runs at the head, and that at the base or why there is none. */
export interface GateRuns {
  /** One, or two if the first failed. */
  readonly head: readonly GateRun[];
  /** Absent: it was not needed. */
  readonly base?: GateRun | string | undefined;
}

/** The state of a gate by its runs. What did not run to its end is neither green nor red. */
export function judgeGate({ head, base }: GateRuns): Pick<GateResult, "state" | "why"> {
  const broken = head.find((run) => outcomeOf(run) === "broken");
  if (broken !== undefined) return { state: "could-not-run", why: describeBroken(broken) };
  const failed = head.find((run) => outcomeOf(run) === "red");
  if (failed === undefined) return { state: "green", why: "it passes at the head" };
  if (head.some((run) => outcomeOf(run) === "green")) {
    return { state: "flaky", why: `it failed once at the head (${failed.ended}) and passed when it ran again` };
  }
  const red = `it fails at the head (${failed.ended})`;
  if (base === undefined || typeof base === "string") {
    return { state: "could-not-run", why: `${red}, and ${base ?? "did not run at the base"}` };
  }
  switch (outcomeOf(base)) {
    case "green":
      return { state: "newly-red", why: `it passes at the base and fails at the head (${failed.ended})` };
    case "red": {
      const missing = findMissing(base, failed);
      if (missing !== undefined) {
        return { state: "could-not-run", why: `${red}, and at the base something is missing: ${missing}` };
      }
      // `npm run --silent` says nothing of a script that is not there.
      if (base.output.trim() === "" && failed.output.trim() !== "") {
        return { state: "could-not-run", why: `${red}, and at the base too, but without a word why (${base.ended})` };
      }
      return { state: "red-before", why: `it fails at the base (${base.ended}) and at the head (${failed.ended})` };
    }
    default:
      return { state: "could-not-run", why: `${red}, and at the base ${describeBroken(base)}` };
  }
}

/** What tools and shells say of a script, a file or a configuration that is not there. */
const MISSING =
  /Missing script:|Cannot find module|ERR_MODULE_NOT_FOUND|No module named|No such file|can't open file|cannot open|couldn't find (?:a|an|the) \S*config|No rule to make target|No test files? found|no tests ran|No tests found|no Go files|could not find `?Cargo\.toml/i;

const LONGEST = 200;

/** A line about something that is missing at the base and not at the head: it fails there for another reason. */
function findMissing(base: GateRun, head: GateRun): string | undefined {
  const known = new Set(head.output.split("\n").map((line) => line.trim()));
  const lines = base.output.split("\n").map((line) => line.trim().slice(0, 1000));
  return lines.find((line) => MISSING.test(line) && !known.has(line))?.slice(0, LONGEST);
}

/** Whether a run shows that the gate fails, so that it must run again and at the base. */
export const isRed = (run: GateRun): boolean => outcomeOf(run) === "red";

function outcomeOf({ exitCode }: GateRun): "green" | "red" | "broken" {
  if (exitCode === 0) return "green";
  return exitCode === undefined || isMissing(exitCode) ? "broken" : "red";
}

/** A shell's exit codes for a command that is not there or not executable. */
const isMissing = (exitCode: number): boolean => exitCode === 126 || exitCode === 127;

function describeBroken({ exitCode, ended }: GateRun): string {
  if (exitCode === undefined) return `it was ${ended}`;
  return `a command was not found or may not be run (${ended})`;
}
