import type { Archive } from "#adapters/store/archive.ts";
import { appendDecisions } from "#adapters/store/decisions.ts";
import type { RuledCluster } from "#model/cluster.ts";
import type { PullRequest } from "#model/pull/pull-request.ts";
import type { Review } from "#model/review.ts";
import { IDENTITY_VERSION } from "#model/history/identity.ts";
import { decisionId } from "#model/history/decision-id.ts";
import type { StandingDecision } from "#model/history/standing-decision.ts";
import { decidersIn, type IgnoredReply, readReplies, type ThreadDecision } from "#steps/read-replies/read-replies.ts";
import { UserError } from "#util/errors.ts";
import { maskSecrets } from "#util/secrets/mask-secrets.ts";
import { printable } from "#util/printable.ts";
import { describeProblem } from "../decisions/describe-problem.ts";
import { type BroughtChange, findBroughtRecords } from "#adapters/store/brought-records.ts";

/** Where the reviews are that threads are about, and who can say what somebody may do. */
export interface ThreadsPlace {
  readonly archive: Archive;
  /** The repository's root. */
  readonly root: string;
  /** Where the archive may lie in the checkout of a stranger's change. */
  readonly isCi: boolean;
  /** The change that is reviewed: a record that comes with it is not believed. */
  readonly opened: BroughtChange;
  /** Asks the platform whether somebody may write to the repository. */
  permissionOf(login: string): Promise<"write" | "none" | "unknown">;
}

/** What the threads of a pull request decide, as a round goes by it. */
export interface ThreadDecisions {
  /** All of them; they are proven by write access, so that they count in CI, too. */
  readonly decisions: readonly StandingDecision[];
  /** Those that the archive did not have. */
  readonly added: readonly StandingDecision[];
  /** What was not taken, and why. */
  readonly notes: readonly string[];
}

/**
 * Takes what people decided in our threads of a pull request into the archive. The same reply twice is one decision, so
 * a second run adds none.
 */
export async function takeThreadDecisions(pull: PullRequest, place: ThreadsPlace): Promise<ThreadDecisions> {
  const rights = await askRights(decidersIn(pull), place);
  const { decisions: said, ignored } = readReplies(pull, { mayWrite: (login) => rights.get(login) });
  const isBrought = said.length === 0 ? () => false : await findBroughtRecords(place.opened, folders(place));
  const read = readOnce(place.archive, isBrought);
  const made: StandingDecision[] = [];
  const notes = describeIgnored(ignored);
  for (const each of said) {
    const found = await findDecided(each, read);
    const told = found === NOT_HERE ? problemTold(each) : undefined;
    if (told !== undefined) made.push(decisionOf(each, pull, told));
    else if (typeof found === "string") notes.push(describeLostDecision(each, found));
    else made.push(decisionOf(each, pull, await problemKept(found, place.root)));
  }
  const kept = await keep(made, place);
  return { decisions: made, added: kept.added, notes: [...notes, ...kept.notes] };
}

/** A change that brings a broken file of decisions must not end its own review. */
async function keep(made: readonly StandingDecision[], { archive, isCi }: ThreadsPlace) {
  try {
    return { added: await appendDecisions(archive.folder, made), notes: [] };
  } catch (error) {
    if (!isCi || !(error instanceof UserError)) throw error;
    return { added: [], notes: [`what was decided in threads counts, but could not be kept: ${error.message}`] };
  }
}

const folders = ({ archive, root }: ThreadsPlace) => ({ folder: archive.folder, root });

/** Each is a call to the platform. */
const MAX_ASKED = 50;

async function askRights(logins: readonly string[], { permissionOf }: ThreadsPlace): Promise<Map<string, boolean>> {
  const rights = new Map<string, boolean>();
  for (const login of logins.slice(0, MAX_ASKED)) {
    const permission = await permissionOf(login);
    if (permission !== "unknown") rights.set(login, permission === "write");
  }
  return rights;
}

