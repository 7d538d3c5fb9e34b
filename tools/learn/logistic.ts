/** A row to learn from: what is seen, what is true, and how much the row counts. */
export interface Example {
  readonly values: readonly number[];
  readonly truth: 0 | 1;
  readonly weight?: number;
}

/** What was learned, for values as they come. */
export interface Logistic {
  readonly bias: number;
  readonly weights: readonly number[];
}

/**
 * Logistic regression with a penalty on large weights, by Newton's method. Values are brought to one scale first, so
 * that the penalty treats all alike; the result is for the values as given. Deterministic.
 */
export function learnLogistic(examples: readonly Example[], penalty: number): Logistic {
  const width = examples[0]?.values.length ?? 0;
  const { means, spreads } = scaleOf(examples, width);
  const rows = examples.map(({ values, truth, weight = 1 }) => ({
    x: [1, ...values.map((value, at) => (value - means[at]!) / spreads[at]!)],
    truth,
    weight,
  }));
  let beta = Array.from({ length: width + 1 }, () => 0);
  for (let step = 0; step < 50; step++) {
    const gradient = Array.from({ length: width + 1 }, () => 0);
    const hessian = Array.from({ length: width + 1 }, () => Array.from({ length: width + 1 }, () => 0));
    for (const { x, truth, weight } of rows) {
      const guess = 1 / (1 + Math.exp(-dot(x, beta)));
      const slope = weight * guess * (1 - guess);
      for (let i = 0; i <= width; i++) {
        gradient[i]! += weight * (guess - truth) * x[i]!;
        for (let j = 0; j <= i; j++) hessian[i]![j]! += slope * x[i]! * x[j]!;
      }
    }
    for (let i = 0; i <= width; i++) {
      for (let j = i + 1; j <= width; j++) hessian[i]![j] = hessian[j]![i]!;
      if (i > 0) gradient[i]! += penalty * beta[i]!;
      hessian[i]![i]! += i > 0 ? penalty : 1e-9;
    }
    const move = solve(hessian, gradient);
    beta = beta.map((value, at) => value - move[at]!);
    if (Math.max(...move.map(Math.abs)) < 1e-8) break;
  }
  const weights = beta.slice(1).map((value, at) => value / spreads[at]!);
  return { bias: beta[0]! - weights.reduce((sum, weight, at) => sum + weight * means[at]!, 0), weights };
}

function scaleOf(examples: readonly Example[], width: number): { means: number[]; spreads: number[] } {
  const means: number[] = [];
  const spreads: number[] = [];
  for (let at = 0; at < width; at++) {
    const mean = examples.reduce((sum, { values }) => sum + values[at]!, 0) / examples.length;
    const variance = examples.reduce((sum, { values }) => sum + (values[at]! - mean) ** 2, 0) / examples.length;
    means.push(mean);
    spreads.push(Math.sqrt(variance) || 1);
  }
  return { means, spreads };
}

function dot(a: readonly number[], b: readonly number[]): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += a[at]! * b[at]!;
  return sum;
}

/** Gauss with pivoting. */
function solve(matrix: readonly (readonly number[])[], vector: readonly number[]): number[] {
  const rows = matrix.map((row, at) => [...row, vector[at]!]);
  const size = rows.length;
  for (let at = 0; at < size; at++) {
    let pivot = at;
    for (let row = at + 1; row < size; row++) if (Math.abs(rows[row]![at]!) > Math.abs(rows[pivot]![at]!)) pivot = row;
    [rows[at], rows[pivot]] = [rows[pivot]!, rows[at]!];
    for (let row = at + 1; row < size; row++) {
      const factor = rows[row]![at]! / rows[at]![at]!;
      if (factor === 0) continue;
      for (let column = at; column <= size; column++) rows[row]![column]! -= factor * rows[at]![column]!;
    }
  }
  const result = Array.from({ length: size }, () => 0);
  for (let at = size - 1; at >= 0; at--) {
    let sum = rows[at]![size]!;
    for (let column = at + 1; column < size; column++) sum -= rows[at]![column]! * result[column]!;
    result[at] = sum / rows[at]![at]!;
  }
  return result;
}
