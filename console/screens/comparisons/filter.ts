import { type Choices, readChoices } from "../../format/choices.ts";
import { statusOptions } from "../renders/filter.ts";

const filters = { status: statusOptions };

/** The filter of an address. A wrong value is left out. */
export function readComparisonFilter(search: Record<string, unknown>): Choices<typeof filters> {
  return readChoices(filters, search);
}
