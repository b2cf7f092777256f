import { type Static, Type } from "typebox";
import type { Json } from "#schemas/common.ts";
import { bodyValidator } from "#schemas/validate.ts";
import type { JsonObject } from "../metadata/jsonLd.ts";
import { mainProduct } from "./product.ts";
import type { Product } from "./offers.ts";

const text = Type.String();
const textOrNull = Type.Union([text, Type.Null()]);
const items = Type.Array(Type.Unsafe<JsonObject>({ type: "object" }));

/** The declarations about products as a probe returns them. */
const Probed = Type.Object({
  address: text,
  canonical: textOrNull,
  lang: textOrNull,
  jsonLd: Type.Array(text),
  cut: Type.Boolean(),
  microdata: items,
  rdfa: items,
  metas: Type.Array(Type.Tuple([text, text])),
});
const validate = bodyValidator(Probed);

/** The main product of a page; null if a hostile page gives another shape. */
export function readProbedProduct(probed: Json | undefined): Product | null {
  const checked = validate(probed);
  if (!checked.ok) return null;
  const read: Static<typeof Probed> = checked.value;
  return mainProduct(read);
}
