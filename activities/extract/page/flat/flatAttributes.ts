import { absoluteUrl, attribute, baseAddress, plainText } from "../safeDom.ts";

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
