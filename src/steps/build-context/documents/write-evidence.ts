import { checkOf } from "#model/finding.ts";
import type { Grounding } from "#model/grounding.ts";
import { formatLocations } from "#model/location.ts";
import type { EvidenceItem } from "../bundle-input.ts";
import { inlineCode, type Document, fencedBlocks } from "./document.ts";

/** An item of evidence with its number: `E12`. */
export interface NumberedEvidence extends EvidenceItem {
  readonly label: string;
}

/** Numbers the evidence in the given order. */
export function numberEvidence(items: readonly EvidenceItem[]): NumberedEvidence[] {
  return items.map((item, at) => ({ ...item, label: `E${at + 1}` }));
}

export function evidenceDocument(items: readonly NumberedEvidence[]): Document {
  return {
    name: "evidence",
    about:
      "Found by programs, not by people or models: facts about the change, with the place and the check that saw it.",
    unit: "items",
    blocks: ["These are already in the report. Judge them; do not find or repeat them.", ...items.flatMap(itemBlocks)],
  };
}

function itemBlocks(item: NumberedEvidence): string[] {
  const { finding, grounding, label } = item;
  const check = checkOf(finding);
  const where = formatLocations(finding.locations).map(inlineCode).join(", ");
  const tag = finding.class === undefined ? finding.severity : `${finding.severity}, ${finding.class}`;
  const heading = [
    `## ${label}`,
    [
      `- What: ${inlineCode(finding.title)} (${tag})`,
      ...(where === "" ? [] : [`- Place: ${where}`]),
      `- Found by: ${inlineCode(check ?? finding.reviewer)}`,
      ...(grounding === undefined ? [] : [`- Quote: ${describeGrounding(grounding.summary)}`]),
    ].join("\n"),
  ].join("\n\n");
  return fencedBlocks(heading, finding.body, "markdown");
}

function describeGrounding({ status, why }: Grounding): string {
  return status === "grounded" ? "is in the reviewed commit as quoted" : `${status}: ${inlineCode(why)}`;
}
