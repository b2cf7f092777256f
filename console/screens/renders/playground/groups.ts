import { labelName } from "#clients/words/splitName.ts";
import { optionFacts } from "../../../generated/optionFacts.ts";
import type { RenderOption } from "./schema.ts";

/** Facts of an option in the API's description, beside its schema. Parts have a label alone. */
type Fact = { label: string; group?: string; sample?: string; isCommon?: true; selects?: true };

/** The address is no option of its own. */
const facts: Readonly<Record<string, Fact>> = {
  ...optionFacts,
  url: { label: "Address of the page", sample: "example.com", isCommon: true },
};

/** An option's name in words: its label, or the name split into words. */
export function labelOf({ name }: Pick<RenderOption, "name">): string {
  return facts[name]?.label ?? labelName(name.replace(/^[^.]*\./, ""));
}

/** A value of the option that its empty field shows; empty without one. */
export function sampleOf({ name }: Pick<RenderOption, "name">): string {
  return facts[name]?.sample ?? "";
}

/** Whether the value is a CSS selector, or a list of them. */
export function isSelector({ name }: Pick<RenderOption, "name">): boolean {
  return facts[name]?.selects === true;
}

/** Groups of options that say what comes of a capture, and not how it is taken. */
const afterCapture: ReadonlySet<string> = new Set(["Outputs", "Webhook, queue and cache", "Your own bucket"]);

/** Whether an option is of an output, or of its way to the caller. A preset is neither. */
export function isOutputOrDelivery(name: string): boolean {
  return name !== "preset" && afterCapture.has(facts[name]?.group ?? "");
}

export type OptionGroup = { title: string; options: RenderOption[] };

const titles = [...new Set(Object.values(facts).flatMap(({ group }) => group ?? []))];

/**
 * The options in groups. `hasCommon` says whether the options of the hand-made part are in the groups, too. Default: false.
 */
export function groupOptions(options: readonly RenderOption[], { hasCommon = false } = {}): OptionGroup[] {
  const rest = options.filter(({ name }) => hasCommon || facts[name]?.isCommon !== true);
  return titles
    .map((title) => ({ title, options: rest.filter(({ name }) => facts[name]?.group === title) }))
    .filter(({ options: held }) => held.length > 0);
}
