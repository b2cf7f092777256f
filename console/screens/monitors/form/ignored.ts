import type { Box } from "#schemas/diff.ts";
import { type Form, listAt } from "../../../forms/draft.ts";

const path = "capture.ignoreRegions";

/** The drawn areas that comparisons leave out. */
export function areasOf(form: Form): Box[] {
  return listAt(form, path).filter(isBox);
}

/** The selectors of elements that comparisons leave out. */
export function ignoredOf(form: Form): string[] {
  return listAt(form, path).flatMap((region) => (isElement(region) ? [region.selector] : []));
}

/** The drawn areas, then the elements, as the API takes them. Undefined without any. */
export function regionsOf(areas: readonly Box[], selectors: readonly string[]): object[] | undefined {
  const regions = [...areas, ...selectors.map((selector) => ({ selector }))];
  return regions.length > 0 ? regions : undefined;
}

export function setAreas(form: Form, areas: readonly Box[]): void {
  form.set({ [path]: regionsOf(areas, ignoredOf(form)) });
}

/** Adds an element that comparisons leave out. */
export function ignoreElement(form: Form, selector: string): void {
  const others = ignoredOf(form).filter((each) => each !== selector);
  form.set({ [path]: regionsOf(areasOf(form), [...others, selector]) });
}

function isBox(region: unknown): region is Box {
  return typeof region === "object" && region !== null && "width" in region;
}

function isElement(region: unknown): region is { selector: string } {
  return typeof region === "object" && region !== null && "selector" in region;
}
