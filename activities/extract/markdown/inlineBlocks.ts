import type { ElementContent } from "hast";

const blocks = new Set(
  "address article aside blockquote body center dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li main menu nav ol p pre section summary table tbody td th thead tr ul".split(
    " ",
  ),
);
const inline = new Set(
  "abbr b cite code del dfn em i ins kbd mark q s samp small span strike strong sub sup time tt u var".split(" "),
);

/** Whether an element is a line of text, or a part of one. */
export function isLine(tag: string): boolean {
  return inline.has(tag) || /^(?:p|h[1-6]|summary)$/u.test(tag);
}

/** Whether something that must stand alone is among these, or in an inline element among these. */
export function holdsBlocks(children: readonly ElementContent[]): boolean {
  return children.some(
    (child) =>
      child.type === "element" &&
      (blocks.has(child.tagName) || (inline.has(child.tagName) && holdsBlocks(child.children))),
  );
}
