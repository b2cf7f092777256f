import { Type } from "typebox";
import { unitKeyword } from "../common.ts";
import { maxTextBytes, type TextName } from "../renders/texts.ts";

/** A switch that is off by default. */
export const flag = (description: string) => Type.Boolean({ default: false, description });

/** A CSS selector. */
export const selector = (description: string) => Type.String({ minLength: 1, maxLength: 512, description });

/** A list of CSS selectors. */
export const selectors = (description: string) =>
  Type.Array(Type.String({ minLength: 1, maxLength: 512 }), { maxItems: 100, description });

/** A side of the viewport. */
export const side = (maximum: number, standard: number) =>
  Type.Integer({
    minimum: 100,
    maximum,
    default: standard,
    [unitKeyword]: "pixels",
    description: "Viewport, CSS pixels.",
  });

/** A long text of a render. */
export const longText = (name: TextName, description: string) =>
  Type.String({
    minLength: 1,
    maxLength: maxTextBytes[name],
    description: `${description} At most ${maxTextBytes[name] / 1_000} kB in UTF-8.`,
  });
