import type { CheckHit } from "#model/change/analyzer.ts";
import { hazardLint } from "#reviewers/analyzer/hazard-lint/hazard-lint.ts";
import { type Files, makeIndex } from "../../../helpers/change.ts";

/** What Hazard Lint reports of a change. */
export async function review(head: Files, base: Files = {}): Promise<readonly CheckHit[]> {
  return hazardLint.review(await makeIndex({ base, head }), new AbortController().signal);
}

/** The same in short: the check and the place of each, as `debugger src/a.ts:2`. */
export async function findPlaces(head: Files, base: Files = {}): Promise<string[]> {
  return (await review(head, base)).flatMap(({ check, places }) =>
    places.map(({ location }) => `${check.replace("hazard-lint/", "")} ${location.path}:${location.start}`),
  );
}
