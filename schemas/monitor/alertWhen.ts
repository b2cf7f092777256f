import { type Static, Type } from "typebox";
import { literals } from "../common.ts";

/** A condition of one value. `than` is missing where nothing is compared. */
const Condition = Type.Object(
  {
    value: Type.String({ description: "The name of a value." }),
    is: literals(["below", "above", "equals", "changed", "changedBy", "contains", "matches", "appears", "disappears"]),
    than: Type.Optional(Type.Union([Type.Number(), Type.Boolean(), Type.String({ maxLength: 512 })])),
  },
  { additionalProperties: false },
);
export type Condition = Static<typeof Condition>;

/** Conditions that alert together (`all`), or each alone (`any`). */
export type AlertWhen = { all: readonly Condition[] } | { any: readonly Condition[] };
