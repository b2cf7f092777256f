/**
 * A function that runs in the page. It is sent as its own source, so it may use nothing from its module but
 * functions that the same extractor lists, and no library but the browser's.
 */
export type PageFunction = (...parameters: never[]) => unknown;

/*
 * Functions of this folder run in the page, in an isolated world: the page's scripts can't replace what they call.
 * Its markup still can: `<form name="title">` shadows `document.title`, and a form's controls shadow the form's own
 * properties. So properties of documents and of arbitrary elements are read through the prototype.
 */
/** A property as its prototype's getter gives it, whatever the page's markup has named. */
export function ownGetter(prototype: object, name: string, target: object): unknown {
  return Object.getOwnPropertyDescriptor(prototype, name)?.get?.call(target);
}

/** Elements of the document that match, in document order. */
export function selectAll(selector: string, limit: number): Element[] {
  return Array.from(Document.prototype.querySelectorAll.call(document, selector)).slice(0, limit);
}

/** An attribute's value, or null. */
export function attribute(element: Element, name: string): string | null {
  return Element.prototype.getAttribute.call(element, name);
}

/** The address that relative ones start from. */
export function baseAddress(): string {
  return String(ownGetter(Node.prototype, "baseURI", document));
}

/** The root element; null where a script removed it. */
export function rootElement(): Element | null {
  const root = ownGetter(Document.prototype, "documentElement", document);
  return root instanceof Element ? root : null;
}

/** Absolute form of an address, or null where it is none. */
export function absoluteUrl(address: string | null, base: string): string | null {
  if (address === null || address.trim() === "") return null;
  return URL.parse(address, base)?.href ?? null;
}

/** Text with its white space collapsed, and no longer than the limit. */
export function plainText(text: string | null, limit: number): string {
  // Cut first: a text of megabytes isn't worth normalising whole.
  const collapsed = (text ?? "")
    .slice(0, limit * 8)
    .replaceAll(/\s+/gu, " ")
    .trim();
  return collapsed.length > limit ? collapsed.slice(0, limit).toWellFormed() : collapsed;
}

/** The document and every open shadow root under it, at any depth. */
export function openRoots(): (Document | ShadowRoot)[] {
  const roots: (Document | ShadowRoot)[] = [document];
  for (const root of roots) {
    const walker = Document.prototype.createTreeWalker.call(document, root, NodeFilter.SHOW_ELEMENT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const shadow = node instanceof Element ? node.shadowRoot : null;
      // A form control named `shadowRoot` answers here too.
      if (shadow instanceof ShadowRoot) roots.push(shadow);
    }
  }
  return roots;
}
