import { standardStyle } from "./standardStyles.ts";
import { type Declaration, readRules, readStyleAttribute, type WindowSize } from "./styleRules.ts";

/** The properties of an element that readers of text ask for, each by its name in scripts. */
export type ElementStyle = Readonly<Record<string, string>>;

/** Milliseconds for the selectors of a document. The rules of later ones are left out. Chosen by eye. */
const maxMatchMs = 1_000;

const inheritedNames = ["visibility", "white-space", "font-family", "text-transform"] as const;
const standards: Readonly<Record<string, string>> = {
  display: "inline",
  visibility: "visible",
  "white-space": "normal",
  "font-family": "",
  "text-transform": "none",
  "text-align": "start",
  "background-image": "none",
  "flex-direction": "row",
  float: "none",
  height: "auto",
  opacity: "1",
  overflow: "visible",
  position: "static",
  width: "auto",
};

/** Kinds of boxes that become blocks where an element floats, or is a child of a flex box or grid. */
const blocksOf: Readonly<Record<string, string>> = {
  inline: "block",
  "inline-block": "block",
  "inline-flex": "flex",
  "inline-grid": "grid",
  "inline-table": "table",
  ruby: "block",
  "ruby-text": "block",
};

type Matched = Declaration & { weight: number };

/**
 * The styles of a document's elements, from browsers' own rules, its `style` elements and its `style` attributes. Files are
 * not loaded.
 */
export function computeStyles(document: Document, size: WindowSize): (element: Element) => ElementStyle {
  const rulesByElement = matchRules(document, size);
  const styles = new WeakMap<Element, Record<string, string>>();

  const compute = (element: Element, parent: Record<string, string> | undefined): Record<string, string> => {
    const style = { ...standards };
    for (const name of inheritedNames) style[name] = parent?.[name] ?? style[name] ?? "";
    const attributeOf = (name: string) => element.getAttribute(name);
    if (element.namespaceURI === "http://www.w3.org/1999/xhtml")
      Object.assign(style, standardStyle(element.localName, attributeOf));
    const own = element.getAttribute("style");
    const declared = rulesByElement.get(element) ?? [];
    const all = own === null ? declared : [...declared, ...ofAttribute(own)];
    for (const { property, value } of all.toSorted(byWeight)) style[property] = value;
    style["display"] = outerDisplay(style, parent);
    // A browser that plays or draws does not show what stands in its place.
    if (/^(?:video|audio|canvas)$/u.test(element.parentElement?.localName ?? "")) style["visibility"] = "hidden";
    return style;
  };

  return (element) => {
    const path: Element[] = [];
    for (let at: Element | null = element; at !== null && !styles.has(at); at = at.parentElement) path.push(at);
    for (const each of path.toReversed()) {
      const parent = each.parentElement;
      styles.set(each, withScriptNames(compute(each, parent === null ? undefined : styles.get(parent))));
    }
    return styles.get(element) ?? standards;
  };
}

/** The declarations of each element from `style` elements. */
function matchRules(document: Document, size: WindowSize): Map<Element, Matched[]> {
  const rulesByElement = new Map<Element, Matched[]>();
  const until = performance.now() + maxMatchMs;
  const sheets = [...document.querySelectorAll("style")].filter(isOnScreen).map(({ textContent }) => textContent ?? "");
  for (const { selector, weight, declarations } of readRules(sheets, size)) {
    if (performance.now() > until) break;
    const matched = declarations.map((each) => ({ ...each, weight }));
    for (const element of elementsOf(document, selector)) {
      const before = rulesByElement.get(element);
      if (before === undefined) rulesByElement.set(element, [...matched]);
      else before.push(...matched);
    }
  }
  return rulesByElement;
}

function isOnScreen(sheet: Element): boolean {
  return /^\s*(?:$|all|screen)/iu.test(sheet.getAttribute("media") ?? "");
}

function elementsOf(document: Document, selector: string): Iterable<Element> {
  try {
    return document.querySelectorAll(selector);
  } catch {
    // A browser also leaves out rules whose selector it does not know.
    return [];
  }
}

function ofAttribute(text: string): Matched[] {
  return readStyleAttribute(text).map((each) => ({ ...each, weight: Number.MAX_SAFE_INTEGER }));
}

/** The order in which declarations apply. The sort keeps the order of equal ones. */
function byWeight(one: Matched, other: Matched): number {
  return Number(one.important) - Number(other.important) || one.weight - other.weight;
}

function outerDisplay(style: Record<string, string>, parent: Record<string, string> | undefined): string {
  const { display = "inline", float = "none", position = "static" } = style;
  const isFree = float !== "none" || position === "absolute" || position === "fixed";
  const isItem = /flex|grid/u.test(parent?.["display"] ?? "");
  return isFree || isItem ? (blocksOf[display] ?? display) : display;
}

/** The properties whose names in scripts differ. */
const scriptNames = Object.keys(standards)
  .filter((name) => name.includes("-"))
  .map((name) => [name, name.replaceAll(/-([a-z])/gu, (_all, letter: string) => letter.toUpperCase())] as const);

function withScriptNames(style: Record<string, string>): Record<string, string> {
  for (const [name, scriptName] of scriptNames) style[scriptName] = style[name] ?? "";
  return style;
}
