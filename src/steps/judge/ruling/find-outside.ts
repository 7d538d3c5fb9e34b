import type { Finding } from "#model/finding.ts";
import { formatLocations } from "#model/location.ts";
import type { DropFacts } from "./find-drop.ts";
import { proseOf } from "./prose.ts";

/** Words by which a reviewer ties what it says of another file to the change. */
const TIES =
  /\b(?:this|the) (?:change|diff|commit|pull request|PR|patch|branch)\b|\b(?:introduc|expos|regress|now (?:break|fail|call|return|use))/i;

/**
 * Why a finding is outside of what the user asked to be reviewed. Only where the review was narrowed by path, every cited
 * file is outside, and the text neither names a file inside nor ties itself to the change. Code that the change did not
 * touch is not outside by itself, and a critical is heard wherever it stands.
 */
export function findOutside(finding: Finding, { narrowedTo, grounding }: DropFacts): string | undefined {
  if (narrowedTo === undefined || finding.severity === "critical" || finding.locations.length === 0) return undefined;
  const cited = finding.locations.map(({ path }, at) => grounding?.places[at]?.path ?? path);
  if (cited.some((path) => narrowedTo.some((inside) => mayBeSame(path, inside)))) return undefined;
  const words = `${finding.title}\n${proseOf(finding)}`;
  if (TIES.test(words) || narrowedTo.some((inside) => words.includes(nameOf(inside)))) return undefined;
  const where = [...new Set(formatLocations(finding.locations))].join(", ");
  return `it is about ${where} alone, outside of the paths that were to be reviewed`;
}

/** A reviewer may write the end of a path, or a folder. */
function mayBeSame(cited: string, inside: string): boolean {
  if (cited.endsWith("/")) return inside.startsWith(cited) || inside.includes(`/${cited}`);
  return cited === inside || inside.endsWith(`/${cited}`) || cited.endsWith(`/${inside}`);
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
