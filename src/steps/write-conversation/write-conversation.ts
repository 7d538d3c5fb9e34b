import { closeFences, splitLines } from "#grammar/lines.ts";
import type { Section } from "#model/assessment.ts";
import { formatLocation } from "#model/location.ts";
import type { Conversation, Feedback, StatedLimit } from "#model/pull/conversation.ts";
import { countFeedback } from "#model/pull/count-feedback.ts";
import { describePullState } from "#model/pull/pull-state.ts";
import type { Review } from "#model/review.ts";
import { printable } from "#util/printable.ts";
import { plural, sentence, truncate } from "#util/words.ts";
import { formatTable } from "#grammar/tables.ts";
import type { PullCheck } from "#model/pull/pull-request.ts";
import { longestRun } from "#grammar/spans.ts";
import type { GateResult } from "#model/panel/gate.ts";
import { type ExplainedCheck, explainChecks } from "./explain-checks.ts";

/**
 * Adds the pull request's own content to the sections of a report: open feedback and limits stated by the author come
 * before what reviewers say about them; the checks of the reviewed commit come last, with the gates that explain them.
 */
export function writeConversation(
  conversation: Conversation,
  sections: readonly Section[],
  gates: readonly GateResult[] = [],
): Section[] {
  const limits = writeLimits(conversation.statedLimits);
  const feedback = writeFeedback(conversation);
  const checks = writeChecks(conversation, gates);
  const own: readonly [Section["key"], string, string][] = [
    ["limitations", "Acknowledged Limitations", limits],
    ["unresolved", "Unresolved Feedback", feedback],
  ];
  let joined: readonly Section[] = sections;
  for (const [key, title, text] of own) if (text !== "") joined = join(joined, { key, title, text });
  return checks === "" ? [...joined] : [...joined, { title: "CI of the Reviewed Commit", text: checks }];
}

/** The header fields of the pull request beside its title and author. */
export function headerOf(conversation: Conversation | undefined): Review["header"] {
  if (conversation === undefined) return [];
  const { into, from, labels, issues } = conversation;
  const state = describePullState(conversation);
  const fields: [string, string][] = [
    [
      "Into",
      `${inlineCode(into)}${from === undefined ? "" : `, from the fork ${inlineCode(from)}`}${state === undefined ? "" : `; ${state}`}`,
    ],
    ["Labels", labels.map(inlineCode).join(", ")],
    [
      "Closes",
      issues.map(({ name, title, url }) => `${linkOrWords(url, printable(name))} ${inlineCode(title)}`).join(", "),
    ],
  ];
  return fields.filter(([, value]) => value !== "").map(([key, value]) => ({ key, value }));
}

/** The limits of reading the pull request that a reader must know. */
export function limitsOf(conversation: Conversation | undefined): string[] {
  if (conversation === undefined) return [];
  const { movedTo, limits } = conversation;
  return [
    ...(movedTo === undefined ? [] : [`the pull request moved on to ${movedTo.slice(0, 7)} while it was reviewed`]),
    ...limits,
  ];
}

function join(sections: readonly Section[], own: Section): Section[] {
  const at = sections.findIndex(({ key }) => key === own.key);
  const there = sections[at];
  if (there === undefined) return [...sections, own];
  const text = `${own.text}\n\n### What the reviewers say\n\n${there.text}`;
  return sections.with(at, { ...there, text });
}

function writeLimits(limits: readonly StatedLimit[]): string {
  if (limits.length === 0) return "";
  const items = limits.map(
    ({ text, author, url }) => `- ${linkOrWords(url, `the author, ${printable(author)}`)}:\n\n${quote(text)}`,
  );
  return ["The author names these limits in the pull request.", ...items].join("\n\n");
}

function writeFeedback(conversation: Conversation): string {
  const { feedback, resolved } = conversation;
  if (feedback.length === 0 && resolved === 0) return "";
  const { open, notActedOn, unsure } = countFeedback(conversation);
  const head = [
    ...(open === 0 ? [] : [`${open} open, ${notActedOn} of them not acted on as far as the code shows.`]),
    ...(unsure === 0 ? [] : [`${plural(unsure, "thread")}, open or resolved is not known.`]),
    ...(feedback.length === 0 ? ["Nothing is open."] : []),
    ...(resolved === 0 ? [] : [`${plural(resolved, "thread")} ${resolved === 1 ? "is" : "are"} resolved.`]),
  ];
  return [head.join(" "), ...feedback.map(writeItem)].join("\n\n");
}

