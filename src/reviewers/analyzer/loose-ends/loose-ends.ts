import type { CheckHit } from "#model/change/analyzer.ts";
import type { Location } from "#model/location.ts";
import { type CheckRunner, createAnalyzer } from "../check-runner.ts";
import { commentName } from "./checks/comment-name.ts";
import { halfReplaced } from "./checks/half-replaced.ts";
import { messageName } from "./checks/message-name.ts";
import { missingPath } from "./checks/missing-path.ts";
import { missingSymbol } from "./checks/missing-symbol.ts";
import { oldMessage } from "./checks/old-message.ts";
import { removedCommand } from "./checks/removed-command.ts";
import { removedHeading } from "./checks/removed-heading.ts";
import { removedName } from "./checks/removed-name.ts";
import { removedPath } from "./checks/removed-path.ts";
import { removedSetting } from "./checks/removed-setting.ts";
import { repeatedComment } from "./checks/repeated-comment.ts";
import { undocumentedField } from "./checks/undocumented-field.ts";
import { undocumentedName } from "./checks/undocumented-name.ts";

/** The checks of Loose Ends, the most reliable first. Add a check to this list. */
export const LOOSE_END_CHECKS: readonly CheckRunner[] = [
  removedSetting,
  removedCommand,
  removedPath,
  removedHeading,
  removedName,
  oldMessage,
  halfReplaced,
  commentName,
  missingSymbol,
  missingPath,
  repeatedComment,
  undocumentedName,
  undocumentedField,
  messageName,
];

/** Looks for what a change leaves behind, mostly outside its own lines. */
export const looseEnds = createAnalyzer({
  id: "loose-ends",
  name: "Loose Ends",
  question: "Did the change finish what it started?",
  checks: LOOSE_END_CHECKS,
  findReported: (hit, earlier) => earlier.find((one) => covers(one, hit)),
});

/** Whether a more reliable check already reported every place of this hit. */
function covers(earlier: CheckHit, hit: CheckHit): boolean {
  if (earlier.check === hit.check) return false;
  return hit.places.every((place) => earlier.places.some((other) => overlap(other.location, place.location)));
}

function overlap(a: Location, b: Location): boolean {
  if (a.path !== b.path || a.start === undefined || b.start === undefined) return false;
  return a.start <= (b.end ?? b.start) && b.start <= (a.end ?? a.start);
}
