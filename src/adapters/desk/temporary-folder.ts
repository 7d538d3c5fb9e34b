import { tmpdir } from "node:os";
import { makeOwnerFolder, sweepFolders } from "./owner.ts";

/** Names of the folders below: nothing else in a place that all programs share is ours to remove. */
const OWN_NAME = /^\.?deep-review-(?:[a-z]{1,20}-)?\d{1,10}-[0-9a-f]{8}$/;

let swept: Promise<unknown> | undefined;

/**
 * Makes a temporary folder that only this user can read. What a process left that was killed is removed first, once:
 * whoever is killed cannot do it.
 */
export async function makeTemporaryFolder(label = "deep-review"): Promise<string> {
  const place = tmpdir();
  swept ??= sweepFolders(place, [OWN_NAME]);
  await swept;
  return makeOwnerFolder(place, label);
}
