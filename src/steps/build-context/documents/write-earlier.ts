import { formatLocations } from "#model/location.ts";
import type { EarlierFinding } from "../bundle-input.ts";
import { code, type Document } from "./document.ts";

/** Findings of earlier rounds: what is open, and what was declined with the reason. A blind reviewer gets no reasons. */
export function earlierDocument(findings: readonly EarlierFinding[], blind: boolean): Document {
  const section = (state: EarlierFinding["state"], title: string, about: string): string[] => {
    const own = findings.filter((finding) => finding.state === state);
    return own.length === 0 ? [] : [`## ${title}\n\n${about}`, ...own.map((finding) => itemOf(finding, blind))];
  };
  return {
    name: "earlier",
    about: "Findings of earlier rounds of this review, as facts.",
    unit: "headings and findings",
    blocks: [
      ...section("open", "Open", "Raised before and still open."),
      ...section("declined", "Declined", "People decided against acting on these."),
    ],
  };
}

function itemOf({ ref, round, title, locations, reason, codeChanged }: EarlierFinding, blind: boolean): string {
  const where = formatLocations(locations).map(code).join(", ");
  return [
    `- ${round === undefined ? "" : `Round ${round} `}${code(ref)}: ${code(title)}${where === "" ? "" : ` at ${where}`}`,
    ...(reason === undefined || blind ? [] : [`  Reason given: ${code(reason)}`]),
    ...(codeChanged === true ? ["  Its code changed since."] : []),
  ].join("\n");
}
