import { withScheme } from "../../../addresses/pageAddress.ts";
import { type Monitor, wholeUrlOf } from "../../../typescript/src/index.ts";

/** Address of the page, or the start page of its host if the account does not show the address whole. */
export function knownAddress(monitor: Monitor): string {
  return wholeUrlOf(monitor) ?? withScheme(`${monitor.host}/`);
}

/** Selectors of the areas that comparisons leave out. Rectangles have none. */
export function leftOutSelectors(areas: NonNullable<Monitor["capture"]["ignoreRegions"]>): string[] {
  return areas.flatMap((area) => ("selector" in area ? [area.selector] : []));
}
