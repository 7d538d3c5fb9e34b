import type { Feedback } from "#model/pull/conversation.ts";
import type { PullCheck } from "#model/pull/pull-request.ts";
import { formatLocation } from "#model/location.ts";
import { listSome } from "#util/words.ts";
import type { PublicationInput } from "../publication-input.ts";
import { codeSpan } from "../text/escape-text.ts";
import { safeLine } from "../text/safe-inline.ts";
import { linkToPost, pageOf } from "./code-address.ts";
import { CHECK_PREFIX } from "./words.ts";

/** Failed checks and open feedback, one line each, as the round found them. */
export function writeOpenItems(input: PublicationInput): string[] {
  const { conversation } = input.report.review;
  if (conversation === undefined) return [];
  const failed = conversation.checks.filter(({ state, externalId }) => {
    return FAILED.includes(state) && externalId?.startsWith(CHECK_PREFIX) !== true;
  });
  const { feedback } = conversation;
  const lines = [
    ...(failed.length === 0
      ? []
      : [
          `Failed checks: ${listSome(
            failed.map((check) => nameCheck(input, check)),
            MAX_LISTED,
          )}.`,
        ]),
    ...(feedback.length === 0 ? [] : [describeFeedback(input, feedback)]),
  ];
  return lines.length === 0 ? [] : [lines.map((line) => `- ${line}`).join("\n")];
}

const FAILED: readonly PullCheck["state"][] = ["failure", "timed-out", "action-required"];

function nameCheck({ pull }: PublicationInput, { name, workflow, url }: PullCheck): string {
  const shown = codeSpan((workflow === undefined ? name : `${workflow} / ${name}`).slice(0, MAX_NAME_LENGTH));
  const page = pageOf(pull, url);
  return page === undefined ? shown : `[${shown}](${page})`;
}

/** Names the feedback that nobody has acted on. */
function describeFeedback(input: PublicationInput, feedback: readonly Feedback[]): string {
  const waiting = feedback.filter(({ state }) => state !== "acted-on");
  const counted = `Open feedback: ${feedback.length}`;
  if (waiting.length === 0) return `${counted}, all acted on.`;
  return `${counted}, ${waiting.length} not acted on: ${listSome(
    waiting.map((one) => nameFeedback(input, one)),
    MAX_LISTED,
  )}.`;
}

function nameFeedback({ pull }: PublicationInput, { author, place, url }: Feedback): string {
  const who = safeLine(author, { host: pull.address.host, most: MAX_NAME_LENGTH });
  const link = linkToPost(pull, url, "comment");
  const at = place === undefined ? "" : ` at ${codeSpan(formatLocation(place).slice(-MAX_NAME_LENGTH))}`;
  return `${who}${at}${link === undefined ? "" : ` (${link})`}`;
}

const MAX_LISTED = 5;
const MAX_NAME_LENGTH = 100;
