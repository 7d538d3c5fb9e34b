import type { BareRepository } from "./git/bare-repository.ts";

/** What an account may do with a repository. */
export type Permission = "admin" | "write" | "read" | "none";

/** Somebody who has an account. A bot is called without its `[bot]` here. */
export interface Account {
  readonly id: number;
  readonly login: string;
  readonly kind: "User" | "Bot" | "Organization";
}

/** What a token is good for. */
export interface Token {
  readonly value: string;
  readonly account: Account;
  /** Of an app, as GITHUB_TOKEN is: only such a one may write check runs. */
  readonly isApp: boolean;
  readonly canResolve: boolean;
  /** As on a pull request from a fork: everything may be read, nothing written. */
  readonly readOnly: boolean;
  /** At most this, whatever the account may do. */
  readonly atMost: Permission;
  used: number;
}

export interface Label {
  readonly id: number;
  readonly name: string;
}

export interface IssueComment {
  readonly id: number;
  readonly author: Account;
  body: string;
  readonly createdAt: string;
  updatedAt: string;
  isMinimized: boolean;
}

export interface Issue {
  readonly id: number;
  readonly number: number;
  readonly repository: Repository;
  title: string;
  body: string;
  state: "open" | "closed";
  readonly author: Account;
  readonly createdAt: string;
  updatedAt: string;
  labels: Label[];
  readonly comments: IssueComment[];
}

export type Side = "LEFT" | "RIGHT";

export interface ReviewComment {
  readonly id: number;
  readonly author: Account;
  body: string;
  readonly createdAt: string;
  updatedAt: string;
  readonly review: Review;
  readonly thread: Thread;
  readonly replyTo?: ReviewComment;
  isMinimized: boolean;
}

/** Where a comment is to stand, as it is asked for. */
export interface Place {
  readonly path: string;
  readonly side: Side;
  /** Absent: the whole file. */
  readonly line?: number;
  readonly startLine?: number;
  readonly startSide?: Side;
}

export interface Thread extends Place {
  readonly id: number;
  readonly pull: Pull;
  /** The head that it was written on. */
  readonly commit: string;
  /** The merge base at that time: what a line of the left side counts in. */
  readonly base: string;
  readonly hunk: string;
  isResolved: boolean;
  resolvedBy?: Account;
  readonly comments: ReviewComment[];
}

export type ReviewState = "PENDING" | "COMMENTED" | "APPROVED" | "CHANGES_REQUESTED" | "DISMISSED";

export interface Review {
  readonly id: number;
  readonly pull: Pull;
  readonly author: Account;
  state: ReviewState;
  body: string;
  readonly commit: string;
  readonly createdAt: string;
  submittedAt?: string;
}

export interface Pull extends Issue {
  readonly into: string;
  readonly branch: string;
  /** Absent: the fork is gone. */
  from: Repository | undefined;
  isDraft: boolean;
  isMerged: boolean;
  /** Where the branch that it goes into stood at the last push to this one; it may be further by now. */
  baseAtPush: string;
  readonly threads: Thread[];
  readonly reviews: Review[];
  closes: Issue[];
}

export interface Status {
  readonly id: number;
  readonly sha: string;
  readonly context: string;
  readonly state: "error" | "failure" | "pending" | "success";
  readonly description: string | null;
  readonly targetUrl: string | null;
  readonly creator: Account;
  readonly createdAt: string;
}

export interface CheckAnnotation {
  readonly path: string;
  readonly start_line: number;
  readonly end_line: number;
  readonly annotation_level: "notice" | "warning" | "failure";
  readonly message: string;
  readonly title?: string;
  readonly raw_details?: string;
  readonly start_column?: number;
  readonly end_column?: number;
}

export interface CheckRun {
  readonly id: number;
  readonly sha: string;
  name: string;
  status: string;
  conclusion: string | null;
  externalId: string;
  detailsUrl: string | null;
  title: string | null;
  summary: string | null;
  text: string | null;
  readonly annotations: CheckAnnotation[];
  readonly startedAt: string;
  completedAt: string | null;
  /** The app that wrote it. */
  readonly app: Account;
  /** The name of the workflow whose job it is. */
  readonly workflow?: string;
}

/** A SARIF file that was uploaded. */
export interface Analysis {
  readonly id: number;
  readonly sarifId: string;
  readonly sha: string;
  readonly ref: string;
  readonly category: string;
  readonly tool: string;
  readonly version: string | null;
  readonly results: number;
  readonly rules: number;
  readonly sarif: unknown;
  readonly createdAt: string;
}

export interface Repository {
  readonly id: number;
  readonly owner: Account;
  readonly name: string;
  readonly isPrivate: boolean;
  readonly git: BareRepository;
  readonly parent?: Repository;
  readonly defaultBranch: string;
  readonly access: Map<string, Permission>;
  readonly issues: Map<number, Issue>;
  readonly pulls: Map<number, Pull>;
  readonly labels: Map<string, Label>;
  readonly statuses: Status[];
  readonly checks: CheckRun[];
  readonly analyses: Analysis[];
  lastNumber: number;
}

/** `owner/name`. */
export const fullName = ({ owner, name }: Pick<Repository, "owner" | "name">): string => `${owner.login}/${name}`;
