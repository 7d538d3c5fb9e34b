import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { BareRepository } from "./git/bare-repository.ts";
import type { Account, Issue, Label, Permission, Pull, Repository, Token } from "./state.ts";
import { fullName } from "./state.ts";

/** What a token is to be good for; what is not said is as GitHub does it for that kind of account. */
export interface TokenOptions {
  readonly isApp?: boolean;
  readonly canResolve?: boolean;
  readonly readOnly?: boolean;
  readonly atMost?: Permission;
}

/** Something that our server does not accept although GitHub might, or an answer of ours that GitHub would not give. */
export interface Violation {
  readonly kind: "request" | "response" | "graphql" | "unsupported";
  readonly where: string;
  readonly what: string;
}

/** Everything that the server knows. */
export class World {
  /** The address of the server; known once it listens. */
  url = "";
  /** A thread that cannot stand in the diff is not made and nothing is said, as GitHub's GraphQL is seen to do. */
  quietThreads = false;
  readonly folder: string;
  readonly accounts = new Map<string, Account>();
  readonly tokens = new Map<string, Token>();
  readonly repositories = new Map<string, Repository>();
  readonly violations: Violation[] = [];
  #lastId = 1000;

  private constructor(folder: string) {
    this.folder = folder;
  }

  static async create(): Promise<World> {
    return new World(await mkdtemp(join(tmpdir(), "deep-review-hub-")));
  }

  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true, maxRetries: 3 });
  }

  nextId(): number {
    this.#lastId += 1;
    return this.#lastId;
  }

  /** GitHub counts in seconds. */
  now(): string {
    return new Date().toISOString().replace(/\.\d+Z$/, "Z");
  }

  /** An account by its login; made when it is named for the first time. `[bot]` at the end makes a bot. */
  account(name: string): Account {
    const login = name.replace(/\[bot\]$/, "");
    const known = this.accounts.get(name.toLowerCase());
    if (known !== undefined) return known;
    const account: Account = { id: this.nextId(), login, kind: login === name ? "User" : "Bot" };
    this.accounts.set(name.toLowerCase(), account);
    return account;
  }

  token(name: string, options: TokenOptions = {}): Token {
    const account = this.account(name);
    const isApp = options.isApp ?? account.kind === "Bot";
    const value = `${isApp ? "ghs" : "ghp"}_test${this.nextId()}`;
    const { canResolve = !isApp, readOnly = false, atMost = isApp ? "write" : "admin" } = options;
    const token: Token = { value, account, isApp, canResolve, readOnly, atMost, used: 0 };
    this.tokens.set(value, token);
    return token;
  }

  async addRepository(
    name: string,
    options: { readonly isPrivate?: boolean; readonly parent?: Repository },
  ): Promise<Repository> {
    const [owner = "", short = ""] = name.split("/");
    if (this.repositories.has(name.toLowerCase())) throw new Error(`There is a repository ${name} already.`);
    const folder = join(this.folder, owner, `${short}.git`);
    const git =
      options.parent === undefined
        ? await BareRepository.create(folder, "main")
        : await options.parent.git.copyTo(folder);
    const repository: Repository = {
      id: this.nextId(),
      owner: this.account(owner),
      name: short,
      isPrivate: options.isPrivate ?? options.parent?.isPrivate ?? false,
      git,
      parent: options.parent,
      defaultBranch: "main",
      access: new Map(),
      issues: new Map(),
      pulls: new Map(),
      labels: new Map(),
      statuses: [],
      checks: [],
      analyses: [],
      lastNumber: 0,
    };
    this.repositories.set(name.toLowerCase(), repository);
    return repository;
  }

  /** A repository that the viewer may see. */
  visible(name: string, viewer: Token | undefined): Repository | undefined {
    const repository = this.repositories.get(name.toLowerCase());
    return repository === undefined || this.permission(repository, viewer) === "none" ? undefined : repository;
  }

  permission(repository: Repository, viewer: Token | undefined): Permission {
    const open: Permission = repository.isPrivate ? "none" : "read";
    if (viewer === undefined) return open;
    // An app has what it was installed with; our apps are installed everywhere.
    const own = viewer.isApp ? "write" : this.permissionOf(repository, viewer.account);
    return RANK[own] < RANK[viewer.atMost] ? own : viewer.atMost;
  }

  permissionOf(repository: Repository, account: Account): Permission {
    if (repository.owner === account) return "admin";
    return repository.access.get(account.login.toLowerCase()) ?? (repository.isPrivate ? "none" : "read");
  }

  label(repository: Repository, name: string): Label {
    const known = repository.labels.get(name);
    if (known !== undefined) return known;
    const label = { id: this.nextId(), name };
    repository.labels.set(name, label);
    return label;
  }

  issueUrl(issue: Issue | Pull): string {
    return `${this.url}/${fullName(issue.repository)}/${"threads" in issue ? "pull" : "issues"}/${issue.number}`;
  }
}

/** Which permission is more. */
export const RANK: Readonly<Record<Permission, number>> = { none: 0, read: 1, write: 2, admin: 3 };
