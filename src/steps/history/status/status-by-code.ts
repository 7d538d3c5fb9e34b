import type { Commit } from "#model/change/scope.ts";
import type { PreviousFinding } from "#model/history/lineage.ts";
import type { CodeState } from "../trace/code-state.ts";
import { describeCommits, listFew, describePlaces } from "../words.ts";
import type { WeighedVerdicts } from "./weigh-verdicts.ts";

/** A status and the reason for it. */
export interface StatusWithReason {
  readonly status: PreviousFinding["status"];
  readonly text: string;
}

/** The evidence about an earlier problem without a decision. */
export interface Signs {
  readonly code: CodeState;
  readonly raisedAgain: readonly string[];
  /** It was raised again, and that was dropped. */
  readonly isDropped?: boolean;
  readonly closes: WeighedVerdicts["closes"];
  /** A reviewer says without evidence that it is not closed, or only partly. */
  readonly isDoubted?: boolean;
  /** Nobody who could judge it looked at its code in this round. */
  readonly isUnseen?: boolean;
  /** Names of the analyzers that looked again and did not report it. */
  readonly silence?: readonly string[];
  /** Commits that closed it at another place. */
  readonly elsewhere?: readonly Commit[];
  /** The status in the preceding round. */
  readonly settled?: "fixed" | "gone";
}

/** The status of a problem by its code, then by new findings and verdicts on its fix. */
export function statusByCode(signs: Signs): StatusWithReason {
  switch (signs.code.kind) {
    case "changed":
      return statusOfChanged(signs);
    case "partly":
      return statusOfPartly(signs);
    case "gone":
      return statusOfGone(signs);
    case "unknown":
      return statusOfUnknown(signs);
    default:
      return statusOfUnchanged(signs);
  }
}

const describeRaised = (raised: readonly string[]): string => `raised again as ${listFew(raised)}`;
const byCommits = ({ commits }: CodeState): string => (commits.length === 0 ? "" : ` by ${describeCommits(commits)}`);

const silent = ({ isDropped }: Signs): string => (isDropped === true ? "" : "; nobody raised it again");

function statusOfChanged(signs: Signs): StatusWithReason {
  const { code, raisedAgain, closes, isDoubted, silence, isUnseen, settled } = signs;
  const changed = `its code was changed${byCommits(code)}`;
  if (raisedAgain.length > 0 && code.onlyNames === true)
    return { status: "open", text: `only names in its code changed${byCommits(code)}; ${describeRaised(raisedAgain)}` };
  if (raisedAgain.length > 0) {
    const held = settled === "fixed" ? "; the fix did not hold" : "";
    return { status: "partly-fixed", text: `${changed}, but it is ${describeRaised(raisedAgain)}${held}` };
  }
  if (closes === "no") return { status: "open", text: `${changed}, which does not close it` };
  if (closes === "partly") return { status: "partly-fixed", text: `${changed}, which closes it in part` };
  if (closes === "yes") return { status: "fixed", text: changed };
  if (isDoubted === true) return { status: "partly-fixed", text: `${changed}, and it is doubted that this closes it` };
  if (silence !== undefined) return { status: "fixed", text: `${changed}; ${describeSilence(silence)}` };
  if (isUnseen !== true) return { status: "fixed", text: `${changed}${silent(signs)}` };
  if (settled !== undefined) return { status: settled, text: `${changed}; ${describeSettled(settled)}` };
  return { status: "unknown", text: `${changed}; nobody who could judge it looked` };
}

function statusOfPartly({ code, raisedAgain, closes }: Signs): StatusWithReason {
  const changed = `a part of its code was changed${byCommits(code)}; ${describePlaces(code.unchanged)} ${code.unchanged.length === 1 ? "is" : "are"} as before`;
  if (raisedAgain.length > 0)
    return { status: "partly-fixed", text: `${changed}, and it is ${describeRaised(raisedAgain)}` };
  return { status: closes === "yes" ? "fixed" : "partly-fixed", text: changed };
}

