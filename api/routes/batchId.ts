import { Type } from "typebox";
import { Uuid } from "#schemas/common.ts";

/** Path parameter of the routes that work on one batch. */
export const BatchId = Type.Object({ id: Uuid }, { additionalProperties: false });
