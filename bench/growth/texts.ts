import { pick, type Random } from "./random.ts";

/** What one reviewer says. */
export interface Wording {
  readonly title: string;
  readonly body: string;
}

/** One problem in the words of three reviewers. */
export type Wordings = readonly [Wording, Wording, Wording];

/** Sentences that fit any file. */
export const GENERIC: readonly Wordings[] = [
  [
    { title: "The error is ignored", body: "The returned error is not checked." },
    { title: "Error is ignored here", body: "The call can fail, and the error is dropped." },
    { title: "Ignored error", body: "An error is returned and nobody looks at it." },
  ],
  [
    { title: "Missing test", body: "There is no test for the new behaviour." },
    { title: "No test covers this", body: "The new branch is not covered by a test." },
    { title: "Tests are missing", body: "Please add a test for this." },
  ],
  [
    { title: "The input is not validated", body: "Bad input is passed on without a check." },
    { title: "Missing validation of the input", body: "Nothing checks the input before it is used." },
    { title: "Unvalidated input", body: "The value is used as it comes." },
  ],
  [
    { title: "Possible null dereference", body: "The value may be null here." },
    { title: "Null is not handled", body: "This crashes when the value is null." },
    { title: "A null value crashes this", body: "There is no guard against null." },
  ],
  [
    { title: "The resource is never closed", body: "It leaks when the function returns early." },
    { title: "Resource leak", body: "Close it on every path." },
    { title: "Missing close", body: "The handle stays open after an early return." },
  ],
  [
    { title: "Magic number", body: "Give this constant a name." },
    { title: "The literal should be a named constant", body: "Nobody knows what this number means." },
    { title: "Unexplained number", body: "A named constant would say what it is." },
  ],
];

/** A problem with names and words of its own. */
export function specificProblem(random: Random): Wordings {
  const verb = pick(VERBS, random);
  const noun = pick(NOUNS, random);
  const other = pick(NOUNS, random);
  const symbol = `${verb}${capital(noun)}`;
  const helper = `${pick(VERBS, random)}${capital(other)}`;
  const when = pick(MOMENTS, random);
  const { title, body } = pick(FAULTS, random);
  const fill = (text: string): string =>
    text
      .replaceAll("{symbol}", `\`${symbol}\``)
      .replaceAll("{helper}", `\`${helper}\``)
      .replaceAll("{noun}", noun)
      .replaceAll("{other}", other)
      .replaceAll("{when}", when);
  const wording = (at: 0 | 1 | 2): Wording => ({ title: fill(title[at]), body: fill(body[at]) });
  return [wording(0), wording(1), wording(2)];
}

function capital(word: string): string {
  return `${word[0]?.toUpperCase()}${word.slice(1)}`;
}

type Three = readonly [string, string, string];

const FAULTS: readonly { readonly title: Three; readonly body: Three }[] = [
  {
    title: [
      "{symbol} loses the {noun} {when}",
      "The {noun} is lost {when} in {symbol}",
      "{symbol}: {noun} vanishes {when}",
    ],
    body: [
      "{symbol} calls {helper} before the {noun} is stored, so {when} nothing is left of it.",
      "{helper} runs first; {when} the {noun} was not yet saved and is gone.",
      "Because {helper} comes too early, the {noun} disappears {when}.",
    ],
  },
  {
    title: [
      "Two callers of {symbol} race for the {noun}",
      "Data race on the {noun} in {symbol}",
      "{symbol} touches the {noun} without the lock",
    ],
    body: [
      "Both read the {noun} {when}, and {helper} writes it without the lock.",
      "{helper} updates the {noun} while {symbol} reads it; this happens {when}.",
      "{when} {helper} and {symbol} run at once, and the {noun} is torn.",
    ],
  },
  {
    title: [
      "{symbol} trusts the {other} from the request",
      "The {other} reaches {symbol} unchecked",
      "Unchecked {other} in {symbol}",
    ],
    body: [
      "A caller can send any {other}; {when} {helper} uses it to find the {noun} of somebody else.",
      "{helper} takes the {other} as it comes, which gives away a foreign {noun} {when}.",
      "Nobody compares the {other} with the owner of the {noun}; {helper} should, {when}.",
    ],
  },
  {
    title: [
      "{symbol} waits for the {other} forever",
      "No timeout on the {other} in {symbol}",
      "{symbol} hangs when the {other} never comes",
    ],
    body: [
      "{when} {helper} does not answer, and {symbol} blocks with the {noun} held.",
      "{symbol} holds the {noun} while it waits for {helper}; {when} that takes for ever.",
      "A deadline is missing around {helper}: {when} the {noun} stays locked.",
    ],
  },
  {
    title: [
      "{symbol} reads the whole {noun} into memory",
      "Unbounded memory for the {noun} in {symbol}",
      "{symbol} buffers a {noun} of any size",
    ],
    body: [
      "A large {noun} fills the heap {when}; stream it through {helper}.",
      "{helper} could read the {noun} piece by piece; {when} this runs out of memory.",
      "There is no limit on the {noun}. Use {helper} {when}.",
    ],
  },
];

const VERBS = (
  "load store parse render merge split resolve encode decode flush rotate attach detach renew revoke sign verify schedule " +
  "cancel publish archive restore migrate compact shard replay index rank route throttle batch sample trim expand mirror seal"
).split(" ");

const NOUNS = (
  "invoice session ledger voucher tenant cursor snapshot manifest certificate webhook basket coupon payroll roster itinerary " +
  "thumbnail transcript playlist shipment parcel warehouse catalogue auction bidder wallet passport prescription vaccine sensor " +
  "beacon telescope orbit harvest greenhouse turbine reactor glacier harbour lantern compass"
).split(" ");

const MOMENTS = (
  "after a restart|during a rollback|while the leader changes|on the first of the month|when the disk is full|" +
  "at midnight|under heavy load|when two regions disagree|after a partial upgrade|while the queue drains|" +
  "when the clock goes back|if the proxy closes the connection"
).split("|");
