import type { PullView, ThreadPlace } from "./git/pull-view.ts";
import { placeThread, viewPull } from "./git/pull-view.ts";
import type { ReviewEvent } from "./review-actions.ts";
import { createReview, reply } from "./review-actions.ts";
import type { CheckRun, IssueComment, Pull, Review, ReviewComment, Side, Status, Thread } from "./state.ts";
import type { World } from "./world.ts";

/** A thread that somebody begins. */
export interface NewThread {
  readonly author: string;
  readonly body: string;
  readonly path: string;
  /** Absent: about the whole file. */
  readonly line?: number;
  readonly side?: Side;
  readonly startLine?: number;
  readonly startSide?: Side;
}

/** A pull request of the hub, for setting tests up and for looking at what became of it. */
export class HubPull {
  readonly world: World;
  readonly state: Pull;

  constructor(world: World, state: Pull) {
    this.world = world;
    this.state = state;
  }

  get number(): number {
    return this.state.number;
  }

  /** Its page. */
  get url(): string {
    return this.world.issueUrl(this.state);
  }

  get threads(): readonly Thread[] {
    return this.state.threads;
  }

  get comments(): readonly IssueComment[] {
    return this.state.comments;
  }

  get reviews(): readonly Review[] {
    return this.state.reviews;
  }

  /** Check runs of all commits of the repository. */
  get checks(): readonly CheckRun[] {
    return this.state.repository.checks;
  }

  /** Commits and files as git has them now. */
  view(): Promise<PullView> {
    return viewPull(this.state);
  }

  /** Where a thread stands now. */
  async place(thread: Thread): Promise<ThreadPlace> {
    return placeThread(thread, await this.view());
  }

  comment(author: string, body: string): IssueComment {
    const at = this.world.now();
    const comment: IssueComment = {
      id: this.world.nextId(),
      author: this.world.account(author),
      body,
      createdAt: at,
      updatedAt: at,
      isMinimized: false,
    };
    this.state.comments.push(comment);
    return comment;
  }

  /** A thread at a line, in a submitted review of its own. */
  async thread({ author, ...comment }: NewThread): Promise<Thread> {
    const [thread] = await this.threadsBy(author, [comment]);
    if (thread === undefined) throw new Error("The thread was not made.");
    return thread;
  }

  /** Several threads in one submitted review. */
  async threadsBy(author: string, comments: readonly Omit<NewThread, "author">[]): Promise<readonly Thread[]> {
    const before = this.state.threads.length;
    await createReview(this.world, this.state, {
      author: this.world.account(author),
      body: "",
      event: "COMMENT",
      comments: comments.map(({ side = "RIGHT", ...comment }) => ({ side, ...comment })),
    });
    return this.state.threads.slice(before);
  }

  reply(thread: Thread, author: string, body: string): ReviewComment {
    return reply(this.world, thread, { author: this.world.account(author), body });
  }

  resolve(thread: Thread, by: string): void {
    thread.isResolved = true;
    thread.resolvedBy = this.world.account(by);
  }

  review(author: string, event: ReviewEvent, body: string): Promise<Review> {
    return createReview(this.world, this.state, { author: this.world.account(author), body, event, comments: [] });
  }

  /** A status of the head. */
  async status(context: string, state: Status["state"], description?: string): Promise<Status> {
    const status: Status = {
      id: this.world.nextId(),
      sha: (await this.view()).head,
      context,
      state,
      description: description ?? null,
      targetUrl: `${this.world.url}/status/${encodeURIComponent(context)}`,
      creator: this.world.account("ci[bot]"),
      createdAt: this.world.now(),
    };
    this.state.repository.statuses.unshift(status);
    return status;
  }

  /** A check run of the head, as a job of a workflow writes it. No conclusion: it still runs. */
  async check(
    name: string,
    conclusion: string | null,
    more: { readonly title?: string; readonly workflow?: string } = {},
  ): Promise<CheckRun> {
    const check: CheckRun = {
      id: this.world.nextId(),
      sha: (await this.view()).head,
      name,
      status: conclusion === null ? "in_progress" : "completed",
      conclusion,
      externalId: "",
      detailsUrl: null,
      title: more.title ?? null,
      summary: null,
      text: null,
      annotations: [],
      startedAt: this.world.now(),
      completedAt: conclusion === null ? null : this.world.now(),
      app: this.world.account("github-actions[bot]"),
      workflow: more.workflow,
    };
    this.state.repository.checks.push(check);
    return check;
  }

  label(...names: readonly string[]): void {
    this.state.labels = names.map((name) => this.world.label(this.state.repository, name));
  }

  close(): void {
    this.state.state = "closed";
  }
}
