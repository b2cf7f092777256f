/**
 * A function that runs in the page. It is sent as source, so it may use only functions that the extractor lists as
 * dependencies, and the browser's own APIs.
 */
export type PageFunction = (...parameters: never[]) => unknown;

/*
 * Functions of this folder run in the page, in an isolated world: the page's scripts can't replace what they call.
 * Its markup still can: `<form name="title">` shadows `document.title`, and a form's controls shadow the form's own
 * properties. So properties of documents and of arbitrary elements are read through the prototype.
 */
/** A property by the prototype's getter, which the page's markup cannot shadow. */
export function ownGetter(prototype: object, name: string, target: object): unknown {
  return Object.getOwnPropertyDescriptor(prototype, name)?.get?.call(target);
}

/** The first `limit` elements of the document that match, in document order. */
export function selectAll(selector: string, limit: number): Element[] {
  return Array.from(Document.prototype.querySelectorAll.call(document, selector)).slice(0, limit);
}

/** An attribute's value, or null. */
export function attribute(element: Element, name: string): string | null {
  return Element.prototype.getAttribute.call(element, name);
}

/** The address that relative addresses start from. */
export function baseAddress(): string {
  return String(ownGetter(Node.prototype, "baseURI", document));
}

/** The root element; null if a script removed it. */
export function rootElement(): Element | null {
  const root = ownGetter(Document.prototype, "documentElement", document);
  return root instanceof Element ? root : null;
}

/** The absolute form of an address; null if it is not one. */
export function absoluteUrl(address: string | null, base: string): string | null {
  if (address === null || address.trim() === "") return null;
  return URL.parse(address, base)?.href ?? null;
}

/**
 * Text without characters that only suggest where a word may be divided. If the browser guessed windows-1252 but the text
 * is UTF-8, it is read as UTF-8.
 */
export function faithfulText(text: string): string {
  // ASCII has neither, and most text is ASCII.
  if (!/\P{ASCII}/u.test(text)) return text;
  return readAsUtf8(text).replaceAll(/[\u00AD\u200B\u2060\uFEFF]/gu, "");
}

/** The text read as UTF-8 if a page without a declared encoding is valid UTF-8; else the text itself. */
function readAsUtf8(text: string): string {
  if (ownGetter(Document.prototype, "characterSet", document) !== "windows-1252") return text;
  // The lead byte of a sequence in UTF-8, and the first byte after it.
  if (!/[\u00C2-\u00F4][\u0080-\u00BF\u0152-\u2122]/u.test(text)) return text;
  const high = new TextDecoder("windows-1252").decode(Uint8Array.from({ length: 32 }, (_byte, index) => 128 + index));
  const bytes: number[] = [];
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    const at = code > 255 ? high.indexOf(character) : -1;
    if (code > 255 && at === -1) return text;
    bytes.push(at === -1 ? code : 128 + at);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(Uint8Array.from(bytes));
  } catch {
    // The text is not UTF-8, so the browser was right.
    return text;
  }
}

/** Text with collapsed white space, at most `limit` characters. */
export function plainText(text: string | null, limit: number): string {
  // Cut first: normalizing megabytes of text would take too long.
  const shortText = faithfulText((text ?? "").slice(0, limit * 8))
    .replaceAll(/\s+/gu, " ")
    .trim();
  // The end may split a pair of surrogates.
  return shortText.length > limit
    ? shortText
        .slice(0, limit)
        .replace(/[\ud800-\udbff]$/u, "")
        .toWellFormed()
    : shortText;
}

/** Dependencies of `plainText`. */
export const textDependencies: readonly PageFunction[] = [faithfulText, plainText, readAsUtf8];

/** The elements of a tree that a selector matches. */
export function queryAll(tree: Document | ShadowRoot, selector: string): NodeListOf<Element> {
  return tree instanceof Document
    ? Document.prototype.querySelectorAll.call(tree, selector)
    : DocumentFragment.prototype.querySelectorAll.call(tree, selector);
}

/** The document and every open shadow root in it, at any depth. */
export function openRoots(): (Document | ShadowRoot)[] {
  const roots: (Document | ShadowRoot)[] = [document];
  for (const root of roots) {
    const walker = Document.prototype.createTreeWalker.call(document, root, NodeFilter.SHOW_ELEMENT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const shadow = node instanceof Element ? node.shadowRoot : null;
      // A form control named `shadowRoot` shadows this property.
      if (shadow instanceof ShadowRoot) roots.push(shadow);
    }
  }
  return roots;
}
