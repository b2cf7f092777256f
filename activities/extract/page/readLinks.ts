import type { Link } from "#schemas/outputs.ts";
import { absoluteUrl, attribute, baseAddress, openRoots, ownGetter, plainText } from "./safeDom.ts";

/** A link as the page shows it; whether it is internal is for Node to say. */
type LinkRead = Pick<Link, "href" | "text" | "rel" | "region">;
/** Where an element is: the region of its links, and whether a header in it would be that of a part of the page. */
export type Surroundings = { region: Link["region"]; sectioned: boolean };
/** What the page gives for `links`. */
export type LinksRead = { links: LinkRead[]; cut: boolean };

/** Runs in the page: its links, each address once. */
export function readLinks(): LinksRead {
  const limit = 5000;
  const base = baseAddress();
  const regions = new Map<Element, Surroundings>();
  const found = new Map<string, LinkRead>();
  let cut = false;
  for (const root of openRoots()) {
    const query =
      root instanceof Document ? Document.prototype.querySelectorAll : DocumentFragment.prototype.querySelectorAll;
    for (const element of query.call(root, "a, area")) {
      const href = linkAddress(element, base);
      if (href === null) continue;
      const known = found.get(href);
      if (known !== undefined) {
        // A picture and a heading often link to the same place; the words say more.
        if (known.text === "") known.text = linkText(element);
        continue;
      }
      if (found.size >= limit) {
        cut = true;
        continue;
      }
      const rel = [...new Set((attribute(element, "rel") ?? "").toLowerCase().split(/\s+/u))]
        .filter((token) => token !== "")
        .slice(0, 20);
      found.set(href, { href, text: linkText(element), rel, region: linkRegion(element, regions) });
    }
  }
  return { links: [...found.values()], cut };
}

/** Runs in the page: where a link leads, or null where that is no address of a page, mailbox or phone. */
export function linkAddress(element: Element, base: string): string | null {
  const href = absoluteUrl(attribute(element, "href") ?? attribute(element, "xlink:href"), base);
  if (href === null || href.length > 8192) return null;
  return /^(?:https?|mailto|tel|ftp|sms|geo|magnet|xmpp|sip):/u.test(href) ? href : null;
}

/** Runs in the page: what a link says, or what its picture or label does. */
export function linkText(element: Element): string {
  const limit = 500;
  const shown = plainText(shownText(element), limit);
  if (shown !== "") return shown;
  const image = element.querySelector("img[alt]:not([alt='']), [aria-label], svg title");
  const inside =
    image === null ? null : (attribute(image, "alt") ?? attribute(image, "aria-label") ?? image.textContent);
  return plainText(
    attribute(element, "aria-label") ?? inside ?? attribute(element, "title") ?? attribute(element, "alt"),
    limit,
  );
}

/**
 * Runs in the page: the words of an element, parted where they stand in different blocks. Not `innerText`: in a line
 * of thousands of links each answer takes as long as the line.
 */
export function shownText(element: Element): string {
  if (element.firstElementChild === null) return element.textContent ?? "";
  const walker = Document.prototype.createTreeWalker.call(document, element, NodeFilter.SHOW_TEXT);
  let text = "";
  let last: Element | null = null;
  for (let node = walker.nextNode(); node !== null && text.length < 4000; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (parent === null || /^(?:script|style|title|desc)$/u.test(parent.localName)) continue;
    const display = parent === element ? "inline" : getComputedStyle(parent).display;
    if (display === "none") continue;
    const isApart = last !== null && last !== parent && !(isInline(last, element) && isInline(parent, element));
    text += isApart ? ` ${node.nodeValue}` : (node.nodeValue ?? "");
    last = parent;
  }
  return text;
}

/** Runs in the page: whether an element inside another goes on with its line. */
export function isInline(element: Element, within: Element): boolean {
  return element === within || getComputedStyle(element).display === "inline";
}

/** Runs in the page: the landmark that an element lies in. Each ancestor is judged once, however many links it has. */
export function linkRegion(element: Element, known: Map<Element, Surroundings>): Link["region"] {
  const path: Element[] = [];
  let at = parentAcross(element);
  for (; at !== null && !known.has(at); at = parentAcross(at)) path.push(at);
  let around: Surroundings = (at === null ? undefined : known.get(at)) ?? { region: "other", sectioned: false };
  for (const ancestor of path.toReversed()) {
    around = surroundings(ancestor, around);
    known.set(ancestor, around);
  }
  return around.region;
}

/** Runs in the page: the parent element, from a shadow root on to its host. */
export function parentAcross(element: Element): Element | null {
  const parent = ownGetter(Node.prototype, "parentNode", element);
  if (parent instanceof ShadowRoot) return parent.host;
  return parent instanceof Element ? parent : null;
}

/** Runs in the page: what holds inside an element, given what holds around it. */
export function surroundings(element: Element, around: Surroundings): Surroundings {
  const roles = {
    banner: "header",
    navigation: "nav",
    main: "main",
    complementary: "aside",
    contentinfo: "footer",
  } as const;
  const role = Object.entries(roles).find(([name]) => name === attribute(element, "role"));
  if (role !== undefined) return { region: role[1], sectioned: true };
  const tag = element.localName;
  if (tag === "nav" || tag === "main" || tag === "aside") return { region: tag, sectioned: true };
  // The header of an article is no header of the page.
  if (tag === "header" || tag === "footer") return around.sectioned ? around : { region: tag, sectioned: false };
  if (tag === "article" || tag === "section") return { region: around.region, sectioned: true };
  if (tag !== "div" || around.region !== "other") return around;
  // Pages made of divs name the same parts by id.
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
  return id === undefined ? around : { region: id[1], sectioned: around.sectioned };
}
