import { absoluteUrl, attribute, baseAddress, plainText, selectAll } from "../safeDom.ts";

/** Runs in the page: text as HTML. */
export function escapeText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll("\u00a0", "&nbsp;");
}

/** Runs in the page: the attributes worth keeping, as they are written in an opening tag, addresses absolute. */
export function attributesFor(element: Element, tag: string): string {
  if (!Element.prototype.hasAttributes.call(element) && tag !== "h1" && tag !== "input") return "";
  const values: Record<string, string | null> = {};
  for (const name of ["id", "class", "role", "lang", "dir", "aria-modal", "aria-label", "data-lang", "data-language"])
    values[name] = attribute(element, name);
  if (tag === "html") values["class"] = null;
  if (tag === "a") Object.assign(values, linkAttributes(element));
  if (tag === "img") Object.assign(values, imageAttributes(element));
  if (tag === "video" || tag === "iframe") Object.assign(values, mediaAttributes(element));
  if (tag === "td" || tag === "th") Object.assign(values, cellAttributes(element));
  if (tag === "ol") values["start"] = attribute(element, "start");
  if (tag === "time") values["datetime"] = attribute(element, "datetime");
  if (tag === "input")
    Object.assign(values, {
      type: "checkbox",
      checked: element instanceof HTMLInputElement && element.checked ? "" : null,
    });
  // Formulas are the only code that was none before.
  if (tag === "code" && element.localName === "math") values["data-tex"] = attribute(element, "display") ?? "inline";
  // The search for the main content makes every h1 an h2.
  if (tag === "h1") values["data-level"] = "1";
  let written = "";
  for (const [name, value] of Object.entries(values)) {
    if (value !== null)
      written += ` ${name}="${value.slice(0, 4096).replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;")}"`;
  }
  return written;
}

/** Runs in the page: what a link needs. */
export function linkAttributes(element: Element): Record<string, string | null> {
  const href = absoluteUrl(attribute(element, "href"), baseAddress());
  const usable = href !== null && href.length <= 4096 && /^(?:https?|mailto|tel):/u.test(href);
  return { href: usable ? href : null, rel: attribute(element, "rel"), title: attribute(element, "title") };
}

/** Runs in the page: what a picture needs; its address is of what was loaded, or will be once it is scrolled to. */
export function imageAttributes(element: Element): Record<string, string | null> {
  const base = baseAddress();
  const loaded = element instanceof HTMLImageElement ? element.currentSrc : "";
  const waiting = ["data-src", "data-original", "data-lazy-src", "data-lazy"].map((name) => attribute(element, name));
  const candidates = [loaded, attribute(element, "src"), ...waiting].map((address) => absoluteUrl(address, base));
  const src =
    candidates.find((address) => address !== null && /^https?:/u.test(address) && address.length <= 4096) ?? null;
  const isDot = element instanceof HTMLImageElement && element.naturalWidth === 1 && element.naturalHeight === 1;
  return {
    src: isDot && src === loaded ? null : src,
    alt: plainText(attribute(element, "alt"), 1000),
    title: attribute(element, "title"),
  };
}

/** Runs in the page: what a video needs. */
export function mediaAttributes(element: Element): Record<string, string | null> {
  const base = baseAddress();
  const src = element instanceof HTMLVideoElement ? element.currentSrc : attribute(element, "src");
  const usable = absoluteUrl(src, base);
  const title = attribute(element, "title") ?? attribute(element, "aria-label");
  return {
    src: usable !== null && /^https?:/u.test(usable) ? usable : null,
    poster: absoluteUrl(attribute(element, "poster"), base),
    title,
  };
}

/** Runs in the page: what a table cell needs. */
export function cellAttributes(element: Element): Record<string, string | null> {
  const cell = element instanceof HTMLTableCellElement ? element : null;
  const align = attribute(element, "align") ?? cell?.style.textAlign ?? "";
  return {
    colspan: spanOf(cell?.colSpan),
    rowspan: spanOf(cell?.rowSpan),
    "data-align": /^(?:left|right|center)$/u.test(align) ? align : null,
  };
}

/** Runs in the page: cells that a cell takes, where that is more than one and sane. */
export function spanOf(cells: number | undefined): string | null {
  return cells === undefined || cells === 1 ? null : String(Math.min(cells, 50));
}

/** What must be known of the whole page to tell of an element whether it is shown. */
export type FlatContext = {
  /** Ids of elements that a control of the page's content opens and closes. */
  panels: Set<string>;
  /** By id, what React sent ahead of the script that puts it in its place; each is taken once. */
  segments: Map<string, Element>;
  /** Whether to write what is not shown as well: `visible` takes `visibility` for nothing, `all` also `display`. */
  ignore: "nothing" | "visibility" | "all";
};

