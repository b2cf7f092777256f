import { runInThisContext } from "node:vm";
import * as linkedom from "linkedom";
import { LRUCache } from "lru-cache";
import { computeStyles, type ElementStyle } from "./computedStyles.ts";
import { innerText } from "./innerText.ts";
import { parseDocument } from "./parseDocument.ts";

/** The window that styles are computed for, CSS pixels. */
const size = { width: 1280, height: 720 };

/** The document that code of a page reads, with its facts. There is one at a time in a process. */
type Reading = { document: Document; url: string; charset: string; styleOf: (element: Element) => ElementStyle };
let reading: Reading | null = null;

function current(): Reading {
  if (reading === null) throw new Error("No document is read.");
  return reading;
}

/** Whether an element takes part in the page: neither it nor an element around it is `display: none`. */
function isDrawn(element: Element): boolean {
  const { styleOf } = current();
  for (let at: Element | null = element; at !== null; at = at.parentElement) {
    if (styleOf(at)["display"] === "none") return false;
    const around: Element | null = at.parentElement;
    const isFolded = around?.localName === "details" && at.localName !== "summary" && !around.hasAttribute("open");
    if (isFolded) return false;
  }
  return true;
}

type VisibilityOptions = { visibilityProperty?: boolean; opacityProperty?: boolean };

function isVisible(element: Element, { visibilityProperty, opacityProperty }: VisibilityOptions): boolean {
  if (!isDrawn(element)) return false;
  const { styleOf } = current();
  if (visibilityProperty === true && styleOf(element)["visibility"] !== "visible") return false;
  if (opacityProperty !== true) return true;
  for (let at: Element | null = element; at !== null; at = at.parentElement)
    if (Number(styleOf(at)["opacity"]) === 0) return false;
  return true;
}

/** The address that relative addresses start from: that of `base`, else of the document. */
function baseAddress(): string {
  const { document, url } = current();
  const stated = document.querySelector("base[href]")?.getAttribute("href");
  return (stated == null ? null : URL.parse(stated, url)?.href) ?? url;
}

const emptyBox = { x: 0, y: 0, left: 0, top: 0, right: 0, bottom: 0, width: 0, height: 0 };
const numberOf = (element: Element, name: string): number =>
  Math.max(1, Math.trunc(Number(element.getAttribute(name) ?? 1)) || 1);
const textOf =
  (name: string) =>
  (element: Element): string =>
    element.getAttribute(name) ?? "";

type Property = readonly [prototype: object, name: string, read: (element: Element) => unknown];

/** Properties that browsers have on these prototypes and the library has elsewhere, or not at all. */
const properties: readonly Property[] = [
  [linkedom.Document.prototype, "title", () => titleOf(current().document)],
  [linkedom.Document.prototype, "documentElement", () => current().document.firstElementChild],
  [linkedom.Document.prototype, "body", () => current().document.querySelector("html > body, html > frameset")],
  [linkedom.Document.prototype, "characterSet", () => current().charset],
  [linkedom.Document.prototype, "URL", () => current().url],
  [linkedom.Node.prototype, "baseURI", baseAddress],
  [linkedom.HTMLElement.prototype, "innerText", (element) => innerText(element, current().styleOf, isDrawn)],
  [linkedom.HTMLElement.prototype, "colSpan", (element) => numberOf(element, "colspan")],
  [linkedom.HTMLElement.prototype, "rowSpan", (element) => numberOf(element, "rowspan")],
  [linkedom.HTMLElement.prototype, "currentSrc", () => ""],
  [linkedom.HTMLInputElement.prototype, "type", (element) => (element.getAttribute("type") ?? "text").toLowerCase()],
  [linkedom.HTMLInputElement.prototype, "checked", (element) => element.hasAttribute("checked")],
  [linkedom.HTMLInputElement.prototype, "alt", textOf("alt")],
  [linkedom.HTMLInputElement.prototype, "placeholder", textOf("placeholder")],
  [linkedom.HTMLSelectElement.prototype, "selectedOptions", selectedOptions],
  [linkedom.HTMLOptionElement.prototype, "label", labelOf],
  [linkedom.HTMLTextAreaElement.prototype, "value", (element) => element.textContent ?? ""],
  [linkedom.HTMLTextAreaElement.prototype, "placeholder", textOf("placeholder")],
  [linkedom.HTMLImageElement.prototype, "currentSrc", () => ""],
  [linkedom.HTMLImageElement.prototype, "naturalWidth", () => 0],
  [linkedom.HTMLImageElement.prototype, "naturalHeight", () => 0],
];
for (const [prototype, name, read] of properties)
  Object.defineProperty(prototype, name, {
    configurable: true,
    get(this: Element) {
      return read(this);
    },
  });

