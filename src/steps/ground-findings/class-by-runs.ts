import type { GroundedFinding } from "#model/finding.ts";
import type { ClassGrounding } from "#model/grounding.ts";
import type { Demonstration } from "#model/panel/verification.ts";

/** Findings with the class that the runs of their repros show. What was run outweighs what the lines suggest. */
export function classByRuns(
  raised: readonly GroundedFinding[],
  demonstrations: readonly Demonstration[],
): GroundedFinding[] {
  return raised.map((one) => {
    const shown = demonstrations.find(({ finding, class: own }) => finding === one.finding.id && own !== undefined);
    if (shown === undefined || one.grounding === undefined) return one;
    return { ...one, grounding: { ...one.grounding, class: classOf(one.finding.class, shown) } };
  });
}

function classOf(
  claimed: ClassGrounding["claimed"],
  { class: computed, classWhy = "" }: Demonstration,
): ClassGrounding {
  // What could be better shows nothing wrong, so no run contradicts it.
  const differs = claimed !== undefined && claimed !== "enhancement" && claimed !== computed;
  return { computed, claimed, differs, why: differs ? `called a ${claimed}, but ${classWhy}` : classWhy };
}
