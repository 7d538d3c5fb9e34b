import type { CheckHit } from "#model/change/analyzer.ts";
import { formatLocation } from "#model/location.ts";
import type { CheckRunner } from "#reviewers/analyzer/check-runner.ts";
import { exampleChange } from "./example-change.ts";

/** The hits of one check on a change written as in the checks' examples. */
export async function runCheck({ find }: CheckRunner, example: string): Promise<readonly CheckHit[]> {
  return find(await exampleChange(example), new AbortController().signal);
}

/** Where a check reports something: the places of each hit, as `path:line`. */
export async function placesFound(one: CheckRunner, example: string): Promise<string[][]> {
  return (await runCheck(one, example)).map(({ places }) => places.map(({ location }) => formatLocation(location)));
}
