import type { Model } from "#activities/extract/markdown/main/mainContent.ts";

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
