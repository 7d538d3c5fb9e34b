import { hasMarker } from "#grammar/marker.ts";
import { locationsInProse } from "#grammar/locations.ts";
import { suggestionsIn } from "#grammar/comments/suggestions.ts";
import type { Location } from "#model/location.ts";
import type { Actor, PullComment, PullRequest, PullReview, PullThread } from "#model/pull/pull-request.ts";
import { claimedSeverity } from "./claimed-severity.ts";
import { cleanComment } from "./clean-comment.ts";
import { beginsAs, isNoise } from "./is-noise.ts";
import { botNamed, isOneOf, KNOWN_BOTS, type KnownBot, type KnownBots } from "./known-bots.ts";
import { readListings } from "./read-listings.ts";
import type { CommentReviewer, LeftOutComments, CommentPoint } from "./remark.ts";
import { splitTitle } from "./split-title.ts";

/**
 * Everybody who raises something on a pull request: in open threads, in lists of reviews and general comments, and in
 * reviews that request changes. Leaves out ourselves and the author of the pull request. Never throws.
 */
export function readComments(pull: PullRequest, { knownBots = KNOWN_BOTS } = {}): CommentReviewer[] {
  return readAllThreads(pull, knownBots).filter(({ remarks }) => remarks.length > 0);
}

/** Everybody whose comments could be a review but raised nothing that counts. Not those who only thank or approve. */
export function ignoredCommenters(pull: PullRequest, { knownBots = KNOWN_BOTS } = {}): CommentReviewer[] {
  return readAllThreads(pull, knownBots).filter(({ login, isBot, remarks, left }) => {
    const isReviewer = isBot && botNamed(login, knownBots) !== undefined;
    return remarks.length === 0 && left.general + left.outdated + (isReviewer ? left.noise : 0) > 0;
  });
}

function readAllThreads(pull: PullRequest, knownBots: KnownBots): CommentReviewer[] {
  const drafts = new Map<string, Draft>();
  const draftOf = (author: Actor): Draft | undefined => {
    if (author.login === pull.author.login || isOneOf(author.login, knownBots.noReviewers)) return undefined;
    const draft = drafts.get(author.login) ?? newDraft(author, knownBots);
    drafts.set(author.login, draft);
    return draft;
  };
  for (const thread of pull.threads) readThread(thread, draftOf, knownBots);
  for (const post of [...pull.reviews.filter(({ state }) => state !== "pending"), ...pull.comments]) {
    const draft = hasMarker(post) ? undefined : draftOf(post.author);
    if (draft === undefined || post.body.trim() === "") continue;
    const demand = "state" in post && post.state === "changes-requested" ? post : undefined;
    if (demand === undefined) readBody(post, draft, knownBots);
    else if (isWithdrawn(demand, pull)) draft.left.resolved += 1;
    else readChangeRequest(post, draft, knownBots);
  }
  return [...drafts.values()].map(finish);
}

/** Whether the reviewer has approved since requesting changes. */
function isWithdrawn({ author, at = "" }: PullReview, { reviews }: PullRequest): boolean {
  return reviews.some(
    (later) =>
      later.state === "approved" && later.author.login === author.login && Date.parse(later.at ?? "") > Date.parse(at),
  );
}

interface Draft {
  readonly author: Actor;
  readonly bot: KnownBot | undefined;
  readonly remarks: CommentPoint[];
  readonly left: { -readonly [K in keyof LeftOutComments]: LeftOutComments[K] };
}

function newDraft(author: Actor, known: KnownBots): Draft {
  // A person may have a bot's name. Only the platform knows who is a bot.
  const bot = author.isBot || BOTS_AS_USERS.includes(author.login) ? botNamed(author.login, known) : undefined;
  return { author, bot, remarks: [], left: { resolved: 0, outdated: 0, noise: 0, general: 0, tooMany: 0 } };
}

/** Bots that the platform lists as users. */
const BOTS_AS_USERS: readonly string[] = ["Copilot"];

function readThread(thread: PullThread, draftOf: (author: Actor) => Draft | undefined, known: KnownBots): void {
  const [first, ...later] = thread.comments;
  const draft = first === undefined || hasMarker(first) ? undefined : draftOf(first.author);
  if (first === undefined || draft === undefined) return;
  if (thread.isResolved === true || isHandled(thread, known)) draft.left.resolved += 1;
  else if (thread.isOutdated === true) draft.left.outdated += 1;
  else {
    addComment(first, thread, { draft, known });
    const own = later.filter((one) => one.author.login === first.author.login && !hasMarker(one));
    const more = own.filter(({ body }) => raisesMore(body, draft));
    for (const comment of more) addComment(comment, thread, { draft, known });
  }
}