const STATES: Readonly<Record<Feedback["state"], string>> = {
  "acted-on": "Acted on",
  "not-acted-on": "Not acted on",
  unknown: "Not known",
};

const KINDS: Readonly<Record<Feedback["kind"], string>> = { thread: "thread", review: "review", comment: "comment" };

function writeItem({ kind, author, isBot, text, place, url, state, because, reply }: Feedback): string {
  const where = place === undefined ? "" : ` at ${inlineCode(formatLocation(place))}`;
  const who = `${inlineCode(author)}${isBot ? " (a program)" : ""}`;
  return [
    `- **${STATES[state]}**: ${linkOrWords(url, KINDS[kind])} by ${who}${where}. ${sentence(because)}`,
    quote(text),
    ...(reply === undefined ? [] : [`  ${linkOrWords(reply.url, "The author last answered")}:`, quote(reply.text)]),
  ].join("\n\n");
}

/** A comment's text inside its list item: it can neither end the item nor open a part of the report. */
function quote(text: string): string {
  const shown = printable(text.replaceAll("\r\n", "\n"), { keepNewlines: true }).trim();
  return splitLines(closeFences(truncate(shown, SHORT)))
    .map((line) => `  > ${line}`.trimEnd())
    .join("\n");
}

/** The record has more; the link leads to all of it. */
const SHORT = 700;

/** The checks of the reviewed commit when it was read: those that do not pass by name, the others counted. */
function writeChecks({ checks, readAt }: Conversation, gates: readonly GateResult[]): string {
  if (checks.length === 0) return "";
  const passed = checks.filter(({ state }) => PASSED.includes(state));
  const notPassed = checks.filter(({ state }) => !PASSED.includes(state)).toSorted((a, b) => rank(a) - rank(b));
  const when = `State on ${readAt.slice(0, 16).replace("T", " ")} UTC: ${tally(checks)}.`;
  if (notPassed.length === 0) return when;
  const rows = notPassed.map(({ name, workflow, state, text = "", url }) => [
    linkOrWords(url, printable(workflow === undefined ? name : `${workflow} / ${name}`)),
    WORDS[state],
    text === "" ? "" : inlineCode(text.slice(0, 200)),
  ]);
  const rest =
    passed.length === 0
      ? []
      : [`The other ${passed.length === 1 ? "one" : passed.length} passed, or had nothing to do.`];
  const explained = explainChecks(checks, gates).map(describeExplained);
  return [when, formatTable(["Check", "State", "What it says"], rows), ...rest, ...explained].join("\n\n");
}

function describeExplained({ check: { name }, gates }: ExplainedCheck): string {
  const said = gates.map((gate) => `the gate ${inlineCode(gate.name)} ${WHAT_GATES_SAY[gate.state] ?? ""}`);
  return `${inlineCode(name.slice(0, 200))}: ${said.join(", ")}.`;
}

/** What the state of a gate says about a check of the same name that failed. */
const WHAT_GATES_SAY: Readonly<Partial<Record<GateResult["state"], string>>> = {
  "newly-red": "is newly red here, too, and explains it",
  "red-before": "failed before this change already",
  flaky: "is flaky here: it failed and passed at the same commit",
  green: "passes here, so something else is the reason",
};

const PASSED: readonly PullCheck["state"][] = ["success", "neutral", "skipped"];

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

/** Untrusted text on one line, in code marks that it cannot close. */
function inlineCode(text: string): string {
  const shown = printable(text).replaceAll("|", "¦");
  const longest = longestRun(shown);
  const mark = "`".repeat(longest + 1);
  return longest === 0 ? `${mark}${shown}${mark}` : `${mark} ${shown} ${mark}`;
}

/** A link if the address is a web address; else only the words. */
function linkOrWords(url: string | undefined, words: string): string {
  const safe = words.replaceAll(/[[\]\\`*_<>]/g, String.raw`\$&`);
  return url !== undefined && WEB.test(url) ? `[${safe}](${url})` : safe;
}

// Nothing that could end the address in Markdown, or begin something else.
const WEB = /^https?:\/\/[\w.:-]+(?:\/[\w./~%#?&=+@:;,!$'*-]*)?$/;
