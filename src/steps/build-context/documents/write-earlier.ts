import { formatLocations } from "#model/location.ts";
import type { EarlierFinding } from "../bundle-input.ts";
import { code, count, type Document } from "./document.ts";

/**
 * Findings of earlier rounds: fixes to be judged, what is open, what was declined, what is settled. A blind reviewer gets
 * no reasons and no commit subjects.
 */
export function earlierDocument(findings: readonly EarlierFinding[], blind: boolean): Document {
  return {
    name: "earlier",
    about: "Findings of earlier rounds of this review, as facts.",
    unit: "headings and findings",
    blocks: PARTS.flatMap(({ title, about, states }) => {
      const own = findings.filter(({ state }) => states.includes(state));
      return own.length === 0 ? [] : [`## ${title}\n\n${about}`, ...own.map((finding) => itemOf(finding, blind))];
    }),
  };
}

interface EarlierPart {
  readonly title: string;
  readonly about: string;
  readonly states: readonly EarlierFinding["state"][];
}

/** In this order: where room ends, what wants an answer is given first. */
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

function itemOf(finding: EarlierFinding, blind: boolean): string {
  const { id, severity, title } = finding;
  const rated = severity === undefined ? "" : ` (${severity})`;
  const facts = [...sayDecision(finding, blind), ...sayCommits(finding, blind), ...sayCode(finding)];
  return [
    `- ${clipped(id, 100)}${rated}: ${clipped(title, LONGEST_TITLE)}${sayPlaces(finding)}`,
    ...facts.map((fact) => `  ${fact}`),
  ].join("\n");
}

function sayPlaces({ locations, isGone }: EarlierFinding): string {
  const places = formatLocations(locations);
  if (places.length === 0) return "";
  return `${isGone === true ? ", stood" : ""} at ${listed(places, (place) => clipped(place, LONGEST_PLACE))}`;
}

function sayDecision({ state, decision, reason }: EarlierFinding, blind: boolean): string[] {
  const named = decision === undefined ? "" : ` (${clipped(decision, 100)})`;
  const kinds = { declined: "Declined", "accepted-risk": "Accepted as a risk", changed: "Called fixed by a person" };
  const kind = state === "open" || state === "settled" ? undefined : kinds[state];
  if (kind === undefined || (state === "changed" && decision === undefined)) return [];
  return [`${kind}${named}${reason === undefined || blind ? "." : `: ${clipped(reason, LONGEST_REASON)}`}`];
}

function sayCommits({ commits = [] }: EarlierFinding, blind: boolean): string[] {
  if (commits.length === 0) return [];
  const said = listed(commits, ({ id, subject }) =>
    blind ? clipped(id, 12) : `${clipped(id, 12)} ${clipped(subject, LONGEST_TITLE)}`,
  );
  return [`Commits since that touched its code: ${said}`];
}

function sayCode({ state, isGone, codeChanged, commits = [] }: EarlierFinding): string[] {
  if (isGone === true) return ["Its code is gone."];
  if (state === "settled") return [];
  if (codeChanged === undefined) return ["Whether its code changed is not known."];
  if (codeChanged) return ["Its code changed since."];
  return [
    commits.length === 0 ? "Its code did not change." : "Only its layout, comments or the lines around it changed.",
  ];
}

const LONGEST_TITLE = 400;
const LONGEST_PLACE = 400;
const LONGEST_REASON = 2000;
/** More places or commits of one finding are counted, not listed. */
const MOST_LISTED = 10;

function listed<T>(items: readonly T[], say: (item: T) => string): string {
  const rest = items.length - MOST_LISTED;
  const said = items.slice(0, MOST_LISTED).map(say);
  return [...said, ...(rest > 0 ? [`and ${rest} more`] : [])].join(", ");
}

/** Untrusted text in code marks; what is cut off is counted. */
function clipped(text: string, most: number): string {
  if (text.length <= most) return code(text);
  // A commit's id is known by its beginning.
  if (/^[0-9a-f]{40,64}$/.test(text)) return code(text.slice(0, most));
  const kept = text.slice(0, most).replace(/[\ud800-\udbff]$/, "");
  return `${code(kept)} (and ${count(text.length - kept.length, "character")} more)`;
}