/** Later comments of the same author are answers, unless they propose code or claim a severity. */
function raisesMore(body: string, { bot }: Draft): boolean {
  return suggestionsIn(body).length > 0 || /^```(?:diff|patch)/m.test(body) || claimedSeverity(body, bot) !== undefined;
}

function isHandled({ comments: [first] }: PullThread, { handled }: KnownBots): boolean {
  const text = first?.body.slice(0, 70_000).toLowerCase() ?? "";
  return first?.author.isBot === true && handled.some((phrase) => text.includes(phrase));
}

interface Reading {
  readonly draft: Draft;
  readonly known: KnownBots;
}

function addComment({ body, url }: PullComment, thread: PullThread, { draft, known }: Reading): void {
  const text = cleanComment(body, known);
  if (isNoise(text)) draft.left.noise += 1;
  else draft.remarks.push({ ...remarkOf(text, body, draft.bot), ...placeOf(thread), url });
}

function remarkOf(
  text: string,
  raw: string,
  bot: KnownBot | undefined,
): Pick<CommentPoint, "title" | "body" | "severity"> {
  const { title, body } = splitTitle(text);
  const severity = claimedSeverity(raw, bot) ?? claimedSeverity(text, bot) ?? "suggestion";
  return { title: title === "" ? "Suggested change" : title, body: body.replaceAll(RATING, "").trim(), severity };
}

/** A line that only holds the severity, which was already read. */
const RATING = /^[*_\s]{0,6}(?:severity|priority)[*_]{0,3}\s*:[*_\s]{0,4}[a-z0-9]{1,12}[*_\s]{0,6}$/gim;

/** The lines at the head, or else a description of where they were. */
function placeOf(thread: PullThread): Pick<CommentPoint, "locations" | "places"> {
  const { path, line, startLine, originalLine, originalCommit, side } = thread;
  if (path === "") return { locations: [], places: [] };
  if (side === "RIGHT" && line !== undefined) {
    return { locations: [{ path, start: Math.min(startLine ?? line, line), end: line }], places: [] };
  }
  const before = line ?? originalLine;
  if (before === undefined) return { locations: [{ path }], places: [] };
  const of = side === "LEFT" ? "before the change" : `at ${originalCommit?.slice(0, 7) ?? "an earlier commit"}`;
  return { locations: [{ path }], places: [`line ${before} ${of}`] };
}

interface Post {
  readonly author: Actor;
  readonly body: string;
  readonly url: string;
}

/** An unknown author must list two places for a comment to count as a review. */
const MIN_LISTED = 2;

function readBody(post: Post, draft: Draft, known: KnownBots): void {
  const { body, url } = post;
  const { bot, left } = draft;
  const listed = readListings(body, bot, known);
  const isReview = bot !== undefined ? listed.length > 0 : listed.length >= MIN_LISTED;
  if (isSummary(post, draft)) left.noise += 1;
  else if (isReview) for (const { text, locations } of listed) addListed(text, { ...draft, locations, url });
  else if (beginsAs(body, bot?.noise ?? []) || isNoise(cleanComment(body, known))) left.noise += 1;
  else left.general += 1;
}

function isSummary({ body }: Post, { bot }: Draft): boolean {
  return beginsAs(body, bot?.noise ?? []) && (bot?.listings ?? []).length === 0;
}

/** A request for changes counts even without lines, because the platform blocks the merge for it. */
function readChangeRequest(post: Post, draft: Draft, known: KnownBots): void {
  const { body, url } = post;
  const { bot, left, remarks } = draft;
  const listed = readListings(body, bot, known);
  // Bots request changes in a text that only summarizes.
  if (bot !== undefined && (listed.length > 0 || beginsAs(body, bot.noise ?? []))) return readBody(post, draft, known);
  for (const { text, locations } of listed) addListed(text, { ...draft, locations, url });
  const text = cleanComment(body, known);
  const own = listed.length === 0 ? text : leadOf(text);
  if (isNoise(own)) left.noise += listed.length === 0 ? 1 : 0;
  else {
    const severity = claimedSeverity(own, bot) ?? "important";
    remarks.push({ ...remarkOf(own, own, bot), severity, locations: locationsInProse(own), places: [], url });
  }
}

/** The text before a list, without the line that introduces it. */
function leadOf(text: string): string {
  const [lead = ""] = text.split(/^(?=\s{0,3}(?:[-*+]|\d{1,3}[.)]|#{1,6})\s)/m);
  return lead
    .split("\n")
    .filter((line) => !line.trimEnd().endsWith(":"))
    .join("\n")
    .trim();
}

interface Listed extends Pick<Draft, "bot" | "remarks" | "left"> {
  readonly locations: readonly Location[];
  readonly url: string;
}

function addListed(text: string, { locations, url, bot, remarks, left }: Listed): void {
  if (isNoise(text)) left.noise += 1;
  else remarks.push({ ...remarkOf(text, text, bot), locations, places: [], url });
}

/** The maximum per reviewer, worst first. The others are only counted. */
const MAX_REMARKS = 50;
const ORDER: readonly CommentPoint["severity"][] = ["critical", "important", "suggestion"];

function finish({ author, bot, remarks, left }: Draft): CommentReviewer {
  const distinct = withoutRepeats(remarks);
  const sorted = distinct.toSorted((a, b) => ORDER.indexOf(a.severity) - ORDER.indexOf(b.severity));
  const isBot = author.isBot || bot !== undefined;
  return {
    login: author.login,
    name: bot?.name ?? (isBot ? author.login : `@${author.login}`),
    family: bot?.family ?? `${isBot ? "bot" : "person"}-${author.login.toLowerCase()}`,
    isBot,
    remarks: sorted.slice(0, MAX_REMARKS),
    left: { ...left, tooMany: Math.max(0, sorted.length - MAX_REMARKS) },
  };
}

/** Bots repeat themselves on every push. */
function withoutRepeats(remarks: readonly CommentPoint[]): CommentPoint[] {
  const seen = new Set<string>();
  return remarks.filter(({ title, locations }) => {
    const key = JSON.stringify([title.toLowerCase(), locations]);
    return !seen.has(key) && seen.add(key);
  });
}
