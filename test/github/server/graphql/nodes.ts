import type { PullView } from "../git/pull-view.ts";
import { placeThread, viewPull } from "../git/pull-view.ts";
import { nodeId } from "../node-id.ts";
import { Refusal } from "../refusal.ts";
import { commentsOf } from "../review-actions.ts";
import type {
  Account,
  Issue,
  IssueComment,
  Label,
  Pull,
  Repository,
  Review,
  ReviewComment,
  Thread,
  Token,
} from "../state.ts";
import { fullName } from "../state.ts";
import type { World } from "../world.ts";
import { RANK } from "../world.ts";
import { rollupNode } from "./check-nodes.ts";
import type { PageArguments } from "./connection.ts";
import { connection } from "./connection.ts";

type Node = Readonly<Record<string, unknown>>;
interface PullFilter extends PageArguments {
  readonly states?: readonly string[] | null;
  readonly headRefName?: string | null;
  readonly baseRefName?: string | null;
}
interface ReviewFilter extends PageArguments {
  readonly states?: readonly string[] | null;
  readonly author?: string | null;
}

/** GitHub's objects, as one viewer sees them. A field that stands in none is not known to the test server. */
export class Nodes {
  readonly #world: World;
  readonly #viewer: Token;
  /** Git is asked once a request, however many threads it is about. */
  readonly #views = new Map<Pull, Promise<PullView>>();

  constructor(world: World, viewer: Token) {
    this.#world = world;
    this.#viewer = viewer;
  }

  /** The address of the server. */
  get url(): string {
    return this.#world.url;
  }

  actor(account: Account | undefined): Node | null {
    if (account === undefined) return null;
    const { id, login, kind } = account;
    const path = kind === "Bot" ? `/apps/${login}` : `/${login}`;
    return {
      __typename: kind,
      id: nodeId(kind === "Bot" ? "BOT" : kind === "Organization" ? "O" : "U", id),
      databaseId: id,
      login,
      name: login,
      url: `${this.#world.url}${path}`,
      resourcePath: path,
      avatarUrl: "https://example.test/",
    };
  }

  /** For an app's token GitHub says its name with `[bot]` here, and only here. */
  viewer(): Node {
    const { account } = this.#viewer;
    const login = account.kind === "Bot" ? `${account.login}[bot]` : account.login;
    return { ...this.actor(account), __typename: "User", login };
  }

  repository(repository: Repository): Node {
    const name = fullName(repository);
    const permission = this.#world.permission(repository, this.#viewer);
    return {
      __typename: "Repository",
      id: nodeId("R", repository.id),
      databaseId: repository.id,
      name: repository.name,
      nameWithOwner: name,
      owner: this.actor(repository.owner),
      url: `${this.#world.url}/${name}`,
      resourcePath: `/${name}`,
      isPrivate: repository.isPrivate,
      isFork: repository.parent !== undefined,
      isArchived: false,
      visibility: repository.isPrivate ? "PRIVATE" : "PUBLIC",
      parent: () => (repository.parent === undefined ? null : this.repository(repository.parent)),
      viewerPermission: permission === "none" ? null : permission.toUpperCase(),
      viewerCanAdminister: permission === "admin",
      defaultBranchRef: () => this.#ref(repository, repository.defaultBranch),
      ref: ({ qualifiedName }: { qualifiedName: string }) =>
        this.#ref(repository, qualifiedName.replace(/^refs\/heads\//, "")),
      object: async ({ oid, expression }: { oid?: string | null; expression?: string | null }) => {
        const sha = await repository.git.commitOf(oid ?? expression ?? "").catch(() => undefined);
        return sha === undefined ? null : this.commit(repository, sha);
      },
      issue: ({ number }: { number: number }) => this.issue(byNumber(repository.issues, number, "Issue")),
      pullRequest: ({ number }: { number: number }) => this.pull(byNumber(repository.pulls, number, "PullRequest")),
      pullRequests: ({ states, headRefName, baseRefName, ...page }: PullFilter) => {
        const pulls = [...repository.pulls.values()]
          .filter((pull) => states == null || states.includes(stateOf(pull)))
          .filter((pull) => headRefName == null || pull.branch === headRefName)
          .filter((pull) => baseRefName == null || pull.into === baseRefName);
        return connection(pulls, page, (pull) => this.pull(pull));
      },
    };
  }