const elementMethods: Readonly<Record<string, (this: Element, ...given: never[]) => unknown>> = {
  checkVisibility(options: VisibilityOptions = {}) {
    return isVisible(this, options);
  },
  // The library says that each element has a class.
  getAttribute(name: string) {
    return this.getAttributeNode(name)?.value ?? null;
  },
  getBoundingClientRect: () => emptyBox,
};
for (const [name, value] of Object.entries(elementMethods))
  Object.defineProperty(linkedom.Element.prototype, name, { configurable: true, writable: true, value });

const childNodes = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(linkedom.Element.prototype), "childNodes");
if (childNodes !== undefined) Object.defineProperty(linkedom.Node.prototype, "childNodes", childNodes);

function titleOf(document: Document): string {
  const title = document.querySelector("title");
  return (title?.textContent ?? "").replaceAll(/[\t\n\f\r ]+/gu, " ").trim();
}

function labelOf(option: Element): string {
  return option.getAttribute("label") ?? (option.textContent ?? "").trim().replaceAll(/\s+/gu, " ");
}

function selectedOptions(select: Element): Element[] {
  const options = [...select.querySelectorAll("option")];
  const selected = options.filter((each) => each.hasAttribute("selected"));
  if (select.hasAttribute("multiple")) return selected;
  const last = selected.at(-1) ?? options.find((each) => !each.hasAttribute("disabled"));
  return last === undefined ? [] : [last];
}

/** Classes that the library gives to no element, or to others. They are told by the names of their elements. */
const classes = {
  HTMLFormElement: /^form$/u,
  HTMLTableCellElement: /^t[dh]$/u,
  HTMLVideoElement: /^video$/u,
} as const;

function classOf(names: RegExp): object {
  return {
    [Symbol.hasInstance]: (value: unknown) => value instanceof linkedom.HTMLElement && names.test(value.localName),
  };
}

/** The globals of the code that reads a page. */
const globals: Readonly<Record<string, unknown>> = {
  ...linkedom,
  ...Object.fromEntries(Object.entries(classes).map(([name, names]) => [name, classOf(names)])),
  getComputedStyle: (element: Element) => current().styleOf(element),
  innerWidth: size.width,
  innerHeight: size.height,
  scrollX: 0,
  scrollY: 0,
  devicePixelRatio: 1,
  performance,
  URL,
  TextDecoder,
};
const names = [...Object.keys(globals), "document"];

type Evaluate = (...values: unknown[]) => unknown;
const compiled = new LRUCache<string, Evaluate>({ max: 50 });

/** The function of an expression, with the globals as its parameters. */
function compile(expression: string): Evaluate {
  const earlier = compiled.get(expression);
  if (earlier !== undefined) return earlier;
  const evaluate: Evaluate = runInThisContext(`(function (${names.join(", ")}) { return (${expression}); })`);
  compiled.set(expression, evaluate);
  return evaluate;
}

/** The document of a reply, as the functions that run in pages read it. */
export type PageWorld = {
  document: Document;
  /** Whether the document has more elements than are kept. */
  cut: boolean;
  /** The value of an expression that is the service's own. It must be JSON. */
  evaluate(expression: string): unknown;
};

/** Opens HTML as a document without scripts. It is read until the next one is opened. */
export function openWorld({ html, url, charset }: { html: string; url: string; charset: string }): PageWorld {
  const { document, cut } = parseDocument(html);
  reading = { document, url, charset, styleOf: computeStyles(document, size) };
  const values = [...Object.values(globals), document];
  return {
    document,
    cut,
    evaluate: (expression) => compile(expression)(...values),
  };
}
