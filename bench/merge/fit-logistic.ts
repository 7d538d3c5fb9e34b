const STEPS = 12;

/** Logistic regression with ridge shrinkage by Newton's method; the first column is the bias and is not shrunk. */
export function fitLogistic(
  rows: readonly (readonly number[])[],
  outcomes: readonly number[],
  ridge: number,
): number[] {
  const width = rows[0]?.length ?? 0;
  const weights = Array.from({ length: width }, () => 0);
  for (let step = 0; step < STEPS; step++) {
    const gradient = weights.map((weight, at) => (at === 0 ? 0 : -ridge * weight));
    const curvature = weights.map((_, i) => weights.map((_, j) => (i === j ? (i === 0 ? 1e-9 : ridge) : 0)));
    for (const [at, row] of rows.entries()) accumulate(row, outcomes[at]!, { weights, gradient, curvature });
    for (let i = 0; i < width; i++) for (let j = i + 1; j < width; j++) curvature[i]![j] = curvature[j]![i]!;
    const change = solve(curvature, gradient);
    for (const [at, by] of change.entries()) weights[at]! += by;
    if (change.every((by) => Math.abs(by) < 1e-8)) break;
  }
  return weights;
}

interface Sums {
  readonly weights: readonly number[];
  readonly gradient: number[];
  readonly curvature: number[][];
}

function accumulate(row: readonly number[], outcome: number, { weights, gradient, curvature }: Sums): void {
  let odds = 0;
  for (let i = 0; i < row.length; i++) odds += row[i]! * weights[i]!;
  const probability = 1 / (1 + Math.exp(-odds));
  const bend = probability * (1 - probability);
  for (let i = 0; i < row.length; i++) {
    gradient[i]! += (outcome - probability) * row[i]!;
    for (let j = 0; j <= i; j++) curvature[i]![j]! += bend * row[i]! * row[j]!;
  }
}

/** Gaussian elimination with pivoting. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const size = right.length;
  const rows = matrix.map((row, at) => [...row, right[at]!]);
  for (let column = 0; column < size; column++) {
    let pivot = column;
    for (let i = column + 1; i < size; i++) {
      if (Math.abs(rows[i]![column]!) > Math.abs(rows[pivot]![column]!)) pivot = i;
    }
    [rows[column], rows[pivot]] = [rows[pivot]!, rows[column]!];
    for (let i = column + 1; i < size; i++) {
      const factor = rows[i]![column]! / rows[column]![column]!;
      for (let k = column; k <= size; k++) rows[i]![k]! -= factor * rows[column]![k]!;
    }
  }
  const solution = Array.from({ length: size }, () => 0);
  for (let i = size - 1; i >= 0; i--) {
    let rest = rows[i]![size]!;
    for (let k = i + 1; k < size; k++) rest -= rows[i]![k]! * solution[k]!;
    solution[i] = rest / rows[i]![i]!;
  }
  return solution;
}
