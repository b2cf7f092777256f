import { type Static, Type } from "typebox";
import { literals, nullable } from "../common.ts";

const NullableString = nullable(Type.String());
const Count = Type.Integer({ minimum: 0 });
const headingFields = {
  level: Type.Integer({ minimum: 1, maximum: 9 }),
  text: Type.String(),
  id: NullableString,
};

/** A heading, in the page's order. */
export const Heading = Type.Object(headingFields);
export type Heading = Static<typeof Heading>;

/** A heading with the headings under it. */
export type OutlineEntry = Heading & { children: OutlineEntry[] };
export const OutlineEntry = Type.Object({
  ...headingFields,
  children: Type.Array(Type.Unsafe<OutlineEntry>({ $ref: "#/components/schemas/OutlineEntry" })),
});

/** A part of the page that assistive technology can jump to. */
export const Landmark = Type.Object({
  role: literals(["banner", "navigation", "main", "complementary", "contentinfo", "search", "form", "region"]),
  label: nullable(Type.String(), "Its name by `aria-labelledby`, `aria-label` or `title`."),
  element: Type.String({ description: "Tag, in lower case." }),
});
export type Landmark = Static<typeof Landmark>;

/** A `<section>` or `<article>`. If a page has none, the content under one of its top headings. */
export const Section = Type.Object({
  element: Type.String({ description: "Tag, in lower case. The heading's tag if no element wraps the part." }),
  id: NullableString,
  label: NullableString,
  heading: NullableString,
  level: nullable(Type.Integer({ minimum: 1, maximum: 9 }), "Level of its heading."),
  characters: Type.Integer({ minimum: 0, description: "Characters of its visible text." }),
});
export type Section = Static<typeof Section>;

/** A control of a form. Never its value. */
export const FormField = Type.Object({
  name: NullableString,
  type: Type.String({ description: "Type of an input, else `select`, `textarea` or an ARIA role." }),
  label: NullableString,
  placeholder: NullableString,
  required: Type.Boolean(),
  autocomplete: NullableString,
  options: nullable(Count, "How many there are to choose from: of a select, or of radio buttons with one name."),
});
export type FormField = Static<typeof FormField>;

/** A form. Without action and method it represents the controls outside any form. */
export const Form = Type.Object({
  action: nullable(Type.String(), "Absolute."),
  method: nullable(literals(["get", "post", "dialog"])),
  label: NullableString,
  fields: Type.Array(FormField),
});
export type Form = Static<typeof Form>;

/** A table of data. Layout tables are left out. */
export const Table = Type.Object({
  caption: NullableString,
  headers: Type.Array(Type.String(), { description: "Texts of its first header row." }),
  rows: Type.Integer({ minimum: 0, description: "Number of rows, headers included." }),
  columns: Count,
});
export type Table = Static<typeof Table>;

/** A button, or a link that looks like one. */
export const CallToAction = Type.Object({
  text: Type.String(),
  href: nullable(Type.String(), "Absolute; null for buttons."),
  kind: literals(["link", "button", "submit"]),
  filled: Type.Boolean({ description: "Whether it has its own background." }),
  region: literals(["header", "nav", "main", "aside", "footer", "other"]),
});
export type CallToAction = Static<typeof CallToAction>;

/** `structure`: the page's structure. */
export const Structure = Type.Object({
  headings: Type.Array(Heading),
  outline: Type.Array(OutlineEntry),
  landmarks: Type.Array(Landmark),
  sections: Type.Array(Section),
  forms: Type.Array(Form),
  tables: Type.Array(Table),
  callsToAction: Type.Array(CallToAction),
});
export type Structure = Static<typeof Structure>;
