/** A request as a fault sees it, before it is handled. */
export interface IncomingCall {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  /** Names of GraphQL's top-level fields, as `mutation resolveReviewThread`. */
  readonly operations: readonly string[];
  readonly isWrite: boolean;
}

/** What goes wrong. */
export type FaultKind =
  /** 403 with `retry-after`, as for too many writes in a short time. */
  | { readonly kind: "secondary-limit"; readonly retryAfter?: number }
  /** 403 with nothing remaining, until a moment in so many seconds. */
  | { readonly kind: "primary-limit"; readonly resetIn?: number }
  | {
      readonly kind: "status";
      readonly status: number;
      readonly message?: string;
      readonly errors?: readonly unknown[];
    }
  /** The connection ends before the request is handled. */
  | { readonly kind: "cut-before" }
  /** The request is handled, but its answer is never heard. */
  | { readonly kind: "cut-after" }
  | { readonly kind: "slow"; readonly milliseconds: number }
  /** Something happens on the server just before: a push, a reply. */
  | { readonly kind: "do"; readonly action: () => Promise<unknown> | unknown };

/** When it goes wrong. */
export type Fault = FaultKind & {
  /** Absent: any request to the API. */
  readonly on?: "write" | ((call: IncomingCall) => boolean);
  /** How often; once where nothing is said. */
  readonly times?: number;
};

/** The faults that are still to come. */
export class Faults {
  #planned: { readonly fault: Fault; left: number }[] = [];

  plan(fault: Fault): void {
    this.#planned.push({ fault, left: fault.times ?? 1 });
  }

  /** The faults that a request meets; each is used up by it. */
  met(call: IncomingCall): Fault[] {
    const met = this.#planned.filter(({ fault }) => {
      if (fault.on === undefined) return true;
      return fault.on === "write" ? call.isWrite : fault.on(call);
    });
    for (const planned of met) planned.left -= 1;
    this.#planned = this.#planned.filter(({ left }) => left > 0);
    return met.map(({ fault }) => fault);
  }

  /** How many are planned and did not happen. */
  get left(): number {
    return this.#planned.length;
  }

  clear(): void {
    this.#planned = [];
  }
}

/** A review that has a comment on a path: for faults that refuse one. */
export function reviewWith(path: string): (call: IncomingCall) => boolean {
  return ({ method, path: address, body }) => {
    if (method !== "POST" || !address.endsWith("/reviews")) return false;
    const comments =
      (body as { readonly comments?: readonly { readonly path?: string }[] } | undefined)?.comments ?? [];
    return comments.some((comment) => comment.path === path);
  };
}
