import type { EarlierProblem } from "#model/history/earlier-problem.ts";
import { earlierName, type PreviousFinding } from "#model/history/lineage.ts";
import type { EarlierFinding } from "./bundle-input.ts";
import { earlierWording } from "./words-of.ts";

/**
 * What reviewers are told of earlier findings, from what the code says became of each. A finding that an earlier round
 * already found fixed is not judged in every round again. `known` says that, the words of findings and the reasons of decisions. `isMaterial`
 * says by name whether what the code says changed; without it every commit that touched the code counts.
 */
export function earlierFor(
  previous: readonly PreviousFinding[],
  known: readonly EarlierProblem[] = [],
  isMaterial: (name: string) => boolean | undefined = () => undefined,
): readonly EarlierFinding[] {
  const byName = new Map(known.map((problem) => [earlierName(problem.ref), problem]));
  return previous.map((finding) => {
    const name = nameOf(finding);
    return toEarlier(finding, { problem: byName.get(name), material: isMaterial(name) });
  });
}

interface Known {
  readonly problem: EarlierProblem | undefined;
  readonly material: boolean | undefined;
}

const nameOf = ({ of, ref }: PreviousFinding): string => (of === undefined ? ref : earlierName(of));

function toEarlier(finding: PreviousFinding, known: Known): EarlierFinding {
  const { title, severity, locations = [], commits = [], status } = finding;
  const state = stateOf(finding, known);
  const codeChanged = hasChanged(finding, known, state);
  const said = known.problem === undefined || !TOLD.has(state) ? undefined : earlierWording(known.problem);
  return {
    id: nameOf(finding),
    state,
    title,
    ...(severity !== undefined && { severity }),
    locations,
    ...(status === "gone" && { isGone: true }),
    ...decisionOf(finding, known, state),
    ...(commits.length > 0 && { commits }),
    ...(codeChanged !== undefined && { codeChanged }),
    ...(said !== undefined && { said }),
  };
}

/** Of what is declined or settled the title is enough to know it by. */
const TOLD: ReadonlySet<EarlierFinding["state"]> = new Set(["changed", "open"]);

function stateOf({ status }: PreviousFinding, { problem }: Known): EarlierFinding["state"] {
  if (status === "declined" || status === "accepted-risk") return status;
  if (status === "open" || status === "unknown") return "open";
  return problem?.settled !== undefined && status !== "partly-fixed" ? "settled" : "changed";
}

function hasChanged(
  { status, commits = [] }: PreviousFinding,
  { problem, material }: Known,
  state: EarlierFinding["state"],
): boolean | undefined {
  if (status === "unknown") return undefined;
  // Found by the code: then it changed, also where no commit can be named. A person's word alone does not say so.
  const isByCode = state === "changed" && (status !== "fixed" || problem?.decision?.kind !== "fixed");
  return isByCode || (material ?? commits.length > 0);
}

/** The decision that put it where it is; one that does not bear on that would mislead. */
function decisionOf(
  { decision: id }: PreviousFinding,
  { problem }: Known,
  state: EarlierFinding["state"],
): Pick<EarlierFinding, "decision" | "reason"> {
  const { decision } = problem ?? {};
  if (state === "declined" || state === "accepted-risk") {
    const reason = decision === undefined || (id !== undefined && id !== decision.id) ? undefined : decision.reason;
    const named = id ?? decision?.id;
    return { ...(named !== undefined && { decision: named }), ...(reason !== undefined && { reason }) };
  }
  if (state !== "changed" || decision?.kind !== "fixed") return {};
  return { decision: decision.id, ...(decision.reason !== undefined && { reason: decision.reason }) };
}
