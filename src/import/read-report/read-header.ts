import { readDuration } from "#grammar/durations.ts";
import {
  readAuthor,
  readBranch,
  readCommits,
  readPullRequestField,
  readRepository,
  readRound,
  readVerdict,
  repositoryOfPullRequest,
} from "#grammar/report/header-values.ts";
import { type ListedReviewer, readReviewerList } from "#grammar/report/reviewer-names.ts";
import { readTable } from "#grammar/tables.ts";
import type { Review } from "#model/review.ts";
import type { Round, Scope } from "#model/change/scope.ts";
import type { StatedVerdict } from "#model/verdict.ts";
import type { ScannedLine } from "#grammar/lines.ts";
import { isBlankOrRule } from "./split-report.ts";

/** The metadata table at the head of a report. */
export interface ReadHeader {
  readonly scope: Scope;
  readonly round: Round;
  readonly reviewers: readonly ListedReviewer[];
  readonly statedVerdict: StatedVerdict | undefined;
  /** Fields without a place in the record, and those with more than their place can hold. */
  readonly header: Review["header"];
  /** Lines that belong to no field. */
  readonly leftover: readonly ScannedLine[];
}

/** Reads the metadata table, or `Key: value` lines. */
export function readHeader(preamble: readonly ScannedLine[]): ReadHeader {
  const draft: Draft = { scope: {}, round: {}, reviewers: [], header: [] };
  const leftover: ScannedLine[] = [];
  const texts = preamble.map(({ text }) => text);
  let isPresent = false;
  for (let at = 0; at < preamble.length; at += 1) {
    const line = preamble[at];
    const table = isPresent ? undefined : readTable(texts, at);
    if (table !== undefined) {
      isPresent = true;
      const head = table.head.some((cell) => cell !== "") ? [table.head] : [];
      for (const cells of [...head, ...table.rows]) takeRow(draft, cells);
      at += table.length - 1;
      continue;
    }
    const field = isPresent
      ? null
      : /^\*{0,2}(Date|Author|Branch|Repo|PR|Commits?)\*{0,2}:\*{0,2} +(\S.*)$/.exec(line?.text ?? "");
    if (field?.[1] !== undefined && field[2] !== undefined) takeField(draft, field[1], field[2]);
    else if (line !== undefined && !isBlankOrRule(line)) leftover.push(line);
  }
  return finish(draft, leftover);
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

interface Draft {
  readonly scope: Partial<Mutable<Scope>>;
  readonly round: Mutable<Round>;
  readonly header: { key: string; value: string }[];
  reviewers: ListedReviewer[];
  statedVerdict?: StatedVerdict;
}

function finish(draft: Draft, leftover: readonly ScannedLine[]): ReadHeader {
  const { scope, round, header, reviewers } = draft;
  const url = scope.pullRequest?.url;
  const implied = url === undefined ? undefined : repositoryOfPullRequest(url);
  if (scope.repository === undefined && implied !== undefined) scope.repository = implied;
  return {
    scope: { ...scope, commits: scope.commits ?? [], files: [], hunks: [] },
    round,
    reviewers,
    statedVerdict: draft.statedVerdict,
    header,
    leftover,
  };
}

function takeRow(draft: Draft, cells: readonly string[]): void {
  const key = (cells[0] ?? "").replaceAll("**", "").replace(/:$/, "").trim();
  const value = cells
    .slice(1)
    .filter((cell) => cell !== "")
    .join(" | ");
  if (key !== "" || value !== "") takeField(draft, key, value);
}

function takeField(draft: Draft, key: string, value: string): void {
  const take = FIELDS.get(key.toLowerCase());
  if (take === undefined || !take(draft, value)) draft.header.push({ key, value });
}

/** Stores a value. False means that the field must also be kept as written. */
type Take = (draft: Draft, value: string) => boolean;

const FIELDS: ReadonlyMap<string, Take> = new Map<string, Take>([
  ["date", takeDate],
  ["repo", takeRepository],
  ["repository", takeRepository],
  ["round", takeRound],
  ["author", takeAuthor],
  ["pr", takePullRequest],
  ["pull request", takePullRequest],
  ["branch", takeBranch],
  ["covers", takeCovers],
  ["commits", takeCommits],
  ["commit", takeCommits],
  ["review sha", takeHead],
  ["reviewed commit", takeHead],
  ["head", takeHead],
  ["merge base", takeBase],
  ["base", takeBase],
  ["reviewers", takeReviewers],
  ["verdict", takeVerdict],
  ["wall-clock time", takeWallClock],
]);

function takeDate({ round }: Draft, value: string): boolean {
  if (value !== "") round.date = value;
  return value !== "";
}

function takeRepository({ scope }: Draft, value: string): boolean {
  const repository = readRepository(value);
  if (repository !== undefined) scope.repository = repository;
  return repository !== undefined;
}

function takeRound({ round }: Draft, value: string): boolean {
  if (value === "") return false;
  Object.assign(round, readRound(value));
  return true;
}

function takeAuthor({ scope }: Draft, value: string): boolean {
  const author = readAuthor(value);
  if (author === undefined) return false;
  scope.author = author;
  return /^(?:\[@?[^\s,\]]+\]\([^)\s]*\)|@?[^\s,()]+)$/.test(value);
}

function takePullRequest({ scope }: Draft, value: string): boolean {
  const pullRequest = readPullRequestField(value);
  if (pullRequest === undefined) return false;
  scope.pullRequest = pullRequest;
  return true;
}

function takeBranch({ scope }: Draft, value: string): boolean {
  const branch = readBranch(value);
  if (branch === undefined) return false;
  scope.branch = branch;
  return branch === value || value === `\`${branch}\``;
}

function takeCovers({ scope }: Draft, value: string): boolean {
  if (value !== "") scope.covers = value;
  return value !== "";
}

function takeCommits({ scope }: Draft, value: string): boolean {
  const { commits, note } = readCommits(value);
  scope.commits = commits;
  if (note !== undefined) scope.commitsNote = note;
  return true;
}

function takeHead({ scope }: Draft, value: string): boolean {
  const id = /^`?([0-9a-f]{6,64})`?$/.exec(value)?.[1];
  if (id !== undefined) scope.head = id;
  return id !== undefined;
}

function takeBase({ scope }: Draft, value: string): boolean {
  const id = /^`?([0-9a-f]{6,64})`?$/.exec(value)?.[1];
  if (id !== undefined) scope.base = id;
  return id !== undefined;
}

function takeReviewers(draft: Draft, value: string): boolean {
  draft.reviewers = readReviewerList(value);
  return draft.reviewers.length > 0;
}

function takeVerdict(draft: Draft, value: string): boolean {
  const verdict = readVerdict(value);
  if (verdict !== undefined) draft.statedVerdict = verdict;
  return verdict !== undefined;
}

function takeWallClock({ round }: Draft, value: string): boolean {
  const seconds = readDuration(value);
  if (seconds === undefined) return false;
  round.wallClockSeconds = seconds;
  return /^`?[\d\s.hminsec:]+`?$/.test(value);
}
