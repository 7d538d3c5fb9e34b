import { oneLine } from "#util/words.ts";
import type { EarlierProblem } from "#model/history/earlier-problem.ts";
import { earlierName, type PreviousFinding } from "#model/history/lineage.ts";
import type { EarlierFinding, EarlierWords } from "./bundle-input.ts";

/**
 * The facts about earlier findings for reviewers, from the state of their code. A finding that an earlier round
 * already found fixed is not judged again in every round. `known` has this status, the text of findings and the
 * reasons of decisions. `isMaterial` tells by name whether the code itself changed; without it, every commit that
 * touched the code counts.
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
  const said = known.problem === undefined || !WITH_TEXT.has(state) ? undefined : earlierWording(known.problem);
  return {
    id: nameOf(finding),
    state,
    title,
    severity,
    locations,
    ...(status === "gone" && { isGone: true }),
    ...decisionOf(finding, known, state),
    ...(commits.length > 0 && { commits }),
    codeChanged,
    said,
  };
}

/** For declined and settled findings the title is enough. */
const WITH_TEXT: ReadonlySet<EarlierFinding["state"]> = new Set(["changed", "open"]);

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
  // If the code shows it, then it changed, even if no commit can be named. A person's word alone does not prove that.
  const isByCode = state === "changed" && (status !== "fixed" || problem?.decision?.kind !== "fixed");
  return isByCode || (material ?? commits.length > 0);
}

/** The decision that led to the current state; any other would mislead. */
function decisionOf(
  { decision: id }: PreviousFinding,
  { problem }: Known,
  state: EarlierFinding["state"],
): Pick<EarlierFinding, "decision" | "reason"> {
  const { decision } = problem ?? {};
  if (state === "declined" || state === "accepted-risk") {
    const reason = decision === undefined || (id !== undefined && id !== decision.id) ? undefined : decision.reason;
    const named = id ?? decision?.id;
    return { decision: named, reason };
  }
  if (state !== "changed" || decision?.kind !== "fixed") return {};
  return { decision: decision.id, reason: decision.reason };
}

/** The latest wording of a problem; the advice and the code only if the beginning of the text does not contain them. */
function earlierWording({ wordings, code = [] }: EarlierProblem): EarlierWords | undefined {
  const text = wordings.findLast(({ body }) => body.trim() !== "")?.body;
  const shown = oneLine((text ?? "").slice(0, SHOWN));
  const isNew = (part: string): boolean => part.trim() !== "" && !shown.includes(oneLine(part));
  const fix = wordings.findLast((wording) => wording.fix !== undefined)?.fix;
  const advice = [fix?.text ?? "", ...(fix?.diffs ?? [])].filter(isNew).join("\n");
  const quoted = wordings.findLast(({ quotes }) => quotes.length > 0)?.quotes.map((quote) => quote.code);
  const quotes = (quoted ?? code.map(({ lines }) => lines.join("\n"))).filter(isNew).join("\n…\n");
  const words = {
    ...(text !== undefined && { text }),
    ...(advice !== "" && { advice }),
    ...(quotes !== "" && { code: quotes }),
  };
  return Object.keys(words).length === 0 ? undefined : words;
}

/** Reviewers see about this much of a text; advice and code beyond it are given separately. */
const SHOWN = 1_000;
