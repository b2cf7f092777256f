import type { Link } from "#schemas/extracts/extracts.ts";
import type { LinkRead, LinksRead } from "./contents.ts";
import { frameContent, frameDependencies } from "./frames.ts";
import {
  absoluteUrl,
  attribute,
  baseAddress,
  openRoots,
  ownGetter,
  type PageFunction,
  queryAll,
  plainText,
  textDependencies,
} from "./safeDom.ts";

/** The region of an element, and whether a header or footer in it belongs to a section. */
export type RegionContext = { region: Link["region"]; inSection: boolean };

/** Runs in the page. Reads its links and those of its frames, each address once. */
export function readLinks(): LinksRead {
  const limit = 5000;
  const base = baseAddress();
  const regions = new Map<Element, RegionContext>();
  const linksByHref = new Map<string, LinkRead>();
  let isCut = false;
  for (const root of openRoots()) {
    for (const element of queryAll(root, "a, area, iframe, frame")) {
      for (const link of frameContent(element)?.links?.links ?? []) {
        if (linksByHref.size < limit && !linksByHref.has(link.href)) linksByHref.set(link.href, link);
      }
      const href = linkTarget(element, base);
      if (href === null) continue;
      const known = linksByHref.get(href);
      if (known !== undefined) {
        // A picture and a heading often link to the same page. The heading has the text.
        if (known.text === "") known.text = linkText(element);
        continue;
      }
      if (linksByHref.size >= limit) {
        isCut = true;
        continue;
      }
      const rel = [...new Set((attribute(element, "rel") ?? "").toLowerCase().split(/\s+/u))]
        .filter((token) => token !== "")
        .slice(0, 20);
      linksByHref.set(href, { href, text: linkText(element), rel, region: linkRegion(element, regions) });
    }
  }
  return { links: [...linksByHref.values()], cut: isCut };
}

/** The absolute address of a link; null unless it is a page, mailbox, phone number or the like. */
function linkTarget(element: Element, base: string): string | null {
  const href = absoluteUrl(attribute(element, "href") ?? attribute(element, "xlink:href"), base);
  if (href === null || href.length > 8192) return null;
  return /^(?:https?|mailto|tel|ftp|sms|geo|magnet|xmpp|sip):/u.test(href) ? href : null;
}

/** The text of a link, else the text of its picture or label. */
function linkText(element: Element): string {
  const limit = 500;
  const visible = plainText(visibleText(element), limit);
  if (visible !== "") return visible;
  const image = element.querySelector("img[alt]:not([alt='']), [aria-label], svg title");
  const imageLabel =
    image === null ? null : (attribute(image, "alt") ?? attribute(image, "aria-label") ?? image.textContent);
  return plainText(
    attribute(element, "aria-label") ?? imageLabel ?? attribute(element, "title") ?? attribute(element, "alt"),
    limit,
  );
}

/**
 * The text of an element, with spaces between blocks. `innerText` takes as long as the whole line for each link in it.
 */
function visibleText(element: Element): string {
  if (element.firstElementChild === null) return element.textContent ?? "";
  const walker = Document.prototype.createTreeWalker.call(document, element, NodeFilter.SHOW_TEXT);
  let text = "";
  let last: Element | null = null;
  for (let node = walker.nextNode(); node !== null && text.length < 4000; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (parent === null || /^(?:script|style|title|desc)$/u.test(parent.localName)) continue;
    const display = parent === element ? "inline" : getComputedStyle(parent).display;
    if (display === "none") continue;
    const isSeparated = last !== null && last !== parent && !(isInline(last, element) && isInline(parent, element));
    text += isSeparated ? ` ${node.nodeValue}` : (node.nodeValue ?? "");
    last = parent;
  }
  return text;
}

/** Whether an element continues the line of the element around it. */
function isInline(element: Element, within: Element): boolean {
  return element === within || getComputedStyle(element).display === "inline";
}

/** The landmark around an element. Each ancestor is computed once, however many links it has. */
export function linkRegion(element: Element, knownRegions: Map<Element, RegionContext>): Link["region"] {
  const path: Element[] = [];
  let ancestor = composedParent(element);
  for (; ancestor !== null && !knownRegions.has(ancestor); ancestor = composedParent(ancestor)) path.push(ancestor);
  let outerRegion: RegionContext = (ancestor === null ? undefined : knownRegions.get(ancestor)) ?? {
    region: "other",
    inSection: false,
  };
  for (const inner of path.toReversed()) {
    outerRegion = regionInside(inner, outerRegion);
    knownRegions.set(inner, outerRegion);
  }
  return outerRegion.region;
}

/** The parent element. The parent of a shadow root is its host. */
export function composedParent(element: Element): Element | null {
  const parent = ownGetter(Node.prototype, "parentNode", element);
  if (parent instanceof ShadowRoot) return parent.host;
  return parent instanceof Element ? parent : null;
}

/** The context inside an element, from the context around it. */
export function regionInside(element: Element, outerRegion: RegionContext): RegionContext {
  const roles = {
    banner: "header",
    navigation: "nav",
    main: "main",
    complementary: "aside",
    contentinfo: "footer",
  } as const;
  const role = Object.entries(roles).find(([name]) => name === attribute(element, "role"));
  if (role !== undefined) return { region: role[1], inSection: true };
  const tag = element.localName;
  if (tag === "nav" || tag === "main" || tag === "aside") return { region: tag, inSection: true };
  // The header of an article is not the page's header.
  if (tag === "header" || tag === "footer")
    return outerRegion.inSection ? outerRegion : { region: tag, inSection: false };
  if (tag === "article" || tag === "section") return { region: outerRegion.region, inSection: true };
  if (tag !== "div" || outerRegion.region !== "other") return outerRegion;
  // Some pages mark the same parts by id.
  const ids = {
    header: "header",
    nav: "nav",
    navigation: "nav",
    main: "main",
    content: "main",
    sidebar: "aside",
    footer: "footer",
  } as const;
  const id = Object.entries(ids).find(([name]) => name === attribute(element, "id"));
  return id === undefined ? outerRegion : { region: id[1], inSection: outerRegion.inSection };
}

/** Dependencies of `readLinks`. */
export const linkDependencies: readonly PageFunction[] = [
  absoluteUrl,
  attribute,
  baseAddress,
  composedParent,
  ...frameDependencies,
  isInline,
  linkRegion,
  linkTarget,
  linkText,
  openRoots,
  ownGetter,
  queryAll,
  ...textDependencies,
  regionInside,
  visibleText,
];
