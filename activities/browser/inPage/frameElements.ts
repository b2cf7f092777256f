import type { Json } from "#schemas/common.ts";

/* Functions that run in the page. Only their source text is sent, so they must not use anything outside themselves. */

/** The elements of the document's frames that a visitor sees, also in open shadow trees. */
export function listFrameElements(): Element[] {
  const roots: (Document | ShadowRoot)[] = [document];
  const frames: Element[] = [];
  for (const root of roots) {
    const query =
      root instanceof Document ? Document.prototype.querySelectorAll : DocumentFragment.prototype.querySelectorAll;
    for (const element of query.call(root, "*")) {
      if (element.shadowRoot instanceof ShadowRoot) roots.push(element.shadowRoot);
      if (!/^(?:iframe|frame)$/u.test(element.localName)) continue;
      const { width, height } = Element.prototype.getBoundingClientRect.call(element);
      const isShown = Element.prototype.checkVisibility.call(element, { visibilityProperty: true });
      if (isShown && width > 2 && height > 2) frames.push(element);
    }
  }
  return frames;
}

/** Keeps the contents of a frame's document for those who read the document around it. */
export function keepFrameContent(element: Element, content: Json): void {
  const kept: Map<Element, Json> = Reflect.get(globalThis, "watchframeFrames") ?? new Map();
  kept.set(element, content);
  Reflect.set(globalThis, "watchframeFrames", kept);
}