const NOT_HERE = "its review is not in this archive";

type ReadReview = (id: string) => Promise<Review | string>;

/** Reads each review once: itself, or why there is none to go by. */
function readOnce(archive: Archive, isBrought: (id: string) => boolean): ReadReview {
  const known = new Map<string, Promise<Review | string>>();
  return (id) => {
    const review = known.get(id) ?? readBelieved(id, archive, isBrought);
    known.set(id, review);
    return review;
  };
}

async function readBelieved(
  id: string,
  archive: Archive,
  isBrought: (id: string) => boolean,
): Promise<Review | string> {
  if (isBrought(id)) return "the record of its review comes with the change itself";
  try {
    return await archive.read(id);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return NOT_HERE;
  }
}

/** The finding under the name that the thread began with; else under its latest, where only that review is here. */
async function findDecided(
  { review, cluster, latest, key }: ThreadDecision,
  read: ReadReview,
): Promise<Decided | string> {
  let why: string | undefined;
  for (const name of [{ review, cluster }, ...(latest === undefined ? [] : [latest])]) {
    const found = await read(name.review);
    const own = typeof found === "string" ? found : clusterOf(found, { cluster: name.cluster, key });
    if (typeof found !== "string" && typeof own !== "string") return { review: found, cluster: own };
    why ??= String(own);
  }
  return why ?? "";
}

/** The finding that our comment was about: it must be the same one, not only of the same name. */
function clusterOf(
  { clusters }: Review,
  { cluster, key }: { cluster: string; key: string | undefined },
): RuledCluster | string {
  const found = clusters.find(({ id }) => id === cluster);
  if (found === undefined) return "its review has no such finding";
  const { exact, code, place } = found.identity ?? {};
  return key === undefined || [exact, code, place].includes(key) ? found : "its review says something else there";
}

interface Decided {
  readonly review: Review;
  readonly cluster: RuledCluster;
}

/** What a decision is about, and which finding that was. */
type About = Pick<StandingDecision, "problem" | "of" | "head">;

async function problemKept({ review, cluster }: Decided, root: string): Promise<About> {
  const problem = await describeProblem(review, cluster, root);
  const { head } = review.scope;
  return { problem, of: { review: review.id, cluster: cluster.id }, head };
}

/**
 * The problem from our own comment, where its review is in another archive. The comment names one fingerprint, of either
 * kind; one of the other kind is never the same.
 */
function problemTold({ review, cluster, key, told }: ThreadDecision): About | undefined {
  if (key === undefined || told === undefined) return undefined;
  const { title, text, severity, location, head } = told;
  const problem = {
    identity: { version: IDENTITY_VERSION, exact: key, code: key },
    title: maskSecrets(title),
    text: maskSecrets(text).slice(0, MAX_TEXT),
    severity,
    rung: "asserted" as const,
    locations: [location],
    symbols: [],
    quotes: [],
    code: [],
  };
  return { problem, of: { review, cluster }, head };
}

const MAX_TEXT = 4000;

function decisionOf(
  { kind, reason, author, date, url }: ThreadDecision,
  pull: PullRequest,
  { problem, of, head }: About,
): StandingDecision {
  const said = {
    kind,
    scope: { series: `pr-${pull.address.number}` },
    reason,
    author: `@${author}`,
    date,
    of,
    source: "thread" as const,
  };
  return { version: 1, id: decisionId(said), ...said, problem, head, url };
}

function describeLostDecision({ review, cluster, kind, author, url }: ThreadDecision, why: string): string {
  return `@${printable(author)} says "${kind}" of ${cluster} of ${printable(review)} (${printable(url)}), which is not applied: ${why}`;
}

function describeIgnored(ignored: readonly IgnoredReply[]): string[] {
  return ignored.map(
    ({ author, url, why }) =>
      `what @${printable(author)} decides in a thread (${printable(url)}) does not count: ${why}`,
  );
}
