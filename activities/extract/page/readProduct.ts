import type { Json } from "#schemas/common.ts";
import { readJsonLd, readMetas } from "./readMetadata.ts";
import { isOutsideContent } from "./readTitleLines.ts";
import {
  absoluteUrl,
  attribute,
  baseAddress,
  ownGetter,
  type PageFunction,
  plainText,
  rootElement,
  selectAll,
  textDependencies,
} from "./safeDom.ts";

/** An object of microdata or RDFa, in the form of JSON-LD. */
type ItemRead = { [key: string]: Json };

/** The page's declarations about products. */
export type ProductRead = {
  address: string;
  /** The address that the page declares as its own; null without one. */
  canonical: string | null;
  lang: string | null;
  jsonLd: string[];
  /** The JSON-LD of the page is too long, so a part is missing. */
  cut: boolean;
  microdata: ItemRead[];
  rdfa: ItemRead[];
  metas: [name: string, content: string][];
};

/** Names of the attributes that mark an item, its type and its properties. */
type ItemSyntax = { scope: string; type: string; property: string };

/** Runs in the page. Reads the data that pages declare about products. */
export function readProduct(): ProductRead {
  const base = baseAddress();
  const root = rootElement();
  const canonical = selectAll("link[rel~=canonical i][href]", 1)[0];
  const { blocks, cut } = readJsonLd();
  return {
    address: String(ownGetter(Document.prototype, "URL", document)),
    canonical: canonical === undefined ? null : absoluteUrl(attribute(canonical, "href"), base),
    lang: root === null ? null : attribute(root, "lang"),
    jsonLd: blocks,
    cut,
    microdata: readItems({ scope: "itemscope", type: "itemtype", property: "itemprop" }),
    rdfa: readItems({ scope: "typeof", type: "typeof", property: "property" }),
    metas: readMetas().filter(([name]) => /^(?:og|product):/u.test(name)),
  };
}

/**
 * The items that are no property of another item, with the items below them. One pass in document order: an item owns the
 * properties up to the next item inside it.
 */
function readItems({ scope, type, property }: ItemSyntax): ItemRead[] {
  const base = baseAddress();
  const items = new Map<Element, ItemRead>();
  const roots: ItemRead[] = [];
  for (const element of selectAll(`[${scope}], [${property}]`, 3000)) {
    const names = plainText(attribute(element, property), 200)
      .split(" ")
      .filter((name) => name !== "");
    const isItem = attribute(element, scope) !== null;
    let value: Json = "";
    if (isItem) {
      const item: ItemRead = { "@type": plainText(attribute(element, type), 500).split(" ") };
      const id = attribute(element, "itemid") ?? attribute(element, "resource");
      if (id !== null) item["@id"] = plainText(id, 500);
      items.set(element, item);
      value = item;
    } else value = itemText(element, base);
    const parent = Element.prototype.closest.call(element.parentElement ?? element, `[${scope}]`);
    const owner = parent === null || parent === element ? undefined : items.get(parent);
    if (isItem && (names.length === 0 || owner === undefined)) roots.push(items.get(element) ?? {});
    if (owner === undefined) continue;
    for (const name of names.slice(0, 10))
      addProperty(owner, name.replace(/^(?:https?:\/\/schema\.org\/|schema:)/u, ""), value);
  }
  return roots.slice(0, 200);
}

/** Adds a value to a property. A property with several values has a list. */
function addProperty(item: ItemRead, name: string, value: Json): void {
  const before = Object.hasOwn(item, name) ? item[name] : undefined;
  // Plain assignment of `__proto__` would set the prototype.
  if (name.startsWith("@") || name === "__proto__") return;
  item[name] =
    before === undefined ? value : Array.isArray(before) ? [...before.slice(0, 100), value] : [before, value];
}

/** The value that an element states: its machine-readable attribute, its address, or its text. */
function itemText(element: Element, base: string): string {
  const content = attribute(element, "content");
  if (content !== null) return plainText(content, 500);
  const address = attribute(element, "href") ?? attribute(element, "resource");
  if (address !== null) return absoluteUrl(address, base) ?? plainText(address, 500);
  if (element.matches("data, meter")) return plainText(attribute(element, "value"), 500);
  return plainText(element.textContent, 500);
}

/** Every function that `readProduct` calls. */
export const productDependencies: readonly PageFunction[] = [
  absoluteUrl,
  addProperty,
  attribute,
  baseAddress,
  isOutsideContent,
  itemText,
  ownGetter,
  readItems,
  readJsonLd,
  readMetas,
  rootElement,
  selectAll,
  ...textDependencies,
];
