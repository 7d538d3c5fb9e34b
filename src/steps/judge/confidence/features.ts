import type { Near } from "./near-findings.ts";
import { lengthOf, wordingOf } from "./wording.ts";

/** What is needed of a finding to say how likely it stands. More than its words and its author is not asked for. */
export interface PanelFinding {
  /** Its author; reviewers of one family of models are one voice and have one name here. */
  readonly reviewer: string;
  readonly text: string;
  /** It speaks for its cluster only where nobody else stands in it. */
  readonly speaksLast?: boolean;
  /** How bad its author says it is; the worst of a cluster speaks for it. */
  readonly claims?: number;
}

/** The findings of a panel on one change, in each reviewer's own order, and what is known of how they belong together. */
export interface Panel {
  readonly findings: readonly PanelFinding[];
  /** Which findings are about the same problem; every finding once, by its place in `findings`. */
  readonly clusters: readonly (readonly number[])[];
  readonly near: Near;
  /** What a reviewer's findings were worth before, in log odds against the usual; 0 when unknown. */
  readonly record?: (reviewer: string) => number;
}

/** What is read off a finding, in the order of the weights. */
export const FEATURES = [
  "secondVoice",
  "thirdVoice",
  "nearest",
  "nearestRoot",
  "secondNearest",
  "first",
  "position",
  "volume",
  "panelVolume",
  "ownNearest",
  "saidBefore",
  "definite",
  "contrast",
  "errorHandling",
  "style",
  "documentation",
  "performance",
  "values",
  "crash",
  "compatibility",
  "length",
  "record",
] as const;

/** The name of a thing that is read off a finding. */
export type Feature = (typeof FEATURES)[number];
export type Features = Readonly<Record<Feature, number>>;

/** More likeness than this says no more: it is the same problem. */
const ALIKE = 0.6;

/** Reads the features of every finding of a panel. Likeness counts beside clusters, so one wrong cut costs little. */
export function featuresOf(panel: Panel): Features[] {
  const { findings, clusters, near, record } = panel;
  const voices = new Map(clusters.flatMap((members) => members.map((at) => [at, voicesOf(findings, members)])));
  const counts = new Map<string, number>();
  const positions = findings.map(({ reviewer }) => {
    const position = counts.get(reviewer) ?? 0;
    counts.set(reviewer, position + 1);
    return position;
  });
  const panelVolume = Math.log(findings.length / Math.max(1, counts.size));
  return findings.map(({ reviewer, text }, at) => {
    const position = positions[at]!;
    const { nearest, second, ownNearest, saidBefore } = neighboursOf(at, { findings, near });
    return {
      secondVoice: (voices.get(at) ?? 1) >= 2 ? 1 : 0,
      thirdVoice: (voices.get(at) ?? 1) >= 3 ? 1 : 0,
      nearest: Math.min(ALIKE, nearest),
      nearestRoot: Math.sqrt(nearest),
      secondNearest: Math.min(ALIKE, second),
      first: position === 0 ? 1 : 0,
      position: Math.log(1 + position),
      volume: Math.log(counts.get(reviewer)!),
      panelVolume,
      ownNearest: Math.min(ALIKE, ownNearest),
      saidBefore,
      ...wordingOf(text),
      length: lengthOf(text),
      record: record?.(reviewer) ?? 0,
    };
  });
}

function voicesOf(findings: readonly PanelFinding[], members: readonly number[]): number {
  return new Set(members.map((at) => findings[at]!.reviewer)).size;
}

/** The nearest finding of another reviewer, of a second other one, and of its own reviewer: anywhere, and before it. */
function neighboursOf(at: number, { findings, near }: Pick<Panel, "findings" | "near">) {
  const most = new Map<string, number>();
  let ownNearest = 0;
  let saidBefore = 0;
  for (const [other, likeness] of near[at] ?? []) {
    const reviewer = findings[other]!.reviewer;
    if (reviewer !== findings[at]!.reviewer) {
      most.set(reviewer, Math.max(most.get(reviewer) ?? 0, likeness));
      continue;
    }
    ownNearest = Math.max(ownNearest, likeness);
    if (other < at) saidBefore = Math.max(saidBefore, likeness);
  }
  const [nearest = 0, second = 0] = [...most.values()].sort((a, b) => b - a);
  return { nearest, second, ownNearest, saidBefore };
}
