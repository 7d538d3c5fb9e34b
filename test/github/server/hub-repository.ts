import type { Files } from "./git/bare-repository.ts";
import { syncHead } from "./git/pull-view.ts";
import { HubPull } from "./hub-pull.ts";
import type { Issue, Permission, Pull, Repository } from "./state.ts";
import { fullName } from "./state.ts";
import type { World } from "./world.ts";

/** How a commit is pushed. */
export interface PushOptions {
  readonly message?: string;
  readonly author?: string;
  /** Where a new branch begins; `main` where nothing is said. */
  readonly from?: string;
}

/** What a pull request is opened with. */
export interface PullOptions {
  readonly branch: string;
  /** The fork that the branch is in; absent: the repository itself. */
  readonly from?: HubRepository;
  readonly into?: string;
  readonly title?: string;
  readonly body?: string;
  readonly author?: string;
  readonly isDraft?: boolean;
  readonly labels?: readonly string[];
  readonly closes?: readonly Issue[];
}

/** A repository of the hub, for setting tests up. */
export class HubRepository {
  readonly world: World;
  readonly state: Repository;

  constructor(world: World, state: Repository) {
    this.world = world;
    this.state = state;
  }

  /** `owner/name`. */
  get name(): string {
    return fullName(this.state);
  }

  /** What git clones and fetches from. */
  get gitUrl(): string {
    return `${this.world.url}/${this.name}.git`;
  }

  /** The bare repository on disk. */
  get folder(): string {
    return this.state.git.folder;
  }

  allow(login: string, permission: Permission): this {
    this.state.access.set(this.world.account(login).login.toLowerCase(), permission);
    return this;
  }

  /** Adds a commit to a branch, without a client. Gives its name. */
  push(branch: string, files: Files, { message, author, from = "main" }: PushOptions = {}): Promise<string> {
    const begin = branch === from ? undefined : from;
    return this.state.git.commit({ branch, files, message, author, from: begin });
  }

  /** The commit that a branch points at. */
  async tip(branch = "main"): Promise<string> {
    const tip = await this.state.git.tip(`refs/heads/${branch}`);
    if (tip === undefined) throw new Error(`${this.name} has no branch ${branch}.`);
    return tip;
  }

  /** A fork with all branches. */
  async fork(owner: string, name = this.state.name): Promise<HubRepository> {
    const state = await this.world.addRepository(`${owner}/${name}`, { parent: this.state });
    return new HubRepository(this.world, state);
  }

  issue({
    title,
    body = "",
    author = "ada",
    state = "open",
  }: {
    title: string;
    body?: string;
    author?: string;
    state?: Issue["state"];
  }): Issue {
    const at = this.world.now();
    const issue: Issue = {
      id: this.world.nextId(),
      number: this.#nextNumber(),
      repository: this.state,
      title,
      body,
      state,
      author: this.world.account(author),
      createdAt: at,
      updatedAt: at,
      labels: [],
      comments: [],
    };
    this.state.issues.set(issue.number, issue);
    return issue;
  }

  /** Opens a pull request for a branch that was pushed. */
  async pull(options: PullOptions): Promise<HubPull> {
    const { branch, from = this, into = "main", title = "A change", body = "", isDraft = false } = options;
    const at = this.world.now();
    const pull: Pull = {
      id: this.world.nextId(),
      number: this.#nextNumber(),
      repository: this.state,
      title,
      body,
      state: "open",
      author: this.world.account(options.author ?? from.state.owner.login),
      createdAt: at,
      updatedAt: at,
      labels: (options.labels ?? []).map((name) => this.world.label(this.state, name)),
      comments: [],
      into,
      branch,
      from: from.state,
      isDraft,
      isMerged: false,
      baseAtPush: await this.tip(into),
      threads: [],
      reviews: [],
      closes: [...(options.closes ?? [])],
    };
    await from.tip(branch);
    this.state.pulls.set(pull.number, pull);
    await syncHead(pull);
    return new HubPull(this.world, pull);
  }

  /** Takes a fork away; its pull requests stay. */
  remove(): void {
    this.world.repositories.delete(this.name.toLowerCase());
    for (const { pulls } of this.world.repositories.values()) {
      for (const pull of pulls.values()) if (pull.from === this.state) pull.from = undefined;
    }
  }

  #nextNumber(): number {
    this.state.lastNumber += 1;
    return this.state.lastNumber;
  }
}
