import { closeFences, splitLines } from "#grammar/lines.ts";
import type { Section } from "#model/assessment.ts";
import { formatLocation } from "#model/location.ts";
import type { Conversation, Feedback, StatedLimit } from "#model/pull/conversation.ts";
import { countFeedback } from "#model/pull/count-feedback.ts";
import { describePullState } from "#model/pull/pull-state.ts";
import type { Review } from "#model/review.ts";
import { printable } from "#util/printable.ts";
import { plural, sentence, truncate } from "#util/words.ts";
import { writeChecks } from "./write-checks.ts";
import { inlineCode, linkOrWords } from "./words.ts";

/**
 * The sections of a report with what the pull request itself tells put in: open feedback and limits that the author names
 * stand before what reviewers say of them; the checks of the reviewed commit stand last.
 */
export function writeConversation(conversation: Conversation, sections: readonly Section[]): Section[] {
  const limits = writeLimits(conversation.statedLimits);
  const feedback = writeFeedback(conversation);
  const checks = writeChecks(conversation);
  const own: readonly [Section["key"], string, string][] = [
    ["limitations", "Acknowledged Limitations", limits],
    ["unresolved", "Unresolved Feedback", feedback],
  ];
  let joined: readonly Section[] = sections;
  for (const [key, title, text] of own) if (text !== "") joined = join(joined, { key, title, text });
  return checks === "" ? [...joined] : [...joined, { title: "CI of the Reviewed Commit", text: checks }];
}

/** What a report's header says of the pull request beside its title and author. */
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

/** What a reader must know of how the pull request was read. */
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
    ...(open === 0 ? [] : [`${open} open, ${notActedOn} of them not acted on as far as the code tells.`]),
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

/** What somebody said, inside its item: it can neither end the item nor open a part of the report. */
function quote(text: string): string {
  const shown = printable(text.replaceAll("\r\n", "\n"), { keepNewlines: true }).trim();
  return splitLines(closeFences(truncate(shown, SHORT)))
    .map((line) => `  > ${line}`.trimEnd())
    .join("\n");
}

/** The record has more; the link leads to all of it. */
const SHORT = 700;
