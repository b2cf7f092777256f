import type { ElementsRead } from "./contents.ts";
import { frameDependencies, keptFrames } from "./frames.ts";
import { attribute, ownGetter, type PageFunction, plainText, rootElement, textDependencies } from "./safeDom.ts";

/** Elements to read: their text, or an attribute of theirs. */
export type ElementsToRead = { selector: string; attribute: string | null; maxElements: number; maxChars: number };

/**
 * Runs in the page. Reads the texts of the elements that a visitor sees, or the attribute of all that have it. Those of
 * frames follow those of the page.
 */
export function readElements(wanted: readonly ElementsToRead[]): ElementsRead {
  const root = rootElement();
  const language = root === null ? null : (attribute(root, "lang") ?? attribute(root, "xml:lang"));
  const frames = [...keptFrames().values()];
  const elements = wanted.map(({ selector, attribute: name, maxElements, maxChars }, index) => {
    let matches: NodeListOf<Element>;
    try {
      matches = Document.prototype.querySelectorAll.call(document, selector);
    } catch {
      return null;
    }
    const texts: string[] = [];
    for (const element of matches) {
      if (texts.length >= maxElements) break;
      const text = name === null ? elementText(element) : attribute(element, name);
      if (text !== null) texts.push(plainText(text, maxChars));
    }
    const framed = frames.flatMap(({ values }) => values?.elements[index] ?? []);
    return [...texts, ...framed].slice(0, maxElements);
  });
  return { language: language?.slice(0, 35) ?? null, elements };
}

/** The text that a visitor sees; null for a hidden element. Pages hide templates that look like the real element. */
function elementText(element: Element): string | null {
  if (!Element.prototype.checkVisibility.call(element, { visibilityProperty: true })) return null;
  return element instanceof HTMLElement
    ? String(ownGetter(HTMLElement.prototype, "innerText", element))
    : element.textContent;
}

/** Every function that `readElements` calls. */
export const elementDependencies: readonly PageFunction[] = [
  attribute,
  elementText,
  ...frameDependencies,
  ownGetter,
  rootElement,
  ...textDependencies,
];
