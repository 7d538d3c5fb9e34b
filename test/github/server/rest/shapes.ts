import type { PullView, ThreadPlace } from "../git/pull-view.ts";
import { nodeId } from "../node-id.ts";
import type {
  Account,
  CheckRun,
  Issue,
  IssueComment,
  Label,
  Pull,
  Repository,
  Review,
  ReviewComment,
  Status,
} from "../state.ts";
import { fullName } from "../state.ts";
import type { World } from "../world.ts";

type Shape = Record<string, unknown>;

/** The addresses of a world, and GitHub's objects with what our tests know of them. */
export class Shapes {
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
  }

  get #url(): string {
    return this.#world.url;
  }

  account({ id, login, kind }: Account): Shape {
    const name = kind === "Bot" ? `${login}[bot]` : login;
    return {
      login: name,
      id,
      node_id: nodeId(kind === "Bot" ? "BOT" : kind === "Organization" ? "O" : "U", id),
      type: kind,
      site_admin: false,
      url: `${this.#url}/users/${encodeURIComponent(name)}`,
      html_url: kind === "Bot" ? `${this.#url}/apps/${login}` : `${this.#url}/${login}`,
    };
  }

  repository(repository: Repository): Shape {
    const name = fullName(repository);
    return {
      id: repository.id,
      node_id: nodeId("R", repository.id),
      name: repository.name,
      full_name: name,
      private: repository.isPrivate,
      visibility: repository.isPrivate ? "private" : "public",
      owner: this.account(repository.owner),
      html_url: `${this.#url}/${name}`,
      url: `${this.#url}/repos/${name}`,
      clone_url: `${this.#url}/${name}.git`,
      git_url: `git://127.0.0.1/${name}.git`,
      ssh_url: `git@127.0.0.1:${name}.git`,
      svn_url: `${this.#url}/${name}`,
      fork: repository.parent !== undefined,
      default_branch: repository.defaultBranch,
      archived: false,
      disabled: false,
      has_issues: true,
      description: null,
      language: null,
    };
  }

  label({ id, name }: Label): Shape {
    const url = `${this.#url}/labels/${encodeURIComponent(name)}`;
    return { id, node_id: nodeId("LA", id), name, color: "ededed", default: false, description: "", url };
  }

  issue(issue: Issue): Shape {
    const api = `${this.#url}/repos/${fullName(issue.repository)}/issues/${issue.number}`;
    return {
      id: issue.id,
      node_id: nodeId("threads" in issue ? "PR" : "I", issue.id),
      number: issue.number,
      title: issue.title,
      body: issue.body,
      state: issue.state,
      user: this.account(issue.author),
      labels: issue.labels.map((label) => this.label(label)),
      comments: issue.comments.length,
      created_at: issue.createdAt,
      updated_at: issue.updatedAt,
      closed_at: issue.state === "closed" ? issue.updatedAt : null,
      html_url: this.#world.issueUrl(issue),
      url: api,
      comments_url: `${api}/comments`,
      locked: false,
      author_association: "NONE",
    };
  }

  /** A pull request as lists show it. */
  pullInList(pull: Pull, view: PullView): Shape {
    const api = `${this.#url}/repos/${fullName(pull.repository)}/pulls/${pull.number}`;
    const side = (repository: Repository | undefined, ref: string, sha: string): Shape => ({
      label: `${repository?.owner.login ?? "unknown"}:${ref}`,
      ref,
      sha,
      user: repository === undefined ? null : this.account(repository.owner),
      repo: repository === undefined ? null : this.repository(repository),
    });
    return {
      ...this.issue(pull),
      comments: undefined,
      url: api,
      issue_url: `${this.#url}/repos/${fullName(pull.repository)}/issues/${pull.number}`,
      diff_url: `${this.#world.issueUrl(pull)}.diff`,
      patch_url: `${this.#world.issueUrl(pull)}.patch`,
      draft: pull.isDraft,
      merged_at: pull.isMerged ? pull.updatedAt : null,
      merge_commit_sha: null,
      head: side(pull.from, pull.branch, view.head),
      base: side(pull.repository, pull.into, pull.baseAtPush),
      author_association: "NONE",
    };
  }

  /** A pull request asked for by its number. */
  pull(pull: Pull, view: PullView): Shape {
    const sum = (key: "additions" | "deletions"): number => view.files.reduce((total, file) => total + file[key], 0);
    return {
      ...this.pullInList(pull, view),
      merged: pull.isMerged,
      mergeable: null,
      mergeable_state: "unknown",
      comments: pull.comments.length,
      review_comments: pull.threads.reduce((total, { comments }) => total + comments.length, 0),
      commits: view.commits.length,
      additions: sum("additions"),
      deletions: sum("deletions"),
      changed_files: view.files.length,
      maintainer_can_modify: false,
    };
  }

  issueComment(issue: Issue, comment: IssueComment): Shape {
    const api = `${this.#url}/repos/${fullName(issue.repository)}`;
    return {
      id: comment.id,
      node_id: nodeId("IC", comment.id),
      body: comment.body,
      user: this.account(comment.author),
      created_at: comment.createdAt,
      updated_at: comment.updatedAt,
      html_url: `${this.#world.issueUrl(issue)}#issuecomment-${comment.id}`,
      url: `${api}/issues/comments/${comment.id}`,
      issue_url: `${api}/issues/${issue.number}`,
      author_association: "NONE",
    };
  }

  review(review: Review): Shape {
    const html = `${this.#world.issueUrl(review.pull)}#pullrequestreview-${review.id}`;
    const pull = `${this.#url}/repos/${fullName(review.pull.repository)}/pulls/${review.pull.number}`;
    return {
      id: review.id,
      node_id: nodeId("PRR", review.id),
      user: this.account(review.author),
      body: review.body,
      state: review.state,
      html_url: html,
      pull_request_url: pull,
      commit_id: review.commit,
      submitted_at: review.submittedAt,
      author_association: "NONE",
      _links: { html: { href: html }, pull_request: { href: pull } },
    };
  }

  reviewComment(comment: ReviewComment, place: ThreadPlace, head: string): Shape {
    const { thread, review } = comment;
    const { pull } = thread;
    const api = `${this.#url}/repos/${fullName(pull.repository)}/pulls`;
    const html = `${this.#world.issueUrl(pull)}#discussion_r${comment.id}`;
    const self = `${api}/comments/${comment.id}`;
    return {
      id: comment.id,
      node_id: nodeId("PRRC", comment.id),
      pull_request_review_id: review.id,
      body: comment.body,
      user: this.account(comment.author),
      path: thread.path,
      line: place.line,
      start_line: place.startLine,
      original_line: thread.line ?? null,
      original_start_line: thread.startLine ?? null,
      side: thread.side,
      start_side: thread.startLine === undefined ? null : (thread.startSide ?? thread.side),
      subject_type: thread.line === undefined ? "file" : "line",
      position: place.position,
      original_position: 1,
      diff_hunk: thread.hunk,
      commit_id: place.isOutdated ? thread.commit : head,
      original_commit_id: thread.commit,
      ...(comment.replyTo === undefined ? {} : { in_reply_to_id: comment.replyTo.id }),
      created_at: comment.createdAt,
      updated_at: comment.updatedAt,
      html_url: html,
      url: self,
      pull_request_url: `${api}/${pull.number}`,
      author_association: "NONE",
      _links: { self: { href: self }, html: { href: html }, pull_request: { href: `${api}/${pull.number}` } },
    };
  }

  status(status: Status): Shape {
    return {
      id: status.id,
      node_id: nodeId("SC", status.id),
      state: status.state,
      context: status.context,
      description: status.description,
      target_url: status.targetUrl,
      creator: this.account(status.creator),
      created_at: status.createdAt,
      updated_at: status.createdAt,
      avatar_url: null,
    };
  }

  checkRun(check: CheckRun, repository: Repository): Shape {
    const url = `${this.#url}/repos/${fullName(repository)}/check-runs/${check.id}`;
    return {
      id: check.id,
      node_id: nodeId("CR", check.id),
      name: check.name,
      head_sha: check.sha,
      external_id: check.externalId,
      status: check.status,
      conclusion: check.conclusion,
      started_at: check.startedAt,
      completed_at: check.completedAt,
      details_url: check.detailsUrl,
      html_url: `${this.#url}/${fullName(repository)}/runs/${check.id}`,
      url,
      output: {
        title: check.title,
        summary: check.summary,
        text: check.text,
        annotations_count: check.annotations.length,
        annotations_url: `${url}/annotations`,
      },
      check_suite: { id: check.id },
      app: {
        id: check.app.id,
        slug: check.app.login,
        node_id: nodeId("A", check.app.id),
        name: check.app.login,
        owner: this.account(check.app),
        permissions: {},
        events: [],
        description: null,
      },
      pull_requests: [],
    };
  }
}
