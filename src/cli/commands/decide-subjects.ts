import type { Archive } from "#adapters/store/archive.ts";
import type { Review } from "#model/review.ts";
import { earlierName } from "#model/history/lineage.ts";
import type { StandingDecision } from "#model/history/standing-decision.ts";
import type { DecisionSubject } from "#pipeline/decisions/decide.ts";
import { UserError } from "#util/errors.ts";
import { joinAnd, listSome, truncate } from "#util/words.ts";
import { earlierPlace, findFinding } from "../find-finding.ts";

/** Where the names are looked up. */
interface Known {
  readonly archive: Archive;
  /** The review that the names belong to. */
  readonly review: Review;
  readonly decisions: readonly StandingDecision[];
}

/**
 * Resolves `I2`, `claude:I1`, `S1-S4`, `R2.I3` and `D-0123456789`, each once. Throws a UserError that lists every unknown
 * name, if there is one.
 */
export async function findSubjects(words: readonly string[], known: Known): Promise<DecisionSubject[]> {
  const subjects = new Map<string, DecisionSubject>();
  const wrong: string[] = [];
  for (const name of words.flatMap((word) => word.split(",")).flatMap(expand)) {
    const subject = await findSubject(name, known);
    if (subject === undefined) wrong.push(name);
    else if (!subjects.has(keyOf(subject))) subjects.set(keyOf(subject), subject);
  }
  if (wrong.length > 0) throw unknown(wrong, known.review);
  return [...subjects.values()];
}

/** `S1-S4` and `S1-4` are four names. */
function expand(word: string): string[] {
  const text = word.trim();
  const [, letter = "", from, other, to] = /^([CISFRX])(\d{1,4})-([CISFRX]?)(\d{1,4})$/i.exec(text) ?? [];
  const [first, last] = [Number(from), Number(to)];
  const isRange =
    from !== undefined && (other === "" || other?.toLowerCase() === letter.toLowerCase()) && first <= last;
  if (!isRange) return text === "" ? [] : [text];
  // A typo must not ask for thousands.
  if (last - first >= MAX_RANGE) return [text];
  return Array.from({ length: last - first + 1 }, (_, at) => `${letter}${first + at}`);
}

const MAX_RANGE = 500;

async function findSubject(name: string, known: Known): Promise<DecisionSubject | undefined> {
  const { review, decisions } = known;
  if (/^d-/i.test(name)) {
    const decision = decisions.find(({ id }) => id === `D-${name.slice(2).toLowerCase()}`);
    return decision === undefined ? undefined : { kind: "decision", name, decision };
  }
  return findingOf(name, name, review) ?? findEarlier(name, known);
}

function findingOf(name: string, wanted: string, review: Review): DecisionSubject | undefined {
  try {
    return { kind: "finding", name, review, cluster: findFinding(review, wanted) };
  } catch (error) {
    if (error instanceof UserError) return undefined;
    throw error;
  }
}

/** A problem of an earlier round, from its own record, else from a decision about it. */
async function findEarlier(name: string, { archive, review, decisions }: Known): Promise<DecisionSubject | undefined> {
  const ref = earlierPlace(name, review);
  if (ref === undefined) return undefined;
  if (ref.review === review.id) return findingOf(name, ref.cluster, review);
  const earlier = await archive.read(ref.review).catch((error: unknown) => {
    if (error instanceof UserError) return undefined;
    throw error;
  });
  const found = earlier === undefined ? undefined : findingOf(name, ref.cluster, earlier);
  if (found !== undefined) return found;
  const decision = decisions.findLast(({ of }) => of.review === ref.review && of.cluster === ref.cluster);
  return decision === undefined ? undefined : { kind: "decision", name, decision };
}

function keyOf(subject: DecisionSubject): string {
  const of =
    subject.kind === "decision" ? subject.decision.of : { review: subject.review.id, cluster: subject.cluster.id };
  return JSON.stringify([of.review, of.cluster]);
}

function unknown(wrong: readonly string[], { id, clusters, previous }: Review): UserError {
  const ids = [
    ...clusters.map((cluster) => cluster.id),
    ...previous.flatMap(({ of }) => (of ? [earlierName(of)] : [])),
  ];
  const names = wrong.map((name) => `"${truncate(name, 60)}"`);
  return new UserError({
    what: `nothing was decided: review ${id} does not have ${joinAnd(names, SHOWN)}`,
    why: ids.length === 0 ? "it has no findings at all" : `it has ${listSome(ids, SHOWN)}`,
    fix: `run \`deep-review show ${id}\` to list them, or name another review with --review`,
  });
}

const SHOWN = 20;