  pull(pull: Pull): Node {
    const view = () => this.#view(pull);
    const url = this.#world.issueUrl(pull);
    return {
      ...this.#issueFields(pull),
      __typename: "PullRequest",
      id: nodeId("PR", pull.id),
      state: stateOf(pull),
      isDraft: pull.isDraft,
      merged: pull.isMerged,
      mergedAt: pull.isMerged ? pull.updatedAt : null,
      permalink: url,
      isCrossRepository: pull.from !== pull.repository,
      maintainerCanModify: false,
      mergeable: "UNKNOWN",
      reviewDecision: null,
      headRefName: pull.branch,
      headRefOid: async () => (await view()).head,
      headRef: () => (pull.from === undefined ? null : this.#ref(pull.from, pull.branch)),
      headRepository: () => (pull.from === undefined ? null : this.repository(pull.from)),
      headRepositoryOwner: () => this.actor(pull.from?.owner),
      baseRefName: pull.into,
      baseRefOid: async () => (await view()) && pull.baseAtPush,
      baseRef: () => this.#ref(pull.repository, pull.into),
      baseRepository: () => this.repository(pull.repository),
      changedFiles: async () => (await view()).files.length,
      additions: async () => (await view()).files.reduce((sum, file) => sum + file.additions, 0),
      deletions: async () => (await view()).files.reduce((sum, file) => sum + file.deletions, 0),
      files: async (page: PageArguments) =>
        connection((await view()).files, page, (file) => ({
          path: file.path,
          additions: file.additions,
          deletions: file.deletions,
          changeType: file.status === "removed" ? "DELETED" : file.status.toUpperCase(),
          viewerViewedState: "UNVIEWED",
        })),
      commits: async (page: PageArguments) =>
        connection((await view()).commits, page, (sha) => ({
          __typename: "PullRequestCommit",
          id: nodeId("C", `${pull.id} ${sha}`),
          url: `${url}/commits/${sha}`,
          commit: this.commit(pull.repository, sha),
        })),
      statusCheckRollup: async () => rollupNode(this, pull.repository, (await view()).head),
      reviewThreads: (page: PageArguments) =>
        connection(
          pull.threads.filter((thread) => thread.comments.some((comment) => this.#isShown(comment.review))),
          page,
          (thread) => this.thread(thread),
        ),
      reviews: ({ states, author, ...page }: ReviewFilter) =>
        connection(
          pull.reviews
            .filter((review) => this.#isShown(review) && (states == null || states.includes(review.state)))
            .filter((review) => author == null || review.author.login === author),
          page,
          (review) => this.review(review),
        ),
      closingIssuesReferences: (page: PageArguments) => connection(pull.closes, page, (issue) => this.issue(issue)),
    };
  }

  issue(issue: Issue): Node {
    const closed = issue.state === "closed";
    return {
      ...this.#issueFields(issue),
      __typename: "Issue",
      id: nodeId("I", issue.id),
      state: closed ? "CLOSED" : "OPEN",
      stateReason: closed ? "COMPLETED" : null,
    };
  }

  async thread(thread: Thread): Promise<Node> {
    const place = await placeThread(thread, await this.#view(thread.pull));
    const mayWrite = RANK[this.#world.permission(thread.pull.repository, this.#viewer)] >= RANK.write;
    const isAuthor = thread.pull.author === this.#viewer.account;
    const canResolve = this.#viewer.canResolve && !this.#viewer.readOnly && (mayWrite || isAuthor);
    return {
      __typename: "PullRequestReviewThread",
      id: nodeId("PRRT", thread.id),
      path: thread.path,
      diffSide: thread.side,
      startDiffSide: thread.startLine === undefined ? null : (thread.startSide ?? thread.side),
      line: place.line,
      startLine: place.startLine,
      originalLine: thread.line ?? null,
      originalStartLine: thread.startLine ?? null,
      subjectType: thread.line === undefined ? "FILE" : "LINE",
      isOutdated: place.isOutdated,
      isResolved: thread.isResolved,
      isCollapsed: thread.isResolved || place.isOutdated,
      resolvedBy: this.actor(thread.resolvedBy),
      viewerCanReply: !this.#viewer.readOnly,
      viewerCanResolve: canResolve && !thread.isResolved,
      viewerCanUnresolve: canResolve && thread.isResolved,
      pullRequest: () => this.pull(thread.pull),
      repository: () => this.repository(thread.pull.repository),
      comments: (page: PageArguments) => connection(thread.comments, page, (comment) => this.reviewComment(comment)),
    };
  }

  reviewComment(comment: ReviewComment): Node {
    const { thread, review } = comment;
    const place = async () => placeThread(thread, await this.#view(thread.pull));
    const repository = thread.pull.repository;
    return {
      ...this.#commentFields(comment),
      __typename: "PullRequestReviewComment",
      id: nodeId("PRRC", comment.id),
      url: `${this.#world.issueUrl(thread.pull)}#discussion_r${comment.id}`,
      path: thread.path,
      diffHunk: thread.hunk,
      line: async () => (await place()).line,
      startLine: async () => (await place()).startLine,
      position: async () => (await place()).position,
      outdated: async () => (await place()).isOutdated,
      originalLine: thread.line ?? null,
      originalStartLine: thread.startLine ?? null,
      subjectType: thread.line === undefined ? "FILE" : "LINE",
      state: review.state === "PENDING" ? "PENDING" : "SUBMITTED",
      draftedAt: comment.createdAt,
      commit: async () => {
        const { head } = await this.#view(thread.pull);
        return this.commit(repository, (await place()).isOutdated ? thread.commit : head);
      },
      originalCommit: () => this.commit(repository, thread.commit),
      replyTo: () => (comment.replyTo === undefined ? null : this.reviewComment(comment.replyTo)),
      pullRequestReview: () => this.review(review),
      pullRequest: () => this.pull(thread.pull),
      repository: () => this.repository(repository),
    };
  }

  review(review: Review): Node {
    return {
      ...this.#commentFields({ ...review, updatedAt: review.submittedAt ?? review.createdAt, isMinimized: false }),
      __typename: "PullRequestReview",
      id: nodeId("PRR", review.id),
      url: `${this.#world.issueUrl(review.pull)}#pullrequestreview-${review.id}`,
      state: review.state,
      submittedAt: review.submittedAt ?? null,
      commit: () => this.commit(review.pull.repository, review.commit),
      comments: (page: PageArguments) => connection(commentsOf(review), page, (comment) => this.reviewComment(comment)),
      pullRequest: () => this.pull(review.pull),
      repository: () => this.repository(review.pull.repository),
    };
  }

  issueComment(issue: Issue, comment: IssueComment): Node {
    return {
      ...this.#commentFields(comment),
      __typename: "IssueComment",
      id: nodeId("IC", comment.id),
      url: `${this.#world.issueUrl(issue)}#issuecomment-${comment.id}`,
      repository: () => this.repository(issue.repository),
    };
  }

  commit(repository: Repository, oid: string): Node {
    const shown = (format: string) => repository.git.git("show", "--no-patch", `--format=${format}`, oid);
    return {
      __typename: "Commit",
      id: nodeId("C", oid),
      oid,
      abbreviatedOid: oid.slice(0, 7),
      url: `${this.#world.url}/${fullName(repository)}/commit/${oid}`,
      message: async () => (await shown("%B")).trimEnd(),
      messageHeadline: async () => (await shown("%s")).trimEnd(),
      committedDate: async () => (await shown("%cI")).trim(),
      authoredDate: async () => (await shown("%aI")).trim(),
      author: async () => ({ name: (await shown("%an")).trim(), email: (await shown("%ae")).trim(), user: null }),
      statusCheckRollup: () => rollupNode(this, repository, oid),
      repository: () => this.repository(repository),
    };
  }

  #view(pull: Pull): Promise<PullView> {
    const asked = this.#views.get(pull) ?? viewPull(pull);
    this.#views.set(pull, asked);
    return asked;
  }

  #issueFields(issue: Issue): Node {
    return {
      ...this.#commentFields({ ...issue, isMinimized: false }),
      number: issue.number,
      title: issue.title,
      closed: issue.state === "closed",
      closedAt: issue.state === "closed" ? issue.updatedAt : null,
      url: this.#world.issueUrl(issue),
      locked: false,
      repository: () => this.repository(issue.repository),
      labels: (page: PageArguments) => connection(issue.labels, page, (label) => this.#label(label)),
      comments: (page: PageArguments) =>
        connection(issue.comments, page, (comment) => this.issueComment(issue, comment)),
    };
  }

  #commentFields(
    comment: Pick<IssueComment, "id" | "author" | "body" | "createdAt" | "updatedAt" | "isMinimized">,
  ): Node {
    const isOwn = comment.author === this.#viewer.account;
    return {
      databaseId: comment.id,
      fullDatabaseId: String(comment.id),
      author: this.actor(comment.author),
      authorAssociation: "NONE",
      body: comment.body,
      bodyText: comment.body,
      createdAt: comment.createdAt,
      updatedAt: comment.updatedAt,
      publishedAt: comment.createdAt,
      lastEditedAt: comment.updatedAt === comment.createdAt ? null : comment.updatedAt,
      isMinimized: comment.isMinimized,
      minimizedReason: comment.isMinimized ? "outdated" : null,
      viewerDidAuthor: isOwn,
      viewerCanUpdate: isOwn && !this.#viewer.readOnly,
      viewerCanDelete: isOwn && !this.#viewer.readOnly,
    };
  }

  #label({ id, name }: Label): Node {
    return { __typename: "Label", id: nodeId("LA", id), name, color: "ededed", description: null };
  }

  async #ref(repository: Repository, branch: string): Promise<Node | null> {
    const sha = await repository.git.tip(`refs/heads/${branch}`);
    if (sha === undefined) return null;
    const target = this.commit(repository, sha);
    return {
      __typename: "Ref",
      id: nodeId("R", `${repository.id} ${branch}`),
      name: branch,
      prefix: "refs/heads/",
      target,
      repository: () => this.repository(repository),
    };
  }

  #isShown(review: Review): boolean {
    return review.state !== "PENDING" || review.author === this.#viewer.account;
  }
}

function byNumber<T>(things: ReadonlyMap<number, T>, number: number, kind: string): T {
  const thing = things.get(number);
  if (thing !== undefined) return thing;
  throw new Refusal(404, `Could not resolve to a ${kind} with the number of ${number}.`);
}

const stateOf = (pull: Pull): string => (pull.isMerged ? "MERGED" : pull.state.toUpperCase());
