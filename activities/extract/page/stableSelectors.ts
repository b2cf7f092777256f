import { attribute, ownGetter, type PageFunction, queryAll } from "./safeDom.ts";

/** Finds selectors of elements of the document, or of trees. */
export type SelectorFinder = {
  /** A selector that matches this element alone; null if only a long one would. */
  of(element: Element): string | null;
  /** A selector of all elements of its kind; null without one. */
  alike(element: Element): { selector: string; matches: number } | null;
};

/** Runs in the page. Counts the matches of each selector in the trees once. Without `trees`, in the document alone. */
export function openSelectors(
  maxChars: number,
  trees: readonly (Document | ShadowRoot)[] = [document],
): SelectorFinder {
  /** Matches of a selector beyond which it names no kind of element. */
  const maxMatches = 500;
  const elementsBySelector = new Map<string, Element[]>();
  const ownSelectors = new Map<Element, string | null>();
  const places = new Map<Element, string>();
  const matchesOf = (selector: string): Element[] => {
    const known = elementsBySelector.get(selector);
    if (known !== undefined) return known;
    const list = trees.flatMap((tree) => Array.from(queryAll(tree, selector)));
    elementsBySelector.set(selector, list);
    return list;
  };
  const ownOf = (element: Element): string | null => {
    const known = ownSelectors.get(element);
    if (known !== undefined) return known;
    const selector = namesOf(element).find((each) => matchesOf(each).length === 1) ?? null;
    ownSelectors.set(element, selector);
    return selector;
  };
  /** The place among the children of the parent, such as `li:nth-of-type(2)`. */
  const placeOf = (element: Element): string => {
    if (!places.has(element)) placeSiblings(element, places);
    return places.get(element) ?? element.localName;
  };
  /** A name of the element that is its own inside an element with a selector. */
  const inside = (outerElement: { element: Element; selector: string }, element: Element): string | null => {
    const name = namesOf(element).find((each) => {
      const matches = matchesOf(each);
      return (
        matches.length <= maxMatches &&
        matches.filter((match) => containsElement(outerElement.element, match)).length === 1
      );
    });
    return name === undefined ? null : `${outerElement.selector} ${name}`;
  };
  return {
    of(element) {
      const steps: string[] = [];
      for (let each: Element | null = element; each !== null; each = parentOf(each)) {
        const isRoot = each.localName === "body" || each.localName === "html";
        const selector = isRoot ? each.localName : ownOf(each);
        if (selector !== null) {
          const short = each === element || isRoot ? null : inside({ element: each, selector }, element);
          const path = short ?? [selector, ...steps].join(" > ");
          return path.length > maxChars ? null : path;
        }
        steps.unshift(placeOf(each));
        if (steps.length > 40) return null;
      }
      // No element around a shadow tree's own ones is in their tree, so their path has no fixed beginning.
      const path = steps.join(" > ");
      return path.length <= maxChars && matchesOf(path).length === 1 ? path : null;
    },
    alike(element) {
      for (const selector of namesOf(element)) {
        const matches = matchesOf(selector).length;
        if (matches > 1 && matches <= maxMatches && selector.length <= maxChars) return { selector, matches };
      }
      return null;
    },
  };
}

/** Selectors of an element by its own names, the most stable first. */
function namesOf(element: Element): string[] {
  const tag = element instanceof HTMLFormElement ? "form" : element.localName;
  const id = attribute(element, "id");
  const byAttribute = ["data-testid", "data-test-id", "data-test", "data-qa", "data-cy", "itemprop"].map((name) => ({
    name,
    prefix: "",
  }));
  const byWords = [
    { name: "name", prefix: tag },
    { name: "aria-label", prefix: tag },
  ];
  const attributes = [...byAttribute, ...byWords].flatMap(({ name, prefix }) => {
    const value = attribute(element, name) ?? "";
    // A control character would need an escape that hardly anybody can read.
    if (value === "" || value.length > 80 || /[\p{Cc}\p{Cf}]/u.test(value)) return [];
    return [`${prefix}[${name}="${value.replaceAll(/["\\]/gu, String.raw`\$&`)}"]`];
  });
  const classes = (attribute(element, "class") ?? "").slice(0, 1_000).split(/\s+/u).filter(isHandWritten).slice(0, 6);
  return [
    ...(id !== null && isHandWritten(id) ? [`#${CSS.escape(id)}`] : []),
    ...attributes,
    ...classes.map((name) => `.${CSS.escape(name)}`),
    ...(/^(?:main|header|footer|nav|aside|article|form|table|h1|dialog|search)$/u.test(tag) ? [tag] : []),
  ];
}

/** Whether a name of a class or an id reads as if a person wrote it. Tools make new names with each build of a site. */
export function isHandWritten(name: string): boolean {
  if (name.length > 48 || !/^[a-z][\w-]*$/iu.test(name)) return false;
  if (
    /^(?:css|sc|jsx|jss|emotion|svelte|astro|radix|headlessui|ember|styled|ng|cdk|yui|ext)-?(?:[\d_-]|$)/iu.test(name)
  )
    return false;
  // States come and go.
  if (
    /^(?:is|has|js|active|current|selected|open|closed|shown?|hidden|visible|hover|focus|disabled|loading|loaded)(?:-|$)/iu.test(
      name,
    )
  )
    return false;
  return name.split(/[-_]+/u).every((part) => {
    if (part === "" || /^\d{1,2}$/u.test(part)) return true;
    const letters = /^([a-z]+)\d{0,2}$/iu.exec(part)?.[1];
    if (letters === undefined) return false;
    const isSpoken = letters.length < 5 || (/[aeiouy]/iu.test(letters) && !/[b-df-hj-np-tv-xz]{6}/iu.test(letters));
    const capitals = letters.replaceAll(/[^A-Z]/gu, "").length;
    return isSpoken && (capitals <= letters.length / 3 || capitals === letters.length);
  });
}

/** Notes the place of each child of an element's parent, or of its shadow tree. */
function placeSiblings(element: Element, places: Map<Element, string>): void {
  const parent = ownGetter(Node.prototype, "parentNode", element);
  const children: Element[] = [];
  const counts = new Map<string, number>();
  const first =
    parent instanceof ShadowRoot
      ? ownGetter(DocumentFragment.prototype, "firstElementChild", parent)
      : parent instanceof Element && ownGetter(Element.prototype, "firstElementChild", parent);
  for (let child = first; child instanceof Element; child = ownGetter(Element.prototype, "nextElementSibling", child)) {
    children.push(child);
    counts.set(child.localName, (counts.get(child.localName) ?? 0) + 1);
  }
  const passed = new Map<string, number>();
  for (const child of children) {
    const tag = child.localName;
    const nth = (passed.get(tag) ?? 0) + 1;
    passed.set(tag, nth);
    const name = CSS.escape(tag);
    places.set(child, counts.get(tag) === 1 ? name : `${name}:nth-of-type(${nth})`);
  }
}

/** The parent in the document. A form's controls cannot shadow it. */
function parentOf(element: Element): Element | null {
  const parent = ownGetter(Node.prototype, "parentElement", element);
  return parent instanceof Element ? parent : null;
}

function containsElement(outer: Element, inner: Element): boolean {
  return Node.prototype.contains.call(outer, inner);
}

/** Every function of `openSelectors`. */
export const selectorDependencies: readonly PageFunction[] = [
  attribute,
  containsElement,
  isHandWritten,
  namesOf,
  openSelectors,
  ownGetter,
  parentOf,
  placeSiblings,
  queryAll,
];
