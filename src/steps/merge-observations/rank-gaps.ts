import type { Finding } from "#model/finding.ts";
import { severityLevel } from "#model/severity.ts";
import type { MergedRemark } from "./remark.ts";
import { compareCodeUnits } from "./merge-remarks.ts";

/** The facts for ranking gaps in the tests. */
export interface GapFacts {
  /** The findings, to look up those in the files that a gap names. */
  readonly findings: readonly Pick<Finding, "locations" | "severity">[];
  /** How many reviewers make a remark; reviewers of one family count once. */
  readonly voices: (remark: MergedRemark) => number;
}

/** A gap and the reason for its rank. */
export interface RankedGap {
  readonly remark: MergedRemark;
  readonly because: string;
}

/** Whether a point, with its lead, states that something is not tested. */
export function isGap(text: string, lead: string): boolean {
  return GAP.test(text) || (GAP.test(lead) && !COVERED.test(text));
}

const GAP =
  /\b(?:no|not|never|without|missing|lacks?|lacking|un(?:der)?tested|uncovered|gaps?|neither|nothing|needs?|should|add|consider)\b|n't\b/i;
const COVERED = /\b(?:is|are|well) (?:covered|tested|exercised)\b/i;

/** What could go wrong, worst first, with a label for the reader. */
const RISKS: readonly { readonly words: RegExp; readonly label: string; readonly weight: number }[] = [
  {
    words:
      /\b(?:secur\w*|auth\w*|permission\w*|privilege\w*|credential\w*|secrets?|inject\w*|travers\w*|sandbox\w*|escap\w*)\b/i,
    label: "security",
    weight: 4,
  },
  {
    words: /\b(?:data loss|los(?:e|es|ing|t)|corrupt\w*|overwrit\w*|truncat\w*|orphan\w*|migrat\w*|rollback)\b/i,
    label: "loss of data",
    weight: 4,
  },
  {
    words:
      /\b(?:concurren\w*|race\w*|deadlock\w*|parallel\w*|lock(?:s|ed|ing)?|goroutine\w*|thread\w*|atomic\w*|simultaneous\w*)\b/i,
    label: "concurrency",
    weight: 4,
  },
  {
    words:
      /\b(?:errors?|fail\w*|exceptions?|panic\w*|crash\w*|time-?outs?|retr(?:y|ies)|recover\w*|cancel\w*|abort\w*|invalid|malformed|reject\w*)\b/i,
    label: "error path",
    weight: 3,
  },
  {
    words: /\b(?:regress\w*|edge cases?|boundar\w*|empty|nil|null|overflow|upgrade\w*|restart\w*)\b/i,
    label: "edge case",
    weight: 2.5,
  },
];
const COSMETIC =
  /\b(?:typo|wording|formatting|cosmetic|naming|log (?:line|message)s?|help text|output format|minor|nice to have)\b/i;
const HAPPY = 2;
const MIN_COUNT = 0.5;
const PER_VOICE = 0.75;
const PER_LEVEL = 0.5;

/** Ranks gaps in the tests by risk: what may go wrong, how many reviewers say so, and the findings in those files. */
export function rankGaps(gaps: readonly MergedRemark[], facts: GapFacts): RankedGap[] {
  const files = worstByName(facts.findings);
  return gaps
    .map((remark) => ({ remark, ...weigh(remark, facts.voices(remark), files) }))
    .sort(
      (a, b) =>
        b.weight - a.weight || a.remark.position - b.remark.position || compareCodeUnits(a.remark.text, b.remark.text),
    )
    .map(({ remark, because }) => ({ remark, because }));
}

/** The severity level, from 1, of the worst finding in files of each name. */
function worstByName(findings: GapFacts["findings"]): Map<string, number> {
  const worst = new Map<string, number>();
  for (const { locations, severity } of findings) {
    for (const { path } of locations) {
      const name = path.slice(path.lastIndexOf("/") + 1);
      worst.set(name, Math.max(worst.get(name) ?? 0, severityLevel(severity) + 1));
    }
  }
  worst.delete("");
  return worst;
}

interface Weight {
  readonly weight: number;
  readonly because: string;
}

function weigh(remark: MergedRemark, count: number, files: ReadonlyMap<string, number>): Weight {
  const risk = RISKS.find(({ words }) => words.test(remark.text));
  const isCosmetic = risk === undefined && COSMETIC.test(remark.text);
  const base = risk?.weight ?? (isCosmetic ? MIN_COUNT : HAPPY);
  const near = [...files].filter(([name]) => names(remark.text, name));
  const worst = Math.max(0, ...near.map(([, level]) => level));
  const why = [
    risk?.label ?? (isCosmetic ? "cosmetic" : "ordinary use"),
    ...(count > 1 ? [`${count} voices`] : []),
    ...(worst > 0 ? [`${WORST[worst - 1]} finding in the same file`] : []),
  ];
  return { weight: base + (count - 1) * PER_VOICE + worst * PER_LEVEL, because: why.join(", ") };
}

const WORST = ["a mild", "an important", "a critical"] as const;

/** Whether the text contains the file's name as a separate word. */
function names(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const [before = "", after = ""] = [text[at - 1], text[at + name.length]];
    if (!/[\w-]/.test(before) && !/[\w-]/.test(after)) return true;
  }
  return false;
}
