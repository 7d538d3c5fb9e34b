import { joinAnd, oneLine, sentence, truncate } from "#util/words.ts";
import { authorName } from "#model/history/author-name.ts";
import type { Commit } from "#model/change/scope.ts";
import { formatLocation, type Location } from "#model/location.ts";
import type { CitedDecision } from "#model/history/standing-decision.ts";

/** `1a2b3c4 (Stop at 410)`; several joined by "and". */
export function describeCommits(commits: readonly Commit[]): string {
  return listFew(commits.map(({ id, subject }) => `${id.slice(0, 7)} (${truncate(oneLine(subject), 80)})`));
}

/** `src/a.ts:4-6 and src/b.ts`. */
export function describePlaces(locations: readonly Location[]): string {
  return listFew(locations.map(formatLocation));
}

/** The first three by name, the others counted. */
export function listFew(names: readonly string[]): string {
  return joinAnd(names, 3);
}

/** `declined by Ann on 2026-11-02 (D-0123456789): "By design."` */
export function describeDecisionInForce(decision: CitedDecision): string {
  const { kind, author, date, id, reason, until } = decision;
  const who = author === undefined ? "" : ` by ${truncate(oneLine(authorName(author)), 60)}`;
  const why =
    reason === undefined || reason.trim() === "" ? "no reason was given" : `"${truncate(oneLine(reason), 300)}"`;
  const end = until === undefined ? "" : `, until ${until}`;
  return `${KINDS[kind]}${who} on ${date.slice(0, 10)}${end} (${id}): ${why}`;
}

const KINDS: Readonly<Record<CitedDecision["kind"], string>> = {
  declined: "declined",
  "accepted-risk": "accepted as a risk",
  fixed: "said to be fixed",
  reopened: "reopened",
};

export function joinedSentence(...parts: readonly string[]): string {
  return sentence(parts.filter((part) => part !== "").join("; "));
}