function statusOfGone({ code, raisedAgain, closes, isDoubted }: Signs): StatusWithReason {
  const gone = `its code was removed${byCommits(code)}`;
  if (raisedAgain.length > 0) return { status: "open", text: `${gone}, but it is ${describeRaised(raisedAgain)}` };
  if (closes === "no") return { status: "open", text: `${gone}, which does not close it` };
  if (closes === "partly") return { status: "partly-fixed", text: `${gone}, which closes it in part` };
  if (isDoubted === true && closes === undefined)
    return { status: "partly-fixed", text: `${gone}, and it is doubted that this closes it` };
  return { status: "gone", text: gone };
}

function statusOfUnknown(signs: Signs): StatusWithReason {
  const { code, raisedAgain, closes, isDoubted, silence, settled } = signs;
  const unknown = code.note ?? "what it was about cannot be found again";
  if (raisedAgain.length > 0) return { status: "open", text: describeRaised(raisedAgain) };
  if (closes === "no") return { status: "open", text: unknown };
  if (closes === "partly") return { status: "partly-fixed", text: unknown };
  if (closes === "yes") return { status: "fixed", text: unknown };
  if (isDoubted === true) return { status: "open", text: unknown };
  if (silence !== undefined) return { status: "fixed", text: describeSilence(silence) };
  if (settled !== undefined) return { status: settled, text: describeSettled(settled) };
  return { status: "unknown", text: `${unknown}${silent(signs)}` };
}

function statusOfUnchanged(signs: Signs): StatusWithReason {
  const { code, raisedAgain, closes, isDoubted, silence, elsewhere = [], settled } = signs;
  const state = describeState(code);
  const back = code.restored === undefined ? undefined : describeReturn(code);
  if (raisedAgain.length > 0) {
    const again = `${back ?? state}; ${describeRaised(raisedAgain)}`;
    return { status: closes === "yes" || closes === "partly" ? "partly-fixed" : "open", text: again };
  }
  if (closes === "partly") return { status: "partly-fixed", text: back ?? state };
  if (closes === "yes")
    return {
      status: "fixed",
      text: `${back ?? state}; it was fixed elsewhere${elsewhere.length === 0 ? "" : `, by ${describeCommits(elsewhere)}`}`,
    };
  if (closes === "no" || isDoubted === true) return { status: "open", text: back ?? state };
  if (silence !== undefined)
    return { status: "fixed", text: `${state}, so it was fixed elsewhere: ${describeSilence(silence)}` };
  if (back !== undefined) return { status: "open", text: settled === undefined ? back : `it was ${settled}; ${back}` };
  if (settled === "gone") return { status: "open", text: "it was gone with its code, which is there again" };
  if (settled === "fixed") return { status: "fixed", text: `${describeSettled(settled)}; ${state}` };
  return { status: "open", text: `${state}${silent(signs)}` };
}

function describeState({ kind, locations, commits, nearby }: CodeState): string {
  if (kind === "moved") return `its code is unchanged at ${describePlaces(locations)}`;
  if (kind === "renamed") {
    const by = commits.length === 0 ? "" : `, by ${describeCommits(commits)}`;
    return `only names in its code changed${by}; it is at ${describePlaces(locations)}`;
  }
  if (kind === "layout")
    return `only comments or layout of its code changed${commits.length === 0 ? "" : `, by ${describeCommits(commits)}`}`;
  if (kind !== "around") return "its code is unchanged";
  const by = nearby.length === 0 ? "" : `, by ${describeCommits(nearby)}`;
  return `little or nothing of its own lines changed, but lines of its file did${by}`;
}

/** States that changed code has been restored, and by which commit. */
export function describeReturn({ restored }: CodeState): string {
  const commit = restored?.commit;
  const who = commit === undefined ? "" : `, restored by ${describeCommits([commit])}`;
  return `its code is again as it was${who}`;
}

const describeSilence = (names: readonly string[]): string =>
  `${listFew(names)} raised it, looked again and no longer ${names.length === 1 ? "does" : "do"}`;

const describeSettled = (settled: "fixed" | "gone"): string =>
  `an earlier round found it ${settled}, and it was not raised again`;
