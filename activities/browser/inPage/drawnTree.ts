/**
 * Walks a page's elements as they are drawn: through open shadow trees and their slots.
 * Only its source text is sent to the page's isolated world, so it must not use anything outside itself.
 */
export class DrawnTree {
  /** The element inside which an element is drawn. Null for the root element. */
  parentOf(element: Element): Element | null {
    if (element.assignedSlot !== null) return element.assignedSlot;
    if (element.parentElement !== null) return element.parentElement;
    const root = element.getRootNode();
    return root instanceof ShadowRoot ? root.host : null;
  }

  /** The element and those inside which it is drawn, from the inside out. */
  *chainOf(element: Element): Generator<Element> {
    for (let each: Element | null = element; each !== null; each = this.parentOf(each)) yield each;
  }

  /** Elements drawn directly inside an element. */
  childrenOf(element: Element): Element[] {
    if (element instanceof HTMLSlotElement) {
      const assigned = element.assignedElements();
      if (assigned.length > 0) return assigned;
    }
    return [...(element.shadowRoot ?? element).children];
  }

  /** Whether one element is the other or is drawn inside it. */
  isWithin(inner: Element, outer: Element): boolean {
    for (const each of this.chainOf(inner)) if (each === outer) return true;
    return false;
  }

  /** Elements at a point of the viewport from the top down, also those of open shadow trees. */
  elementsAt(x: number, y: number): Element[] {
    const seen = new Set<Element>();
    const read = (root: Document | ShadowRoot): Element[] =>
      root.elementsFromPoint(x, y).flatMap((element) => {
        if (seen.has(element)) return [];
        seen.add(element);
        return element.shadowRoot === null ? [element] : [...read(element.shadowRoot), element];
      });
    return read(document);
  }
}
