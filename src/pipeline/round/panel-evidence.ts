import { setTimeout as sleep } from "node:timers/promises";
import type { Finding } from "#model/finding.ts";
import { GATES_ID } from "#model/panel/gate.ts";
import type { KnownGates } from "#steps/build-context/bundle-input.ts";
import type { PanelMember, ReviewerResult } from "../panel.ts";

/** What members of the panel found by programs, for the bundles of the others. */
export interface PanelEvidence {
  /** Called when a member has ended. */
  add(member: PanelMember, results: readonly ReviewerResult[]): void;
  /** The findings of the built-in reviewers, once all of them have ended. */
  readonly findings: Promise<readonly Finding[]>;
  /** What the gates showed, or that they still run after the longest wait. Undefined: nobody runs gates. */
  gates(): Promise<KnownGates | undefined>;
}

/** Agents wait this long for the gates, in milliseconds. A test suite may take longer than a review. */
const GATES_WAIT = 60_000;

export function openEvidence(members: readonly PanelMember[], wait = GATES_WAIT): PanelEvidence {
  const checks = collectFrom(members.filter(({ reviewer }) => reviewer.kind === "analyzer"));
  const runners = members.filter(({ reviewer }) => reviewer.id === GATES_ID);
  const gates = collectFrom(runners);
  return {
    add(member, results) {
      checks.add(member, results);
      gates.add(member, results);
    },
    findings: checks.whole.then((results) => results.flatMap(({ findings }) => findings)),
    async gates() {
      if (runners.length === 0) return undefined;
      // The timer must not keep the program running.
      const late = sleep(wait, undefined, { ref: false });
      await Promise.race([gates.whole, late]);
      return { results: gates.known().flatMap((result) => result.gates ?? []), isRunning: !gates.isWhole() };
    },
  };
}

interface Collection {
  add(member: PanelMember, results: readonly ReviewerResult[]): void;
  /** In the order of the panel, so that the same change always gives the same bundle. */
  known(): readonly ReviewerResult[];
  isWhole(): boolean;
  readonly whole: Promise<readonly ReviewerResult[]>;
}

/** Collects the results of these members. Those of others are ignored. */
function collectFrom(members: readonly PanelMember[]): Collection {
  const ended = new Map<PanelMember, readonly ReviewerResult[]>();
  const { promise, resolve } = withResolver<readonly ReviewerResult[]>();
  const known = (): ReviewerResult[] => members.flatMap((member) => ended.get(member) ?? []);
  const isWhole = (): boolean => ended.size === members.length;
  if (isWhole()) resolve([]);
  return {
    add(member, results) {
      if (!members.includes(member)) return;
      ended.set(member, results);
      if (isWhole()) resolve(known());
    },
    known,
    isWhole,
    whole: promise,
  };
}

function withResolver<T>(): { readonly promise: Promise<T>; readonly resolve: (value: T) => void } {
  let resolve!: (value: T) => void;
  const promise = new Promise<T>((settle) => (resolve = settle));
  return { promise, resolve };
}
