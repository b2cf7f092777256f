import type { FieldProblem } from "#schemas/common.ts";
import { availableExtracts, type ExtractName } from "#schemas/outputs.ts";

const available: ReadonlySet<ExtractName> = new Set(availableExtracts);
const isTrue = (value: unknown): boolean => value === true;
const isGiven = (value: unknown): boolean => value !== undefined;

/** Options of the contract that this version does not have yet, and when a value asks for one. Taking a line out opens the option. */
const unavailable: Readonly<Record<string, (value: unknown) => boolean>> = {
  cache: isTrue,
  blockCookieBanners: isTrue,
  blockAds: isTrue,
  blockChatWidgets: isTrue,
  blockPopups: isTrue,
  blockAccessibilityWidgets: isTrue,
  store: isTrue,
  storage_return_location: isTrue,
  storage_provider: isGiven,
  storage_path: isGiven,
  storage_bucket: isGiven,
  storage_endpoint: isGiven,
  storage_region: isGiven,
  storage_access_key_id: isGiven,
  storage_secret_access_key: isGiven,
  storage_public_domain: isGiven,
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
