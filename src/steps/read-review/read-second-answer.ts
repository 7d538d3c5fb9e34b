import type { Finding } from "#model/finding.ts";
import { findingId } from "#model/ids.ts";
import type { Unplaced } from "#model/panel/reviewer.ts";
import { severityLevel } from "#model/severity.ts";
import { claimsProblem } from "./claims-problem.ts";
import { isProgressNote } from "./is-progress-note.ts";
import { reportsAllIsWell } from "./reports-nothing.ts";

/** The parsed content of one version of a review. */
export interface Version {
  readonly text: string;
  readonly findings: readonly Finding[];
}

/**
 * The findings of an earlier version of a review that the later one does not repeat at least as severely. Leaving a
 * finding out of a second version does not withdraw it: only a statement about the finding does.
 */
export function findingsLeftOut(earlier: readonly Finding[], later: readonly Finding[]): Finding[] {
  const left = earlier.filter((finding) => !later.some((other) => repeats(other, finding)));
  const labels = new Set<string>(later.map(({ label }) => label));
  return left.map((finding) => {
    const label = freeLabel(finding.label, labels);
    labels.add(label);
    return { ...finding, label, id: findingId(finding.reviewer, label, finding.pass) };
  });
}

/** The passages of a first answer that may contain a finding and that the second does not repeat, line by line. */
export function passagesLeftOut(earlier: readonly Unplaced[], { text, findings }: Version): Unplaced[] {
  const found = wordsIn(findings.map(({ title, body }) => `${title}\n${body}`).join("\n"));
  const whole = wordsIn(text);
  const isAgain = (line: string): boolean =>
    shareOf(wordsIn(line), found) >= ENOUGH_WORDS ||
    (!claimsProblem(line) && shareOf(wordsIn(line), whole) >= ENOUGH_WORDS);
  return earlier.filter(({ text: passage, mayHoldFinding }) => {
    const said = passage.split("\n").filter((line) => /\p{L}{2}/u.test(line));
    return (
      mayHoldFinding === true && !said.every((line) => isProgressNote(line) || reportsAllIsWell(line) || isAgain(line))
    );
  });
}

const ENOUGH_WORDS = 0.6;
/** With the same place, fewer words are enough. */
const ENOUGH_WITH_PLACE = 0.25;

function repeats(other: Finding, finding: Finding): boolean {
  if (other.withdrawn !== true && severityLevel(other.severity) < severityLevel(finding.severity)) return false;
  if (finding.withdrawn === true || other.title === finding.title) return true;
  const share = shareOf(wordsIn(finding.title), wordsIn(`${other.title}\n${other.body}`));
  return share >= ENOUGH_WORDS || (share >= ENOUGH_WITH_PLACE && sharesPlace(finding, other));
}

function sharesPlace({ locations }: Finding, other: Finding): boolean {
  return locations.some(({ path }) => other.locations.some((place) => place.path === path));
}

/** The meaningful words: the longer ones, or all in scripts without spaces. */
export function wordsIn(text: string): ReadonlySet<string> {
  return new Set(
    text.toLowerCase().match(/[\p{L}\p{N}_]{4,}|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu) ?? [],
  );
}

export function shareOf(words: ReadonlySet<string>, others: ReadonlySet<string>): number {
  if (words.size === 0) return 0;
  let shared = 0;
  for (const word of words) if (others.has(word)) shared += 1;
  return shared / words.size;
}

function freeLabel(label: string, taken: ReadonlySet<string>): string {
  if (!taken.has(label)) return label;
  const name = label.replace(/~\d+$/, "");
  let copy = 2;
  while (taken.has(`${name}~${copy}`)) copy += 1;
  return `${name}~${copy}`;
}
