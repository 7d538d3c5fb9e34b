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
import { type ArchivedChange, findRecordsFromChange } from "#adapters/store/records-from-change.ts";

/** What is needed to read decisions from threads. */
export interface ThreadsPlace {
  readonly archive: Archive;
  /** The repository's root. */
  readonly root: string;
  /** In CI the archive may be part of an untrusted checkout. */
  readonly isCi: boolean;
  /** The reviewed change. Records that come with it are not trusted. */
  readonly opened: ArchivedChange;
  /** Asks the platform for somebody's access to the repository. */
  permissionOf(login: string): Promise<"write" | "none" | "unknown">;
}

/** The decisions in the threads of a pull request. */
export interface ThreadDecisions {
  /** All of them. Their authors have write access, so they count in CI, too. */
  readonly decisions: readonly StandingDecision[];
  /** Those that were not in the archive. */
  readonly added: readonly StandingDecision[];
  /** What does not count, and why. */
  readonly notes: readonly string[];
}

/** Adds the decisions in our threads to the archive. A reply is one decision however often it is read. */
export async function takeThreadDecisions(pull: PullRequest, place: ThreadsPlace): Promise<ThreadDecisions> {
  const rights = await askRights(decidersIn(pull), place);
  const { decisions, ignored } = readReplies(pull, { mayWrite: (login) => rights.get(login) });
  const isBrought = decisions.length === 0 ? () => false : await findRecordsFromChange(place.opened, folders(place));
  const read = readOnce(place.archive, isBrought);
  const made: StandingDecision[] = [];
  const notes = describeIgnored(ignored);
  for (const each of decisions) {
    const found = await findDecided(each, read);
    const fromComment = found === NOT_HERE ? problemFromComment(each) : undefined;
    if (fromComment !== undefined) made.push(decisionOf(each, pull, fromComment));
    else if (typeof found === "string") notes.push(describeLostDecision(each, found));
    else made.push(decisionOf(each, pull, await problemFromArchive(found, place.root)));
  }
  const kept = await keep(made, place);
  return { decisions: made, added: kept.added, notes: [...notes, ...kept.notes] };
}

/** In CI, a change with a broken file of decisions must not prevent its own review. */
async function keep(made: readonly StandingDecision[], { archive, isCi }: ThreadsPlace) {
  try {
    return { added: await appendDecisions(archive.folder, made), notes: [] };
  } catch (error) {
    if (!isCi || !(error instanceof UserError)) throw error;
    return { added: [], notes: [`decisions in threads count, but could not be kept: ${error.message}`] };
  }
}

const folders = ({ archive, root }: ThreadsPlace) => ({ folder: archive.folder, root });

/** Each one costs a request. */
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

/** Reads each review once. A string is the reason why it cannot be used. */
function readOnce(archive: Archive, isBrought: (id: string) => boolean): ReadReview {
  const known = new Map<string, Promise<Review | string>>();
  return (id) => {
    const review = known.get(id) ?? readTrusted(id, archive, isBrought);
    known.set(id, review);
    return review;
  };
}

async function readTrusted(id: string, archive: Archive, isBrought: (id: string) => boolean): Promise<Review | string> {
  if (isBrought(id)) return "the record of its review comes with the change itself";
  try {
    return await archive.read(id);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return NOT_HERE;
  }
}

/** The finding by its first name in the thread, else by its latest if only that review is in the archive. */
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

/** The finding of our comment. Its fingerprint must match, not only its name. */
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

/** The problem of a decision, and the finding it came from. */
type About = Pick<StandingDecision, "problem" | "of" | "head">;

async function problemFromArchive({ review, cluster }: Decided, root: string): Promise<About> {
  const problem = await describeProblem(review, cluster, root);
  const { head } = review.scope;
  return { problem, of: { review: review.id, cluster: cluster.id }, head };
}

/** The problem as our own comment describes it, if its review is in another archive. Uses its one fingerprint for both kinds. */
function problemFromComment({ review, cluster, key, told }: ThreadDecision): About | undefined {
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
  const decision = {
    kind,
    scope: { series: `pr-${pull.address.number}` },
    reason,
    author: `@${author}`,
    date,
    of,
    source: "thread" as const,
  };
  return { version: 1, id: decisionId(decision), ...decision, problem, head, url };
}

function describeLostDecision({ review, cluster, kind, author, url }: ThreadDecision, why: string): string {
  return `the decision "${kind}" of @${printable(author)} about ${cluster} of ${printable(review)} (${printable(url)}) does not count: ${why}`;
}

function describeIgnored(ignored: readonly IgnoredReply[]): string[] {
  return ignored.map(
    ({ author, url, why }) =>
      `the decision of @${printable(author)} in a thread (${printable(url)}) does not count: ${why}`,
  );
}
