import { type Static, Type } from "typebox";
import { nullable } from "./common.ts";

/** A value of a page: a number, a text, whether something is there, or a list of texts. */
export const Value = Type.Union([Type.Number(), Type.Boolean(), Type.String(), Type.Array(Type.String())]);
export type Value = Static<typeof Value>;

/** A value as a capture read it. */
export const ReadValue = Type.Object(
  {
    value: nullable(Value, "Null if it could not be read. `reason` says why."),
    text: nullable(Type.String(), "The words on the page, at most 200 characters."),
    reason: Type.Optional(
      Type.String({ description: "Why `value` is null. `not_found`: the page has nothing at that place." }),
    ),
  },
  { additionalProperties: false },
);
export type ReadValue = Static<typeof ReadValue>;
