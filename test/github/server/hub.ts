import type { Server } from "node:http";
import { installedDescription } from "../../../tools/github-description.ts";
import type { Fault } from "./faults.ts";
import { Faults } from "./faults.ts";
import type { Files } from "./git/bare-repository.ts";
import { HubRepository } from "./hub-repository.ts";
import type { LogEntry } from "./log.ts";
import { RequestLog } from "./log.ts";
import { serve } from "./serve.ts";
import type { Permission } from "./state.ts";
import type { TokenOptions, Violation } from "./world.ts";
import { World } from "./world.ts";

/** How a repository is made. */
export interface RepositoryOptions {
  readonly isPrivate?: boolean;
  /** What accounts may do beside its owner. */
  readonly access?: Readonly<Record<string, Permission>>;
}

/** Starts a server that behaves as GitHub does, on a free port of this machine. */
export async function startHub(): Promise<Hub> {
  // Said before the first request fails for want of it.
  installedDescription();
  const world = await World.create();
  const faults = new Faults();
  const log = new RequestLog();
  return new Hub({ world, faults, log }, await serve({ world, faults, log }));
}

/** A GitHub of our own: people, repositories with real git, pull requests, and an account of what was asked of it. */
export class Hub {
  readonly world: World;
  readonly log: RequestLog;
  readonly faults: Faults;
  readonly #server: Server;

  constructor(parts: { readonly world: World; readonly faults: Faults; readonly log: RequestLog }, server: Server) {
    this.world = parts.world;
    this.faults = parts.faults;
    this.log = parts.log;
    this.#server = server;
  }

  /** `http://127.0.0.1:PORT`: web pages and git; the API is there too, and below `/api/v3` as on GitHub Enterprise. */
  get url(): string {
    return this.world.url;
  }

  /** `127.0.0.1:PORT`. */
  get host(): string {
    return new URL(this.url).host;
  }

  /** What GITHUB_API_URL would say on GitHub Enterprise. GraphQL is at `/api/graphql`. */
  get apiUrl(): string {
    return `${this.url}/api/v3`;
  }

  /** A repository whose branch `main` has one commit with these files. */
  async repository(name: string, files: Files, options: RepositoryOptions = {}): Promise<HubRepository> {
    const { isPrivate = false, access = {} } = options;
    const state = await this.world.addRepository(name, { isPrivate });
    const repository = new HubRepository(this.world, state);
    for (const [login, permission] of Object.entries(access)) repository.allow(login, permission);
    await repository.push("main", files, { message: "Begin" });
    return repository;
  }

  /**
   * A token of an account. People's tokens may resolve threads and write no check runs; those of bots, as GITHUB_TOKEN,
   * write check runs and resolve nothing.
   */
  tokenFor(login: string, options: TokenOptions = {}): string {
    return this.world.token(login, options).value;
  }

  /** Lets something go wrong. */
  fault(fault: Fault): void {
    this.faults.plan(fault);
  }

  /** What changed something, in its order. */
  writes(): readonly LogEntry[] {
    return this.log.writes();
  }

  /** What was not as GitHub describes it; must be empty in the end. */
  get violations(): readonly Violation[] {
    return this.world.violations;
  }

  /** The violations so far, which then are forgotten: for tests that make some. */
  takeViolations(): readonly Violation[] {
    return this.world.violations.splice(0);
  }

  /** Throws where something was not as GitHub describes it. */
  check(): void {
    if (this.violations.length === 0) return;
    const lines = this.violations.map(({ kind, where, what }) => `${kind}: ${where}: ${what}`);
    throw new Error(`Not as GitHub describes it:\n${lines.join("\n")}`);
  }

  /** Ends the server and removes its folder. */
  async close(): Promise<void> {
    await new Promise((resolve) => {
      this.#server.close(resolve);
      this.#server.closeAllConnections();
    });
    await this.world.remove();
  }
}
