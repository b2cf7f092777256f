import { type Static, Type } from "typebox";
import { labelKeyword, literals } from "../common.ts";
import { maxValueChars } from "../values.ts";

/** Maximum values of a capture. */
const maxValues = 20;

/** Maximum characters of a JSONPath. */
export const maxJsonPathChars = 512;

/** The form of a value's name. */
export const valueNamePattern = "^[A-Za-z][A-Za-z0-9_-]{0,63}$";

/** One flat object, so that a problem names one field. `checkValues` requires exactly one source. */
export const ValueEntry = Type.Object(
  {
    name: Type.String({
      pattern: valueNamePattern,
      [labelKeyword]: "Name",
      description: "The name of the value in the result.",
    }),
    selector: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 512,
        [labelKeyword]: "Element",
        description: "CSS selector of the element whose text is read: the first visible one, or each one for a list.",
      }),
    ),
    attribute: Type.Optional(
      Type.String({
        pattern: "^[A-Za-z_:][A-Za-z0-9_:.-]{0,63}$",
        [labelKeyword]: "Attribute",
        description:
          "Attribute to read in place of the text, also of an element that is not visible. Needs `selector`.",
      }),
    ),
    pattern: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 512,
        [labelKeyword]: "Pattern",
        description:
          "Pattern in RE2 syntax of the page's visible text. The value is its first group, or all of it without one. `^` and `$` match at each line; `(?i)` ignores case.",
      }),
    ),
    jsonPath: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: maxJsonPathChars,
        pattern: "^\\$",
        [labelKeyword]: "JSON path",
        description:
          "Path of RFC 9535 in a page that is JSON, such as `$.offers[0].price`. A path to one list reads its entries.",
      }),
    ),
    product: Type.Optional(
      literals(["price", "currency", "availability"], {
        label: "Product",
        description:
          "A fact that the page declares about its product, in JSON-LD, microdata, RDFa or Open Graph. A price is a number, a currency its code, an availability the name of schema.org, such as `InStock`.",
      }),
    ),
    as: Type.Optional(
      literals(["text", "number", "boolean", "list"], {
        label: "Type",
        description: `Default: \`text\`. It has at most ${maxValueChars} characters, as all texts of a \`list\` together. \`number\` reads \`1.299,00 €\` by the page's language and its other amounts. \`boolean\` says whether the page has it.`,
      }),
    ),
  },
  {
    additionalProperties: false,
    description: "A value to read, by one of `selector`, `pattern`, `jsonPath` and `product`.",
  },
);
export type ValueEntry = Static<typeof ValueEntry>;

/** The values that a capture reads. */
export const ValueEntries = Type.Array(ValueEntry, { minItems: 1, maxItems: maxValues });
