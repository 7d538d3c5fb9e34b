/** One request that came, and how it was answered. */
export interface LogEntry {
  readonly number: number;
  readonly method: string;
  readonly path: string;
  readonly query: string;
  /** `GET /repos/{owner}/{repo}`, or `graphql`, or `git`. */
  readonly route: string;
  /** For GraphQL: the names of its top-level fields, as `mutation resolveReviewThread`. */
  readonly operations: readonly string[];
  readonly body: unknown;
  readonly user: string | undefined;
  /** 0: the connection was cut before anything was said. */
  readonly status: number;
  /** It changed what the server knows, whether or not the client heard of it. */
  readonly changed: boolean;
  /** The fault that it met. */
  readonly fault?: string;
  readonly cost: number;
}

/** Every request, in its order. */
export class RequestLog {
  readonly entries: LogEntry[] = [];

  add(entry: Omit<LogEntry, "number">): void {
    this.entries.push({ ...entry, number: this.entries.length + 1 });
  }

  /** What changed something. */
  writes(): readonly LogEntry[] {
    return this.entries.filter(({ changed }) => changed);
  }

  /** Requests to the API, without git's. */
  calls(): readonly LogEntry[] {
    return this.entries.filter(({ route }) => route !== "git");
  }

  clear(): void {
    this.entries.length = 0;
  }
}
