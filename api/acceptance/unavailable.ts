import type { FieldProblem } from "#schemas/common.ts";

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
export function checkAvailable(options: Readonly<Record<string, unknown>>): FieldProblem[] {
  return Object.entries(unavailable)
    .filter(([field, asks]) => asks(options[field]))
    .map(([field]) => ({ field, message: "is not available yet" }));
}
