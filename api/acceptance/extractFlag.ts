import type { ExtractName } from "#schemas/outputs.ts";

/** The request flag of an extract: `extract` and its name in PascalCase. */
export function extractFlag<Name extends ExtractName>(name: Name): `extract${Capitalize<Name>}`;
export function extractFlag(name: ExtractName): string {
  return `extract${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}
