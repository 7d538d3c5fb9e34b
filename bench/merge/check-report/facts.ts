import type { LedgerRow, RulingRow, Sheet } from "./read-sheet.ts";

export const SEVERITIES = ["critical", "important", "suggestion"] as const;

/** How many of each key. */
export type Counts = ReadonlyMap<string, number>;

/** What the two tables of the ledger say of one reviewer. */
export interface Facts {
  readonly id: string;
  readonly name: string;
  readonly isKnown: boolean;
  readonly raised: Counts;
  readonly all: number;
  readonly kept: number;
  readonly merged: number;
  readonly behind: Counts;
  readonly alone: Counts;
  /** `important suggestion` for a change from the one to the other. */
  readonly changes: Counts;
  readonly routed: Counts;
  readonly dropped: Counts;
}

/** Adds up the ledger for each column of the retro. */
export function factsOf(sheet: Sheet): Facts[] {
  const stands = standsOf(sheet.rulings);
  const kept = sheet.rulings.filter(isKept);
  return sheet.panel.map(({ id, name: title }, at) => {
    const own = sheet.ledger.filter(({ reviewer, share }) => reviewer === id && share !== "secondary");
    const ownKept = own.filter(({ became }) => isSeverity(became));
    const behind = kept.filter(({ cluster }) => stands.get(cluster)?.has(id));
    const name = sheet.retro?.head[at + 1] ?? title;
    return {
      id,
      name,
      isKnown: own.length > 0 || sheet.rawReviews.includes(name),
      raised: count(own.map(({ claimed }) => claimed)),
      all: own.length,
      kept: ownKept.length,
      merged: ownKept.filter(({ cluster }) => (stands.get(cluster)?.size ?? 0) > 1).length,
      behind: count(behind.map(severityOf)),
      alone: count(behind.filter(({ cluster }) => stands.get(cluster)?.size === 1).map(severityOf)),
      changes: count(ownKept.filter(({ claimed, became }) => claimed !== became).map(changeOf)),
      routed: count(endings(own, "routed: ")),
      dropped: count(endings(own, "dropped: ")),
    };
  });
}

/** The reviewers behind each cluster: those credited, and those who raised a member. */
export function standsOf(rulings: readonly RulingRow[]): ReadonlyMap<string, ReadonlySet<string>> {
  return new Map(
    rulings.map(({ cluster, members, credits }) => [
      cluster,
      new Set([...credits, ...members.map((member) => member.split(":")[0] ?? "")]),
    ]),
  );
}

export const isKept = ({ ruling }: RulingRow): boolean => ruling.startsWith("keep as ");

export const severityOf = ({ ruling }: RulingRow): string => ruling.replace("keep as ", "");

export const isSeverity = (word: string): boolean => SEVERITIES.some((severity) => severity === word);

/** Counts equal words. */
export function count(words: readonly string[]): Counts {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** The sum over all keys. */
export function total(counts: Counts): number {
  return [...counts.values()].reduce((sum, number) => sum + number, 0);
}

const changeOf = ({ claimed, became }: LedgerRow): string => `${claimed} ${became}`;

function endings(rows: readonly LedgerRow[], start: string): string[] {
  return rows.filter(({ became }) => became.startsWith(start)).map(({ became }) => became.slice(start.length));
}
