import { optionFacts } from "../../../generated/optionFacts.ts";
import type { Form } from "../../../forms/draft.ts";

/** Options that each form of monitors shows first, by fields of their own. */
const firstOptions = ["fullPage", "blockCookieBanners", "blockAds", "selector", "hideSelectors"] as const;
/** Options of the comparison with fields of their own. */
const comparedOptions = ["regions", "ignoreRegions", "text", "changeOn", "ignoreText"] as const;

const ownNames = new Set<string>([...firstOptions, ...comparedOptions]);

/** Whether an option has a field of its own. */
export const hasOwnField = (name: string): boolean => ownNames.has(name);

const facts: Readonly<Record<string, { label: string; group?: string }>> = optionFacts;

/** The options of a render that takes the test capture. Its picture has no losses, and it is not kept in a bucket. */
export function testOptionsOf(form: Form): Record<string, unknown> {
  return picked(form, (name) => {
    const group = facts[name]?.group;
    return group !== "Comparison" && group !== "Your own bucket" && name !== "format" && name !== "quality";
  });
}

/** The first options that the person set, which comparisons take, too. */
export function firstOptionsOf(form: Form): Record<string, unknown> {
  return picked(form, (name) => firstOptions.some((first) => first === name));
}

/** Saved cookies have no values, which are never shown. */
function picked(form: Form, isPicked: (name: string) => boolean): Record<string, unknown> {
  const { cookies: _cookies, ...saved } = Object(form.saved("capture"));
  const options = { ...saved, ...Object(form.changed["capture"]) };
  return Object.fromEntries(Object.entries(options).filter(([name, value]) => value !== null && isPicked(name)));
}
