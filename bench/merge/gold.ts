import type { Finding } from "#model/finding.ts";
import type { Severity } from "#model/severity.ts";
import { importReport } from "#import/import-report.ts";
import { corpusJson, corpusReports } from "../lib/corpus.ts";

/** What the hand-checked files say of one report. */
export interface GoldFile {
  readonly clusters: readonly {
    readonly consolidated: string;
    readonly severity: Severity;
    readonly members: readonly string[];
    readonly splitMembers?: readonly string[];
  }[];
  readonly dropped: readonly { readonly raw: string; readonly reason?: string }[];
  readonly rerouted: readonly { readonly raw: string; readonly to?: string }[];
}

/** One finding of a report: its members, those that it shares, its severity. */
export interface GoldCluster {
  readonly primary: ReadonlySet<string>;
  readonly split: ReadonlySet<string>;
  readonly severity: Severity;
}

/** The hand-checked account of a report, ready for questions. */
export class Gold {
  readonly clusters = new Map<string, GoldCluster>();
  readonly dropped: ReadonlySet<string>;
  readonly routed: ReadonlySet<string>;
  readonly #home = new Map<string, string>();
  readonly #all = new Map<string, Set<string>>();

  constructor(file: GoldFile) {
    for (const { consolidated, members, splitMembers = [], severity } of file.clusters) {
      const split = new Set(splitMembers);
      const primary = new Set(members.filter((member) => !split.has(member)));
      for (const member of members) {
        this.#all.set(member, (this.#all.get(member) ?? new Set<string>()).add(consolidated));
      }
      for (const member of primary) this.#home.set(member, consolidated);
      if (primary.size > 0) this.clusters.set(consolidated, { primary, split, severity });
    }
    this.dropped = new Set(file.dropped.map(({ raw }) => raw));
    this.routed = new Set(file.rerouted.map(({ raw }) => raw));
  }

  /** Findings that the report keeps. */
  get kept(): string[] {
    return [...this.#home.keys()].sort();
  }

  get all(): ReadonlySet<string> {
    return new Set([...this.#home.keys(), ...this.dropped, ...this.routed]);
  }

  homeOf(raw: string): string | undefined {
    return this.#home.get(raw);
  }

  placesOf(raw: string): ReadonlySet<string> {
    return this.#all.get(raw) ?? new Set();
  }

  /** Whether two kept findings are the same problem; undefined where they only share a split. */
  same(one: string, other: string): boolean | undefined {
    if (this.#home.get(one) === this.#home.get(other)) return true;
    return [...this.placesOf(one)].some((place) => this.placesOf(other).has(place)) ? undefined : false;
  }
}

/** A published report with its hand-checked account. */
export interface GoldReport {
  readonly id: string;
  /** Reports of one pull request never stand on both sides of a cross-validation. */
  readonly pullRequest: string;
  readonly findings: readonly Finding[];
  readonly gold: Gold;
}

/** Every report of the corpus that was checked by hand. */
export function loadGoldReports(folder: string): GoldReport[] {
  const reports: GoldReport[] = [];
  for (const { id, text } of corpusReports(folder)) {
    const file = corpusJson<GoldFile>(folder, `gold/${id}.json`);
    const result = importReport(text, id);
    if (file === undefined || !result.ok) continue;
    const { findings } = result.review;
    reports.push({ id, pullRequest: pullRequestOf(id), findings, gold: new Gold(file) });
  }
  return reports;
}

/** Branches that became a pull request later are the same series. */
const BRANCHES: Readonly<Record<string, string>> = {
  "app-controller-create-delete-limavm": "236",
  "rotate-serial-logs": "234",
  msys2: "242",
  "msys2-ci": "242",
};

/** The pull request that a report belongs to, by its id. */
export function pullRequestOf(id: string): string {
  const tail = id.split("-").slice(2).join("-");
  return /^pr-(\d+)$/.exec(tail)?.[1] ?? BRANCHES[tail] ?? tail;
}
