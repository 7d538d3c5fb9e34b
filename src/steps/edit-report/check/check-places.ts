import { locationsInProse } from "#grammar/locations.ts";
import { looksLikeFile } from "#grammar/paths.ts";
import { formatLocation, type Location, mayBeSameFile } from "#model/location.ts";
import type { Report, ReportFinding } from "#model/report.ts";
import { ID } from "./check-names.ts";
import { sentencesOf } from "./passage.ts";

/** Files and lines that the record does not name, and places of other findings. */
export function checkPlaces(text: string, report: Report): string[] {
  const findings = [...report.kept, ...report.routed, ...report.dropped];
  const known: Location[] = [
    ...report.review.scope.files.map(({ path }) => ({ path })),
    ...findings.flatMap(({ locations }) => locations),
  ];
  return sentencesOf(text).flatMap((sentence) => {
    const cited = citedIn(sentence);
    const strange = cited.filter((place) => !known.some((one) => covers(one, place)));
    const ids = [...new Set([...sentence.matchAll(ID)].map(([id]) => id))];
    const only = ids.length === 1 ? findings.find(({ id }) => id === ids[0]) : undefined;
    return [
      ...strange.map((place) => `it names ${formatLocation(place)}, which the record does not`),
      ...(only === undefined || strange.length > 0 ? [] : checkPlacesOf(cited, only)),
    ];
  });
}

/** The text without places, so that their lines are not read as figures. */
export function withoutPlaces(text: string): string {
  return text
    .replaceAll(/`[^`\n]{1,300}`/g, (code) => (citedIn(code).length > 0 ? " … " : code))
    .replaceAll(/(?<![\w/.-])[\w./@-]{1,200}(?::\d{1,7}(?:[-–]\d{1,7})?)?/g, (word) => {
      const path = word.replace(/:\d.*$/, "").replace(/\.$/, "");
      return looksLikeFile(path) ? " … " : word;
    });
}

function checkPlacesOf(cited: readonly Location[], { id, locations }: ReportFinding): string[] {
  const other = cited.filter((place) => locations.length > 0 && !locations.some((one) => covers(one, place)));
  return other.map((place) => `it puts ${id} at ${formatLocation(place)}, which is not its place`);
}

/** Whether a cited place is known: the same file, and only known lines. */
function covers(known: Location, cited: Location): boolean {
  if (!mayBeSameFile(known.path, cited.path)) return false;
  return cited.start === undefined || (known.start === cited.start && known.end === cited.end);
}

function citedIn(text: string): Location[] {
  const bare = (text.match(/(?<![\w/.:`-])[\w./@-]{3,200}(?![\w:`])/g) ?? [])
    .map((word) => word.replace(/\.$/, ""))
    .filter((word) => looksLikeFile(word) && /[./]/.test(word));
  return [...locationsInProse(text), ...bare.map((path) => ({ path }))];
}