/** Runs in the page: the context to write it with. */
export function flatContext(ignore: FlatContext["ignore"]): FlatContext {
  const panels = new Set<string>();
  const controls =
    "[aria-controls]:not([aria-haspopup]), [data-target^='#'], [data-bs-target^='#'], [role=tab][href^='#']";
  for (const control of selectAll(controls, 2000)) {
    if (isInFrame(control)) continue;
    const targets = ["aria-controls", "data-target", "data-bs-target", "href"].map((name) => attribute(control, name));
    for (const id of targets.flatMap((target) => (target ?? "").split(/\s+/u))) panels.add(id.replace(/^#/u, ""));
  }
  const segments = selectAll("[hidden][id^='S:']", 2000).map((each): [string, Element] => [each.id, each]);
  return { panels, segments: new Map(segments), ignore };
}

/** Runs in the page: whether an element is shown, apart from its `visibility`, which its children may take back. */
export function isShown(
  element: Element,
  style: CSSStyleDeclaration,
  context: FlatContext,
): "now" | "on click" | "never" {
  const isSilent = attribute(element, "aria-hidden") === "true";
  if ((isSilent || style.display === "none") && opensOnClick(element, context)) return "on click";
  if (style.display === "none" && context.ignore === "all" && !isExtra(element)) return "on click";
  if (style.display === "none" || isClippedAway(element, style) || isOverlay(element, style)) return "never";
  // What is kept from screen readers is decoration, or there twice; but for pictures, and code that a script drew.
  const isPicture = element.localName === "img" || Element.prototype.querySelector.call(element, "img, pre") !== null;
  return isSilent && !isPicture ? "never" : "now";
}

/** Runs in the page: whether an element is in a part of it that surrounds the content or lies over it. */
export function isInFrame(element: Element): boolean {
  const frame =
    "nav, header, footer, aside, dialog, [role=navigation], [role=banner], [role=contentinfo], [role=dialog], [role=menu], [role=search]";
  return Element.prototype.closest.call(element, frame) !== null;
}

/** Runs in the page: whether a click on a tab or a question shows this hidden element: it is content like its neighbours. */
export function opensOnClick(element: Element, { panels }: FlatContext): boolean {
  const id = attribute(element, "id") ?? "";
  const says = `${id} ${attribute(element, "class") ?? ""}`;
  const isPanel =
    attribute(element, "role") === "tabpanel" ||
    (id !== "" && panels.has(id)) ||
    /accordion|collaps|\bfaq|tab-?(?:pane|content)|toggle-?content/iu.test(says);
  return isPanel && !isExtra(element) && (element.textContent ?? "").trim().length > 40;
}

/** Runs in the page: whether an element that isn't shown is a menu, a form or a notice. */
export function isExtra(element: Element): boolean {
  if (element instanceof HTMLFormElement || isInFrame(element)) return true;
  const says = `${attribute(element, "id") ?? ""} ${attribute(element, "class") ?? ""}`;
  return /modal|popup|menu|dropdown|drawer|cookie|consent|login|search|\bnav/iu.test(says);
}

/** Runs in the page: whether a button is the heading of a panel that opens on a click. */
export function opensPanel(element: Element, { panels }: FlatContext): boolean {
  const target = attribute(element, "aria-controls") ?? "";
  return target !== "" && panels.has(target) && (element.textContent ?? "").trim() !== "";
}

/** Runs in the page: the nodes that belong in place of a template that React left until a script replaces it. */
export function streamedNodes(template: Element, { segments }: FlatContext): ArrayLike<Node> | null {
  const id = /^[BP]:(?<part>.*)$/u.exec(attribute(template, "id") ?? "")?.groups?.["part"];
  const segment = id === undefined ? undefined : segments.get(`S:${id}`);
  if (segment === undefined) return null;
  segments.delete(segment.id);
  return segment.childNodes;
}

/** Runs in the page: whether an element is there for screen readers only. */
export function isClippedAway(element: Element, style: CSSStyleDeclaration): boolean {
  if (style.position !== "absolute" && style.position !== "fixed") return false;
  const tiny =
    Number.parseFloat(style.width) <= 1 && Number.parseFloat(style.height) <= 1 && style.overflow !== "visible";
  // The readable form of a formula is such an element.
  return tiny && Element.prototype.querySelector.call(element, "math") === null;
}

/** Runs in the page: whether an element floats over a part of the window, as a notice or a chat does. */
export function isOverlay(element: Element, style: CSSStyleDeclaration): boolean {
  if (style.position !== "fixed") return false;
  const { width, height } = element.getBoundingClientRect();
  const isSmall = width * height < (innerWidth * innerHeight) / 2;
  return isSmall && Element.prototype.querySelector.call(element, "h1, main, article") === null;
}
