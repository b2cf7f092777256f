import { type Static, Type } from "typebox";
import { literals } from "../common.ts";

/** Bounds of the map. `chars` is for all elements as JSON; `selector`, `words` are characters of one text. */
export const elementLimits = { elements: 3_000, chars: 400_000, selector: 300, words: 80 } as const;

const Pixels = Type.Integer({ description: "CSS pixels." });
const words = (description: string) => Type.Optional(Type.String({ maxLength: elementLimits.words, description }));

/** An element that a visitor sees. */
export const MappedElement = Type.Object({
  selector: Type.String({
    maxLength: elementLimits.selector,
    description: "CSS selector that matches this element alone. Names that look written by hand come first.",
  }),
  frame: Type.Optional(
    Type.String({
      maxLength: elementLimits.selector,
      description: "CSS selector of the frame that shows the element. `selector` is of the frame's own document.",
    }),
  ),
  inShadow: Type.Optional(
    Type.Literal(true, { description: "The element is in an open shadow tree. `selector` is one for steps." }),
  ),
  alike: Type.Optional(
    Type.Object(
      { selector: Type.String({ maxLength: elementLimits.selector }), matches: Type.Integer({ minimum: 2 }) },
      { description: "A selector of all elements of its kind, and how many match." },
    ),
  ),
  x: Pixels,
  y: Pixels,
  width: Pixels,
  height: Pixels,
  parent: Type.Integer({ minimum: -1, description: "Index of the element around it in this list. -1 without one." }),
  tag: Type.String({ description: "In lower case." }),
  role: words("Its ARIA role. Missing without one."),
  name: words("Its accessible name. Missing without one."),
  label: words("The label of a field. Missing without one."),
  text: words("The beginning of its text. The contents of fields are never read."),
  takes: Type.Optional(
    literals(["text", "option", "check"], {
      description: "The kind of entry that a visitor makes. Missing without a field.",
    }),
  ),
});
export type MappedElement = Static<typeof MappedElement>;

/** `elements`: a map of what the page shows, for picking an element on its picture. */
export const PageElements = Type.Object({
  scale: Type.Number({ description: "Pixels of the picture per CSS pixel." }),
  view: Type.Object(
    { x: Pixels, y: Pixels, width: Pixels, height: Pixels },
    { description: "The part of the page that its viewport shows. Other places count from the page's top left." },
  ),
  elements: Type.Array(MappedElement, {
    maxItems: elementLimits.elements,
    description: "Elements of the document come first, then those of its open shadow trees, then those of its frames.",
  }),
});
export type PageElements = Static<typeof PageElements>;
