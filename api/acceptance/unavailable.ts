import type { FieldProblem } from "#schemas/common.ts";
import { availableExtracts, type ExtractName } from "#schemas/outputs.ts";

const available: ReadonlySet<ExtractName> = new Set(availableExtracts);
const isTrue = (value: unknown): boolean => value === true;

/** Options of the contract that this version does not have yet, and when a value asks for one. Taking a line out opens the option. */
const unavailable: Readonly<Record<string, (value: unknown) => boolean>> = {
  cache: isTrue,
  blockCookieBanners: isTrue,
  blockAds: isTrue,
  blockChatWidgets: isTrue,
  blockPopups: isTrue,
  blockAccessibilityWidgets: isTrue,
};

/** One problem for each option that is asked for and not available yet. */
export function checkAvailable(
  options: Readonly<Record<string, unknown>>,
  extracts: readonly ExtractName[],
): FieldProblem[] {
  const asked = Object.entries(unavailable).filter(([field, asks]) => asks(options[field]));
  const missing = extracts.filter((name) => !available.has(name)).map(extractFlag);
  return [...asked.map(([field]) => field), ...missing].map((field) => ({ field, message: "is not available yet" }));
}

/** The request flag of an extract: `extract` and its name in PascalCase. */
export function extractFlag<Name extends ExtractName>(name: Name): `extract${Capitalize<Name>}`;
export function extractFlag(name: ExtractName): string {
  return `extract${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}
