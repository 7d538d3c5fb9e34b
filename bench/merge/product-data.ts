import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

/** What one product said about a pull request: text only. */
export interface Candidate {
  readonly id: string;
  readonly tool: string;
  readonly text: string;
  /** The golden comments that the judge matched it with; mostly none, seldom two. */
  readonly goldens: readonly string[];
}

/** One pull request with what all products said, as one judge sees it. */
export interface ProductPullRequest {
  readonly id: string;
  readonly repository: string;
  readonly goldens: readonly string[];
  readonly candidates: readonly Candidate[];
}

/** The judges of the data: the first is the main one, the others are for replication. */
export const JUDGES = ["opus", "sonnet", "gpt52"] as const;
export type Judge = (typeof JUDGES)[number];

interface StoredPullRequest {
  readonly id: string;
  readonly repo: string;
  readonly golden: readonly { readonly id: string }[];
  readonly tools: Readonly<
    Record<string, readonly { readonly id: string; readonly judge: string; readonly text: string }[]>
  >;
  readonly matches: Readonly<Record<string, readonly { readonly candidate: string; readonly golden: string }[]>>;
}

/** Where the products' reviews are: `DEEP_REVIEW_BENCHMARK`, or `shared/benchmark` beside the repository. */
export function requireProducts(): string {
  const root = new URL("../..", import.meta.url).pathname;
  const folder = process.env["DEEP_REVIEW_BENCHMARK"] ?? resolve(root, "../shared/benchmark");
  if (existsSync(join(folder, "dev.json"))) return folder;
  console.error(
    `no products' reviews at ${folder}; set DEEP_REVIEW_BENCHMARK to a folder with dev.json and panels.json`,
  );
  process.exit(2);
}

/** The pull requests as one judge sees them. */
export function readProducts(folder: string, judge: Judge): ProductPullRequest[] {
  const { prs } = JSON.parse(readFileSync(join(folder, "dev.json"), "utf8")) as {
    readonly prs: readonly StoredPullRequest[];
  };
  return prs.map((stored) => ({
    id: stored.id,
    repository: stored.repo,
    goldens: stored.golden.map(({ id }) => id),
    candidates: Object.entries(stored.tools).flatMap(([tool, said]) =>
      said
        .filter((candidate) => candidate.judge === judge)
        .map(({ id, text }) => ({ id, tool, text, goldens: goldensOf(stored, judge, id) })),
    ),
  }));
}

function goldensOf({ matches }: StoredPullRequest, judge: Judge, id: string): string[] {
  return (matches[judge] ?? []).filter(({ candidate }) => candidate === id).map(({ golden }) => golden);
}

/** The tools of the headline panels (ten) and of the wider ones (thirteen). */
export function readTools(folder: string): { readonly ten: readonly string[]; readonly thirteen: readonly string[] } {
  const { tools10, tools13 } = JSON.parse(readFileSync(join(folder, "panels.json"), "utf8")) as {
    readonly tools10: readonly string[];
    readonly tools13: readonly string[];
  };
  return { ten: tools10, thirteen: tools13 };
}

/** All panels of three. */
export function triplesOf(tools: readonly string[]): string[][] {
  return tools.flatMap((a, i) => tools.slice(i + 1).flatMap((b, j) => tools.slice(i + j + 2).map((c) => [a, b, c])));
}
