import type { Assessment, Observation, Section, SectionRemark } from "#model/assessment.ts";
import type { Finding } from "#model/finding.ts";
import type { Reviewer } from "#model/panel/reviewer.ts";
import { compareCodeUnits, mergeRemarks } from "./merge-remarks.ts";
import { isGap, rankGaps } from "./rank-gaps.ts";
import type { MergedRemark, RawRemark } from "./remark.ts";
import { splitAssessment } from "./split-assessment.ts";
import { writeSection } from "./write-section.ts";

/** The panel's remarks besides its findings. */
export interface PanelRemarks {
  readonly reviewers: readonly Reviewer[];
  readonly observations: readonly Observation[];
  readonly assessments: readonly Assessment[];
  /** For ranking gaps in the tests. */
  readonly findings: readonly Finding[];
}

/** The merged remarks: observations, and one section for each part that anybody commented on. */
export interface MergedRemarks {
  readonly observations: readonly Observation[];
  readonly sections: readonly Section[];
}

/** Merges the reviewers' remarks. No remark is lost, and the order of the reviewers does not matter. */
export function mergeObservations(sayings: PanelRemarks): MergedRemarks {
  const design = mergeDesign(sayings);
  const others = PARTS.map((section) => ({ section, remarks: mergePart(section, sayings) }));
  const sections = [{ section: "design" as const, remarks: design.map(({ remark }) => remark) }, ...others];
  return {
    observations: design.map(({ remark, kind, scope }, at) => ({
      id: `D${at + 1}`,
      kind,
      scope,
      text: remark.text,
      credits: remark.credits,
      sources: remark.sources,
    })),
    sections: sections
      .filter(({ remarks }) => remarks.length > 0)
      .map(({ section, remarks }) => writeSection(section, remarks, sayings.reviewers)),
  };
}

const PARTS = ["testing", "documentation", "commits", "limitations", "unresolved"] as const;

interface MergedObservation {
  readonly remark: SectionRemark;
  readonly kind: Observation["kind"];
  readonly scope: Observation["scope"];
}

/** Concerns before strengths, this change before the future; then by number of reviewers. */
function mergeDesign({ observations, reviewers }: PanelRemarks): MergedObservation[] {
  const raw = observations.filter((one) => one.reviewer !== undefined);
  const byId = new Map(raw.map((one) => [one.id, one]));
  const counts = new Map<string, number>();
  const remarks = raw.flatMap(({ id, reviewer, kind, text }): RawRemark[] => {
    if (reviewer === undefined) return [];
    const position = counts.get(reviewer) ?? 0;
    counts.set(reviewer, position + 1);
    return [{ id, reviewer, group: kind, position, text }];
  });
  const merged = mergeRemarks(remarks).sort(mostFirst(voicesOf(reviewers)));
  const result = merged.map((remark): MergedObservation => {
    const kind = remark.group === "strength" ? "strength" : "concern";
    const scope = remark.sources.map((id) => byId.get(id)?.scope).find((one) => one !== undefined);
    return { remark: toSectionRemark(remark, GROUPS[kind]), kind, scope };
  });
  const rank = ({ kind, scope }: MergedObservation): number => (kind === "strength" ? 2 : scope === "future" ? 1 : 0);
  return result.toSorted((a, b) => rank(a) - rank(b));
}

const GROUPS = { concern: "Concerns", strength: "Strengths" } as const;

function mergePart(
  section: (typeof PARTS)[number],
  { assessments, reviewers, findings }: PanelRemarks,
): SectionRemark[] {
  const voices = voicesOf(reviewers);
  const merged = mergeRemarks(pointsOf(section, assessments)).sort(mostFirst(voices));
  const gaps = merged.filter(({ group }) => group === "gap");
  const rest = merged.filter(({ group }) => group !== "gap");
  return [
    ...rankGaps(gaps, { findings, voices }).map(({ remark, because }) => ({
      ...toSectionRemark(remark, "Gaps"),
      because,
    })),
    ...rest.map((remark) => toSectionRemark(remark, section === "testing" && gaps.length > 0 ? "Also said" : "")),
  ];
}

function pointsOf(section: Assessment["section"], assessments: readonly Assessment[]): RawRemark[] {
  const counts = new Map<string, number>();
  return assessments
    .filter((assessment) => assessment.section === section)
    .flatMap(({ reviewer, pass, text }) =>
      splitAssessment(text).map((point) => {
        const chapter = `${reviewer}:${pass > 1 ? `p${pass}.` : ""}${section}`;
        const number = (counts.get(chapter) ?? 0) + 1;
        counts.set(chapter, number);
        const group = section === "testing" && isGap(point.text, point.lead) ? "gap" : "remark";
        return { id: `${chapter}.${number}`, reviewer, group, position: number, text: point.text };
      }),
    );
}

type Voices = (remark: MergedRemark) => number;

/** Reviewers of one family count once. */
function voicesOf(reviewers: readonly Reviewer[]): Voices {
  const families = new Map(reviewers.map(({ id, family }) => [id, family]));
  return ({ credits }) => new Set(credits.map((id) => families.get(id) ?? id)).size;
}

function mostFirst(voices: Voices): (a: MergedRemark, b: MergedRemark) => number {
  return (a, b) => voices(b) - voices(a) || a.position - b.position || compareCodeUnits(a.text, b.text);
}

function toSectionRemark({ text, credits, sources }: MergedRemark, group: string): SectionRemark {
  return { group, text, credits, sources };
}
