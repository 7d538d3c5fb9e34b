import type { Finding } from "#model/finding.ts";
import { severityLevel } from "#model/severity.ts";
import type { MergedRemark } from "./remark.ts";
import { compare } from "./merge-remarks.ts";

/** What is known when gaps in the tests are put in order. */
export interface GapFacts {
  /** What was found, for the files that a gap names. */
  readonly findings: readonly Pick<Finding, "locations" | "severity">[];
  /** How many voices a remark has: reviewers of one family are one. */
  readonly voices: (remark: MergedRemark) => number;
}

/** A gap and why it stands where it stands. */
export interface RankedGap {
  readonly remark: MergedRemark;
  readonly because: string;
}

/** True of a point, with its lead, that says something is not tested. */
export function isGap(text: string, lead: string): boolean {
  return GAP.test(text) || (GAP.test(lead) && !COVERED.test(text));
}

const GAP =
  /\b(?:no|not|never|without|missing|lacks?|lacking|un(?:der)?tested|uncovered|gaps?|neither|nothing|needs?|should|add|consider)\b|n't\b/i;
const COVERED = /\b(?:is|are|well) (?:covered|tested|exercised)\b/i;

/** What would go wrong unseen, the worst first. A word for the reader stands with each. */
const RISKS: readonly { readonly words: RegExp; readonly say: string; readonly weight: number }[] = [
  {
    words:
      /\b(?:secur\w*|auth\w*|permission\w*|privilege\w*|credential\w*|secrets?|inject\w*|travers\w*|sandbox\w*|escap\w*)\b/i,
    say: "security",
    weight: 4,
  },
  {
    words: /\b(?:data loss|los(?:e|es|ing|t)|corrupt\w*|overwrit\w*|truncat\w*|orphan\w*|migrat\w*|rollback)\b/i,
    say: "loss of data",
    weight: 4,
  },
  {
    words:
      /\b(?:concurren\w*|race\w*|deadlock\w*|parallel\w*|lock(?:s|ed|ing)?|goroutine\w*|thread\w*|atomic\w*|simultaneous\w*)\b/i,
    say: "concurrency",
    weight: 4,
  },
  {
    words:
      /\b(?:errors?|fail\w*|exceptions?|panic\w*|crash\w*|time-?outs?|retr(?:y|ies)|recover\w*|cancel\w*|abort\w*|invalid|malformed|reject\w*)\b/i,
    say: "error path",
    weight: 3,
  },
  {
    words: /\b(?:regress\w*|edge cases?|boundar\w*|empty|nil|null|overflow|upgrade\w*|restart\w*)\b/i,
    say: "edge case",
    weight: 2.5,
  },
];
const COSMETIC =
  /\b(?:typo|wording|formatting|cosmetic|naming|log (?:line|message)s?|help text|output format|minor|nice to have)\b/i;
const HAPPY = 2;
const LEAST = 0.5;
const PER_VOICE = 0.75;
const PER_LEVEL = 0.5;

/** Puts gaps in the tests in order of risk: what may go wrong, how many say so, how bad the findings in those files are. */
export function rankGaps(gaps: readonly MergedRemark[], facts: GapFacts): RankedGap[] {
  return gaps
    .map((remark) => ({ remark, ...weigh(remark, facts) }))
    .sort(
      (a, b) => b.weight - a.weight || a.remark.position - b.remark.position || compare(a.remark.text, b.remark.text),
    )
    .map(({ remark, because }) => ({ remark, because }));
}

function weigh(remark: MergedRemark, { findings, voices }: GapFacts): { weight: number; because: string } {
  const risk = RISKS.find(({ words }) => words.test(remark.text));
  const isCosmetic = risk === undefined && COSMETIC.test(remark.text);
  const base = risk?.weight ?? (isCosmetic ? LEAST : HAPPY);
  const count = voices(remark);
  const near = findings.filter(({ locations }) => locations.some(({ path }) => names(remark.text, path)));
  const worst = near.reduce((level, { severity }) => Math.max(level, severityLevel(severity) + 1), 0);
  const why = [
    risk?.say ?? (isCosmetic ? "cosmetic" : "ordinary use"),
    ...(count > 1 ? [`${count} voices`] : []),
    ...(worst > 0 ? [`${WORST[worst - 1]} finding in the same file`] : []),
  ];
  return { weight: base + (count - 1) * PER_VOICE + worst * PER_LEVEL, because: why.join(", ") };
}

const WORST = ["a mild", "an important", "a critical"] as const;

/** The file's name stands in the text, as a word of its own. */
function names(text: string, path: string): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (name === "") return false;
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const [before = "", after = ""] = [text[at - 1], text[at + name.length]];
    if (!/[\w-]/.test(before) && !/[\w-]/.test(after)) return true;
  }
  return false;
}
