import { formatTable } from "#grammar/tables.ts";
import type { Conversation } from "#model/pull/conversation.ts";
import type { PullCheck } from "#model/pull/pull-request.ts";
import { printable } from "#util/printable.ts";
import { inlineCode, linkOrWords } from "./words.ts";

/** The checks of the reviewed commit when it was read: those that do not pass by name, the others counted. */
export function writeChecks({ checks, readAt }: Conversation): string {
  if (checks.length === 0) return "";
  const quiet = checks.filter(({ state }) => QUIET.includes(state));
  const loud = checks.filter(({ state }) => !QUIET.includes(state)).toSorted((a, b) => rank(a) - rank(b));
  const when = `As it stood on ${readAt.slice(0, 16).replace("T", " ")} UTC: ${tally(checks)}.`;
  if (loud.length === 0) return when;
  const rows = loud.map(({ name, workflow, state, text = "", url }) => [
    linkOrWords(url, printable(workflow === undefined ? name : `${workflow} / ${name}`)),
    WORDS[state],
    text === "" ? "" : inlineCode(text.slice(0, 200)),
  ]);
  const rest =
    quiet.length === 0 ? [] : [`The other ${quiet.length === 1 ? "one" : quiet.length} passed, or had nothing to do.`];
  return [when, formatTable(["Check", "State", "What it says"], rows), ...rest].join("\n\n");
}

const QUIET: readonly PullCheck["state"][] = ["success", "neutral", "skipped"];

const WORDS: Readonly<Record<PullCheck["state"], string>> = {
  failure: "failed",
  "timed-out": "timed out",
  "action-required": "waits for somebody",
  cancelled: "cancelled",
  pending: "not ended",
  neutral: "neutral",
  skipped: "skipped",
  success: "passed",
};

const ORDER = Object.keys(WORDS);
const rank = ({ state }: PullCheck): number => ORDER.indexOf(state);

function tally(checks: readonly PullCheck[]): string {
  const states = [...new Set(checks.toSorted((a, b) => rank(a) - rank(b)).map(({ state }) => state))];
  return states.map((state) => `${checks.filter((one) => one.state === state).length} ${WORDS[state]}`).join(", ");
}
