import { formatLocations } from "#model/location.ts";
import { listSome, plural } from "#util/words.ts";
import type { EarlierFinding } from "../bundle-input.ts";
import { type Document, DOCUMENT_BUDGET, fence, inlineCode } from "./document.ts";

/**
 * Findings of earlier rounds: fixes to be judged, open, declined and settled ones; for the first two also their text.
 * A blind reviewer gets no reasons and no commit subjects.
 */
export function earlierDocument(findings: readonly EarlierFinding[], blind: boolean): Document {
  const parts = PARTS.map(({ states, ...part }) => ({
    ...part,
    own: findings.filter(({ state }) => states.includes(state)).map((finding) => describe(finding, blind)),
  }));
  const names = parts.flatMap(({ own }) =>
    own.map(({ item, said }) => item.length + (said.length > 0 ? NO_ROOM.length : 0)),
  );
  const room = new Room(DOCUMENT_BUDGET - HEADINGS - names.reduce((sum, length) => sum + length, 0));
  return {
    name: "earlier",
    about: "Findings of earlier rounds of this review, as facts.",
    unit: "headings and findings",
    blocks: parts.flatMap(({ title, about, own }) =>
      own.length === 0 ? [] : [`## ${title}\n\n${about}`, ...own.map(({ item, said }) => `${item}${room.take(said)}`)],
    ),
  };
}

const HEADINGS = 1_000;
/** At least this many characters of text are given, even if then not all findings can be named. */
const MIN_TEXT = 30_000;

/** The room left for the text of findings when all are named, first come first served. */
class Room {
  #free: number;

  constructor(free: number) {
    this.#free = Math.max(free, MIN_TEXT);
  }

  take(said: readonly string[]): string {
    if (said.length === 0) return "";
    const text = said.map((line) => (line === "" ? "\n" : `\n  ${line}`)).join("");
    const cost = text.length - NO_ROOM.length;
    if (cost > this.#free) return NO_ROOM;
    this.#free -= cost;
    return text;
  }
}

const NO_ROOM = "\n  There is no room for its text.";

interface EarlierPart {
  readonly title: string;
  readonly about: string;
  readonly states: readonly EarlierFinding["state"][];
}

/** In order of priority if room is short: findings that need an answer come first. */
const PARTS: readonly EarlierPart[] = [
  {
    title: "Fixes to judge",
    about: "Their code changed since they were raised, or a person calls them fixed. Nobody has judged that yet.",
    states: ["changed"],
  },
  { title: "Open", about: "Raised before; nothing shows that they were settled.", states: ["open"] },
  {
    title: "Declined",
    about: "People decided against acting on these, or accepted the risk.",
    states: ["declined", "accepted-risk"],
  },
  {
    title: "Settled",
    about: "An earlier round found them fixed or gone, and nothing shows that they are back.",
    states: ["settled"],
  },
];

/** The facts of a finding that are always given, and its text. */
function describe(finding: EarlierFinding, blind: boolean): { readonly item: string; readonly said: string[] } {
  const { id, severity, title } = finding;
  const rated = severity === undefined ? "" : ` (${severity})`;
  const facts = [...describeDecision(finding, blind), ...describeCommits(finding, blind), ...describeCode(finding)];
  const lines = [
    `- ${clipped(id, 100)}${rated}: ${clipped(title, MAX_TITLE_LENGTH)}${describePlaces(finding)}`,
    ...facts.map((fact) => `  ${fact}`),
  ];
  return { item: lines.join("\n"), said: quoteEarlierFinding(finding) };
}

function describePlaces({ locations, isGone }: EarlierFinding): string {
  const places = formatLocations(locations);
  if (places.length === 0) return "";
  return `${isGone === true ? ", was" : ""} at ${listSome(
    places.map((place) => clipped(place, MAX_PLACE_LENGTH)),
    MAX_LISTED,
  )}`;
}

function describeDecision({ state, decision, reason }: EarlierFinding, blind: boolean): string[] {
  const named = decision === undefined ? "" : ` (${clipped(decision, 100)})`;
  const kinds = { declined: "Declined", "accepted-risk": "Accepted as a risk", changed: "Called fixed by a person" };
  const kind = state === "open" || state === "settled" ? undefined : kinds[state];
  if (kind === undefined || (state === "changed" && decision === undefined)) return [];
  return [`${kind}${named}${reason === undefined || blind ? "." : `: ${clipped(reason, MAX_REASON_LENGTH)}`}`];
}

function describeCommits({ commits = [] }: EarlierFinding, blind: boolean): string[] {
  if (commits.length === 0) return [];
  const said = commits.map(({ id, subject }) =>
    blind ? clipped(id, 12) : `${clipped(id, 12)} ${clipped(subject, MAX_TITLE_LENGTH)}`,
  );
  return [`Commits since that touched its code: ${listSome(said, MAX_LISTED)}`];
}

function describeCode({ state, isGone, codeChanged, commits = [] }: EarlierFinding): string[] {
  if (isGone === true) return ["Its code is gone."];
  if (state === "settled") return [];
  if (codeChanged === undefined) return ["Whether its code changed is not known."];
  if (codeChanged) return ["Its code changed since."];
  return [
    commits.length === 0 ? "Its code did not change." : "Only its layout, comments or the lines around it changed.",
  ];
}

const MAX_TITLE_LENGTH = 400;
const MAX_PLACE_LENGTH = 400;
const MAX_REASON_LENGTH = 2000;
/** Further places or commits of one finding are counted, not listed. */
const MAX_LISTED = 10;

/** Untrusted text in code marks; what is cut off is counted. */
function clipped(text: string, most: number): string {
  if (text.length <= most) return inlineCode(text);
  // The beginning of a commit's id is enough.
  if (/^[0-9a-f]{40,64}$/.test(text)) return inlineCode(text.slice(0, most));
  const kept = text.slice(0, most).replace(/[\ud800-\udbff]$/, "");
  return `${inlineCode(kept)} (and ${plural(text.length - kept.length, "character")} more)`;
}

/** The content of an earlier finding: its text, advice and quoted code, each truncated, as fences below its item. */
function quoteEarlierFinding({ said }: EarlierFinding): string[] {
  if (said === undefined) return [];
  return [
    ...part("Its text", said.text, MAX_TEXT),
    ...part("The advice", said.advice, MAX_ADVICE),
    ...part("The code as it was quoted", said.code, MAX_CODE),
  ];
}

const MAX_TEXT = { characters: 1200, lines: 60 };
const MAX_ADVICE = { characters: 800, lines: 40 };
const MAX_CODE = { characters: 1200, lines: 40 };

function part(title: string, text: string | undefined, most: typeof MAX_TEXT): string[] {
  const whole = text?.replaceAll(/\r\n?/g, "\n").trimEnd() ?? "";
  if (whole === "") return [];
  const kept = whole
    .slice(0, most.characters)
    .replace(/[\ud800-\udbff]$/, "")
    .split("\n")
    .slice(0, most.lines)
    .join("\n");
  const cut = whole.length - kept.length;
  return [`${title}${cut > 0 ? `, but for ${plural(cut, "character")} at its end` : ""}:`, ...fence(kept).split("\n")];
}
