import type { PlannedBreak, SurvivorGroup, SurvivorGroups } from "./planned-break.ts";

const MAX_GROUPS = 5;

/** Survivors by function, the most useful first: at most five groups, the rest is counted. */
export function groupSurvivors<Survivor extends Pick<PlannedBreak, "break" | "rank">>(
  survivors: readonly Survivor[],
): SurvivorGroups<Survivor> {
  const groups = new Map<string, { path: string; symbol: string | undefined; survivors: Survivor[] }>();
  for (const survivor of survivors.toSorted((one, other) => one.rank - other.rank)) {
    const { path, symbol } = survivor.break;
    const key = `${path}\n${symbol ?? ""}`;
    const group = groups.get(key) ?? { path, symbol, survivors: [] };
    group.survivors.push(survivor);
    groups.set(key, group);
  }
  // In the order of their most useful survivors, since a map keeps the order.
  const all: SurvivorGroup<Survivor>[] = [...groups.values()];
  const further = all.slice(MAX_GROUPS);
  return {
    groups: all.slice(0, MAX_GROUPS),
    further: { groups: further.length, survivors: further.reduce((sum, group) => sum + group.survivors.length, 0) },
  };
}
