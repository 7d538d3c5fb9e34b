/** Beyond this the exact method takes too long; real reports are far smaller. */
const MAX_SIDE = 200;

/**
 * Pairs rows with columns so that the sum of their scores is maximal; each row and column at most once, only pairs
 * with a score above 0. Returns the column of each row, or undefined. (Hungarian method, cubic; the sides are the
 * findings of one reviewer and the clusters that credit it, so a few dozen.)
 */
export function assign(scores: readonly (readonly number[])[]): (number | undefined)[] {
  const size = scores.reduce((longest, row) => Math.max(longest, row.length), scores.length);
  if (size > MAX_SIDE) return assignGreedily(scores);
  const cost = (row: number, column: number): number => -Math.max(0, scores[row]?.[column] ?? 0);
  const rowPotential = new Float64Array(size + 1);
  const columnPotential = new Float64Array(size + 1);
  // Index 0 means "none"; rows and columns count from 1.
  const rowOf = new Int32Array(size + 1);
  for (let row = 1; row <= size; row++) addRow(row);
  const result: (number | undefined)[] = scores.map(() => undefined);
  for (let column = 1; column <= size; column++) {
    const row = (rowOf[column] ?? 0) - 1;
    if (row >= 0 && row < scores.length && cost(row, column - 1) < 0) result[row] = column - 1;
  }
  return result;

  function addRow(row: number): void {
    rowOf[0] = row;
    const slack = new Float64Array(size + 1).fill(Number.POSITIVE_INFINITY);
    const from = new Int32Array(size + 1);
    const done = new Uint8Array(size + 1);
    let column = 0;
    while (rowOf[column] !== 0) column = nextColumn(column, { slack, from, done });
    while (column !== 0) {
      const before = from[column] ?? 0;
      rowOf[column] = rowOf[before] ?? 0;
      column = before;
    }
  }

  function nextColumn(current: number, search: { slack: Float64Array; from: Int32Array; done: Uint8Array }): number {
    const { slack, from, done } = search;
    done[current] = 1;
    const row = rowOf[current] ?? 0;
    let next = 0;
    let delta = Number.POSITIVE_INFINITY;
    for (let column = 1; column <= size; column++) {
      if (done[column] === 1) continue;
      const reduced = cost(row - 1, column - 1) - (rowPotential[row] ?? 0) - (columnPotential[column] ?? 0);
      if (reduced < (slack[column] ?? 0)) {
        slack[column] = reduced;
        from[column] = current;
      }
      if ((slack[column] ?? 0) < delta) {
        delta = slack[column] ?? 0;
        next = column;
      }
    }
    for (let column = 0; column <= size; column++) {
      if (done[column] === 1) {
        const reached = rowOf[column] ?? 0;
        rowPotential[reached] = (rowPotential[reached] ?? 0) + delta;
        columnPotential[column] = (columnPotential[column] ?? 0) - delta;
      } else slack[column] = (slack[column] ?? 0) - delta;
    }
    return next;
  }
}

/** The best pair first, then the best of the rest. */
function assignGreedily(scores: readonly (readonly number[])[]): (number | undefined)[] {
  const pairs = scores.flatMap((row, at) => row.map((score, column) => ({ row: at, column, score })));
  const result: (number | undefined)[] = scores.map(() => undefined);
  const taken = new Set<number>();
  for (const { row, column, score } of pairs.sort((a, b) => b.score - a.score)) {
    if (score <= 0) break;
    if (result[row] !== undefined || taken.has(column)) continue;
    result[row] = column;
    taken.add(column);
  }
  return result;
}
