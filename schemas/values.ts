import { type Static, Type } from "typebox";
import { nullable } from "./common.ts";

/** Maximum characters of a text, and of all texts of a list together. A longer value is null, as a part of it misleads. */
export const maxValueChars = 2_000;
/** Maximum texts of a list. */
export const maxListEntries = 100;
/** Maximum characters of the words that are shown beside a value. */
export const maxShownChars = 200;

/** A value of a page: a number, a text, whether something is there, or a list of texts. */
export const Value = Type.Union([Type.Number(), Type.Boolean(), Type.String(), Type.Array(Type.String())]);
export type Value = Static<typeof Value>;

/** A value as a capture read it. */
export const ReadValue = Type.Object(
  {
    value: nullable(Value, "Null if it could not be read. `reason` says why."),
    text: nullable(
      Type.String(),
      `The words on the page, at most ${maxShownChars} characters. Null if there are none.`,
    ),
    reason: Type.Optional(
      Type.String({
        description:
          "Why `value` is null. `not_found`: the page has nothing there. `too_long`: it exceeds the limit of characters or entries. `invalid_selector`: the browser refuses the selector. `search_failed`: the search for the pattern or the path took too long. `no_json`: the page is no JSON, or has over a million characters. `too_complex`: the path asks for too much work. `page_changed`: the page hindered the reading. Numbers: `no_number`, `several_numbers`, `range`, and `ambiguous_number` if the page does not tell what 1.299 is. Products: `several_products`, `several_prices`, `several_currencies`, `several_availabilities` and `unknown_availability`.",
      }),
    ),
  },
  { additionalProperties: false },
);
export type ReadValue = Static<typeof ReadValue>;

/** The values of a capture by their names. */
export const ReadValues = Type.Record(Type.String(), ReadValue);
export type ReadValues = Static<typeof ReadValues>;
