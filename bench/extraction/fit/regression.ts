import type { Model } from "#activities/extract/markdown/main/mainContent.ts";

/** A block with its label (1 for content, 0 otherwise). `weight` is how much it counts. */
export type Sample = { features: Readonly<Record<string, number>>; label: number; weight: number };

/** `names` are the features that get a coefficient; `l2` is the strength of the penalty on large coefficients. */
export type FitOptions = { names: readonly string[]; l2: number };

const maxSteps = 50;
const minChange = 1e-9;

/**
 * Fits a logistic regression by Newton's method, with an L2 penalty on the coefficients but not on the intercept.
 * Weights count relative to their mean. The result depends on the samples and options alone.
 */
export function fitRegression(samples: readonly Sample[], { names, l2 }: FitOptions): Model {
  const rows = samples.map(({ features }) => Float64Array.of(1, ...names.map((name) => features[name] ?? 0)));
  const total = samples.reduce((sum, { weight }) => sum + weight, 0);
  const weights = samples.map(({ weight }) => (weight * samples.length) / total);
  const labels = samples.map(({ label }) => label);
  const data: Data = { rows, labels, weights, penalties: [0, ...names.map(() => l2)] };
  let beta = new Float64Array(names.length + 1);
  let loss = lossOf(beta, data);
  for (let step = 0; step < maxSteps; step += 1) {
    const direction = newtonDirection(beta, data);
    const next = firstLower({ beta, direction, loss }, data);
    if (next === null) break;
    const change = Math.max(...next.beta.map((value, index) => Math.abs(value - (beta[index] ?? 0))));
    ({ beta, loss } = next);
    if (change < minChange) break;
  }
  const coefficients = Object.fromEntries(names.map((name, index) => [name, beta[index + 1] ?? 0]));
  return { intercept: beta[0] ?? 0, coefficients };
}

type Data = {
  rows: readonly Float64Array[];
  labels: readonly number[];
  weights: readonly number[];
  penalties: readonly number[];
};

type Step = { beta: Float64Array<ArrayBuffer>; direction: Float64Array; loss: number };

/** Halves the step until the loss falls; null at the minimum. */
function firstLower({ beta, direction, loss }: Step, data: Data): Pick<Step, "beta" | "loss"> | null {
  for (let size = 1; size > 1e-6; size /= 2) {
    const next = beta.map((value, index) => value - size * (direction[index] ?? 0));
    const nextLoss = lossOf(next, data);
    if (nextLoss < loss) return { beta: next, loss: nextLoss };
  }
  return null;
}

function lossOf(beta: Float64Array, { rows, labels, weights, penalties }: Data): number {
  let loss = penalties.reduce((sum, penalty, index) => sum + (penalty * (beta[index] ?? 0) ** 2) / 2, 0);
  for (const [index, row] of rows.entries()) {
    const odds = dot(row, beta);
    // log(1 + exp(odds)) without an overflow.
    const normalizer = Math.max(0, odds) + Math.log1p(Math.exp(-Math.abs(odds)));
    loss += (weights[index] ?? 0) * (normalizer - (labels[index] ?? 0) * odds);
  }
  return loss;
}

/** The inverse of the Hessian times the gradient. */
function newtonDirection(beta: Float64Array, { rows, labels, weights, penalties }: Data): Float64Array {
  const size = beta.length;
  const gradient = beta.map((value, index) => (penalties[index] ?? 0) * value);
  const hessian = Array.from({ length: size }, () => new Float64Array(size));
  for (const [index, row] of rows.entries()) {
    const probability = 1 / (1 + Math.exp(-dot(row, beta)));
    const weight = weights[index] ?? 0;
    addScaled(gradient, row, weight * (probability - (labels[index] ?? 0)));
    const curvature = weight * probability * (1 - probability);
    for (const [at, line] of hessian.entries()) if (row[at] !== 0) addScaled(line, row, curvature * (row[at] ?? 0));
  }
  // The last term keeps the matrix invertible if no block has a feature and nothing is penalized.
  for (const [at, line] of hessian.entries()) line[at] = (line[at] ?? 0) + (penalties[at] ?? 0) + 1e-9;
  return solve(hessian, gradient);
}

function dot(one: Float64Array, other: Float64Array): number {
  let sum = 0;
  for (let index = 0; index < one.length; index += 1) sum += (one[index] ?? 0) * (other[index] ?? 0);
  return sum;
}

function addScaled(to: Float64Array, added: Float64Array, scale: number): void {
  for (let index = 0; index < to.length; index += 1) to[index] = (to[index] ?? 0) + scale * (added[index] ?? 0);
}

/** Solves a system of linear equations with a positive definite matrix, by elimination; overwrites both. */
function solve(matrix: readonly Float64Array[], values: Float64Array): Float64Array {
  for (const [at, pivot] of matrix.entries()) {
    for (let below = at + 1; below < matrix.length; below += 1) {
      const line = matrix[below];
      if (line === undefined) continue;
      const factor = (line[at] ?? 0) / (pivot[at] ?? 1);
      if (factor === 0) continue;
      addScaled(line, pivot, -factor);
      values[below] = (values[below] ?? 0) - factor * (values[at] ?? 0);
    }
  }
  for (let at = values.length - 1; at >= 0; at -= 1) {
    const line = matrix[at] ?? new Float64Array(0);
    let rest = values[at] ?? 0;
    for (let after = at + 1; after < values.length; after += 1) rest -= (line[after] ?? 0) * (values[after] ?? 0);
    values[at] = rest / (line[at] ?? 1);
  }
  return values;
}

/** Smaller coefficients round to 0.00. */
const minCoefficient = 0.005;

/** A model as the source text of `activities/extract/markdown/main/coefficients.ts`, rounded to two decimals. */
export function modelText({ intercept, coefficients }: Model): string {
  const lines = Object.entries(coefficients)
    .filter(([, value]) => Math.abs(value) >= minCoefficient)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `  ${name}: ${rounded(value)},`);
  return [
    `export const intercept = ${rounded(intercept)};`,
    "",
    "export const coefficients = {",
    ...lines,
    "} as const;",
  ].join("\n");
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
