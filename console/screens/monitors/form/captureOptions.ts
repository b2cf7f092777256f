import { optionFacts } from "../../../generated/optionFacts.ts";
import type { Form } from "../../../forms/draft.ts";

/** Options that each form of monitors shows first, by fields of their own. */
const firstOptions = ["fullPage", "blockCookieBanners", "blockAds", "selector", "hideSelectors"] as const;
/** Options of the comparison with fields of their own. */
const comparedOptions = ["regions", "ignoreRegions", "text", "changeOn", "ignoreText"] as const;

const own = new Set<string>([...firstOptions, ...comparedOptions]);

/** Whether an option has a field of its own. */
export const hasOwnField = (name: string): boolean => own.has(name);

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

function picked({ changed: { capture } }: Form, isPicked: (name: string) => boolean): Record<string, unknown> {
  return Object.fromEntries(Object.entries(Object(capture)).filter(([name]) => isPicked(name)));
}
