import type { SectionKey } from "#model/assessment.ts";
import type { Finding } from "#model/finding.ts";
import type { LineAround } from "#model/grounding.ts";
import type { Location } from "#model/location.ts";
import { findAcknowledged } from "./find-acknowledged.ts";
import { proseOf } from "./prose.ts";

/** What decides whether a finding belongs to another section. */
export interface RouteFacts {
  /** The lines of the head at a place, three more on each side; empty where there are none. */
  readonly linesAround: (location: Location) => readonly LineAround[];
}

/** The section that a finding is moved to, and why. */
export interface Route {
  readonly to: Exclude<SectionKey, "summary">;
  readonly because: string;
}

/**
 * Decides whether a finding is shown in another section instead. Nothing critical is moved, and nothing important except a
 * limitation that a comment in the code admitted before the change. Remarks on tests, documents and commits stay findings:
 * in the published reports people kept 17 of 19 mild ones on tests, 52 of 54 on documents and both on commits.
 */
export function findRoute(finding: Finding, facts: RouteFacts): Route | undefined {
  const admitted = findAcknowledged(finding, facts);
  if (admitted?.isAtBase === true) return { to: "limitations", because: admitted.because };
  if (finding.severity !== "suggestion") return undefined;
  const prose = proseOf(finding);
  const waived = NO_CHANGE.exec(prose)?.[0];
  if (waived !== undefined) {
    const to = DOCUMENTED.test(prose) ? "limitations" : "design";
    return { to, because: `its author asks for no change: "${waived.replaceAll(/\s+/g, " ")}"` };
  }
  return OBSERVATION.test(prose) ? { to: "design", because: "its author calls it an observation" } : undefined;
}

/** Of the six findings in the published reports that say so without a condition, five did not stay findings. */
const NO_CHANGE =
  /\bno (?:code )?(?:fix|change|action)s? (?:is |are )?(?:strictly )?(?:needed|required|necessary)\b(?! (?:until|unless|if\b|beyond|other than|except|elsewhere|in\b))/i;

const DOCUMENTED = /\b(?:comment|TODO|note|docstring)\b[^.\n]{0,60}\b(?:document|acknowledge|note|describe)[sd]?\b/i;

/** The tag at the end of a finding: `(suggestion, observation)`. */
const OBSERVATION = /\((?:suggestion, ?)?(?:design )?observation\)/i;
