import type { FileRole } from "#model/change/change-index.ts";

/** What determines the order of files. */
export interface RankInput {
  readonly roleOf: (path: string) => FileRole;
  /** Files that the evidence is about. */
  readonly withEvidence: ReadonlySet<string>;
}

/** The order of importance: source, configuration, tests, documents, data; within each, files with evidence first. */
export function compareFiles({ roleOf, withEvidence }: RankInput): (one: string, other: string) => number {
  const rank = (path: string): number => ROLES.indexOf(roleOf(path)) * 2 + (withEvidence.has(path) ? 0 : 1);
  const ranks = new Map<string, number>();
  const rankOf = (path: string): number => {
    const known = ranks.get(path) ?? rank(path);
    ranks.set(path, known);
    return known;
  };
  return (one, other) => rankOf(one) - rankOf(other) || comparePaths(one, other);
}

const ROLES: readonly FileRole[] = ["source", "config", "test", "doc", "data"];

/** By code unit: the same on every machine. */
export function comparePaths(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
