import type { RuledCluster } from "#model/cluster.ts";
import type { Review } from "#model/review.ts";
import { earlierName } from "#model/history/lineage.ts";
import type { StandingDecision } from "#model/history/standing-decision.ts";
import type { DecisionSubject } from "#pipeline/decisions/decide.ts";
import { UserError } from "#util/errors.ts";
import { joinAnd, listSome, truncate } from "#util/words.ts";
import { lookUpName, type NamePlace } from "../find-finding.ts";

/** Where the names are looked up. */
interface Known extends NamePlace {
  readonly decisions: readonly StandingDecision[];
}

/**
 * Resolves `I2`, `claude:I1`, `S1-S4`, `R2.I3` and `D-0123456789`, each once. Throws a UserError that lists every unknown
 * name, if there is one.
 */
export async function findSubjects(words: readonly string[], known: Known): Promise<DecisionSubject[]> {
  const subjects = new Map<string, DecisionSubject>();
  const wrong: string[] = [];
  for (const word of words.flatMap((each) => each.split(","))) {
    const { found, missing } = await findInWord(word.trim(), known);
    wrong.push(...missing);
    for (const subject of found) if (!subjects.has(keyOf(subject))) subjects.set(keyOf(subject), subject);
  }
  if (wrong.length > 0) throw unknown(wrong, known.review);
  return [...subjects.values()];
}

interface FoundInWord {
  readonly found: readonly DecisionSubject[];
  readonly missing: readonly string[];
}

async function findInWord(word: string, known: Known): Promise<FoundInWord> {
  if (word === "") return { found: [], missing: [] };
  const range = readRange(word);
  if (range !== undefined) return findRange(word, range, known);
  const subject = await findSubject(word, known);
  return subject === undefined ? { found: [], missing: [word] } : { found: [subject], missing: [] };
}

/** `S1-S4` and `S1-4` are four names. */
function readRange(word: string): readonly string[] | undefined {
  const [, letter = "", from, other, to] = /^([CISFRX])(\d{1,4})-([CISFRX]?)(\d{1,4})$/i.exec(word) ?? [];
  const [first, last] = [Number(from), Number(to)];
  const isRange =
    from !== undefined && (other === "" || other?.toLowerCase() === letter.toLowerCase()) && first <= last;
  // A typo must not ask for thousands.
  if (!isRange || last - first >= MAX_RANGE) return undefined;
  return Array.from({ length: last - first + 1 }, (_, at) => `${letter}${first + at}`);
}

const MAX_RANGE = 500;

/** A range means what this review lists. Names in it that only an earlier report lists, or that are dropped now, are left out. */
async function findRange(word: string, names: readonly string[], known: Known): Promise<FoundInWord> {
  const found: DecisionSubject[] = [];
  const missing: string[] = [];
  for (const name of names) {
    const subject = await findSubject(name, known);
    if (subject === undefined) missing.push(name);
    else if (subject.kind === "finding" && isListed(subject, known.review)) found.push(subject);
  }
  return found.length + missing.length === 0 ? { found, missing: [word] } : { found, missing };
}

function isListed({ review, cluster }: { review: Review; cluster: RuledCluster }, own: Review): boolean {
  return review.id === own.id && (cluster.ruling.kind === "keep" || /^[RX]/.test(cluster.id));
}

/** A finding; a problem of an earlier round, from its own record, a decision about it or the report that lists it; a decision. */
async function findSubject(name: string, known: Known): Promise<DecisionSubject | undefined> {
  const { decisions } = known;
  if (/^d-/i.test(name)) {
    const decision = decisions.find(({ id }) => id === `D-${name.slice(2).toLowerCase()}`);
    return decision === undefined ? undefined : { kind: "decision", name, decision };
  }
  const { home, earlier, of } = (await lookUpName(name, known)) ?? {};
  if (home !== undefined) return { kind: "finding", name, ...home };
  const decision = decisions.findLast((one) => one.of.review === of?.review && one.of.cluster === of?.cluster);
  if (decision !== undefined) return { kind: "decision", name, decision };
  return earlier === undefined || of === undefined
    ? undefined
    : { kind: "listed", name, review: known.review, earlier, of: { review: of.review, cluster: of.cluster } };
}

function keyOf(subject: DecisionSubject): string {
  const of =
    subject.kind === "decision"
      ? subject.decision.of
      : subject.kind === "listed"
        ? subject.of
        : { review: subject.review.id, cluster: subject.cluster.id };
  return JSON.stringify([of.review, of.cluster]);
}

function unknown(wrong: readonly string[], { id, clusters, previous }: Review): UserError {
  const [decision] = wrong;
  if (decision !== undefined && wrong.every((name) => /^d-/i.test(name))) {
    return new UserError({
      what: `nothing was decided: there is no decision "${truncate(decision, 60)}"`,
      why: "no line of decisions.jsonl has this id",
      fix: "run `deep-review decisions --all` to list the decisions",
    });
  }
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
