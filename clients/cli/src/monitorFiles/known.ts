import { withScheme } from "../../../addresses/pageAddress.ts";
import type { Monitor } from "../../../typescript/src/index.ts";

/** The start page of a monitor's host. The API returns no more of an address, as an address may have a secret. */
export function knownAddress({ host }: Monitor): string {
  return withScheme(`${host}/`);
}

/** Selectors of the areas that comparisons leave out. Rectangles have none. */
export function leftOutSelectors(areas: NonNullable<Monitor["capture"]["ignoreRegions"]>): string[] {
  return areas.flatMap((area) => ("selector" in area ? [area.selector] : []));
}
