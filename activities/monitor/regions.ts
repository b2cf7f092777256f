import { Type } from "typebox";
import type { PageRegion } from "#schemas/diff.ts";
import { bodyValidator } from "#schemas/validate.ts";
import { regionLimits } from "../compare/matchRegions.ts";

const Regions = Type.Array(
  Type.Object(
    {
      selector: Type.String({ maxLength: 600 }),
      label: Type.String({ maxLength: 200 }),
      role: Type.String({ maxLength: 40 }),
      x: Type.Integer(),
      y: Type.Integer(),
      width: Type.Integer({ minimum: 1 }),
      height: Type.Integer({ minimum: 1 }),
    },
    { additionalProperties: false },
  ),
  { maxItems: regionLimits.structural + regionLimits.text },
);

const validate = bodyValidator(Regions);

/** The JavaScript expression that lists the regions of a settled page. */
export const regionsProbe = `(() => {
${[listRegions, repeatedParts, listLines, labelOf, headingOf, rankOf, firstWords, isShown, selectorOf].join("\n")}
return [...listRegions(${regionLimits.structural}), ...listLines(${regionLimits.text})];
})()`;

/** Validates the probe's value; empty if a hostile page returned another shape. No foreign keys remain, so it can be stored. */
export function toRegions(probed: unknown): PageRegion[] {
  const checked = validate(probed);
  return checked.ok ? checked.value : [];
}

/** Runs in the page: lists landmarks, sections, headings, cards, tables and forms. Boxes are in page pixels. */
function listRegions(limit: number): PageRegion[] {
  const roles: [selector: string, role: string][] = [
    ["header, [role=banner]", "banner"],
    ["nav, [role=navigation]", "navigation"],
    ["main, [role=main]", "main"],
    ["aside, [role=complementary]", "complementary"],
    ["footer, [role=contentinfo]", "contentinfo"],
    ["form, [role=form], [role=search]", "form"],
    ["section, [role=region]", "region"],
    ["article, [role=article], .card, [class*='card-']", "article"],
    ["h1, h2, h3, [role=heading]", "heading"],
    ["table, [role=table]", "table"],
    ["li, [role=listitem]", "item"],
    ["tr, [role=row]", "row"],
  ];
  const rolesByElement = new Map<Element, string>();
  for (const [selector, role] of roles) {
    for (const element of Document.prototype.querySelectorAll.call(document, selector)) {
      if (!rolesByElement.has(element)) rolesByElement.set(element, role);
    }
  }
  for (const element of repeatedParts()) {
    if (!rolesByElement.has(element)) rolesByElement.set(element, "item");
  }
  const regions: PageRegion[] = [];
  for (const [element, role] of rolesByElement) {
    const box = Element.prototype.getBoundingClientRect.call(element);
    const [width, height] = [Math.round(box.width), Math.round(box.height)];
    if (width < 1 || height < 1 || !isShown(element)) continue;
    const x = Math.round(box.left + scrollX);
    const y = Math.round(box.top + scrollY);
    const label = labelOf(element, role, rolesByElement);
    regions.push({ selector: selectorOf(element), label, role, x, y, width, height });
    if (regions.length >= limit) break;
  }
  return regions;
}

/** Runs in the page: lists blocks with an adjacent sibling of the same class, such as the products of a shop. */
function repeatedParts(): Element[] {
  const parts: Element[] = [];
  for (const element of Document.prototype.querySelectorAll.call(document, "div[class], a[class], figure[class]")) {
    const alike = [element.previousElementSibling, element.nextElementSibling].some(
      (sibling) => sibling?.localName === element.localName && sibling.classList[0] === element.classList[0],
    );
    const box = Element.prototype.getBoundingClientRect.call(element);
    if (alike && box.width >= 40 && box.height >= 24 && getComputedStyle(element).display !== "inline") {
      parts.push(element);
    }
  }
  return parts;
}

/**
 * Runs in the page: lists the lines of text, each with a tight box. So a changed word is a large part of its region, even in
 * a large block.
 */
function listLines(limit: number): PageRegion[] {
  const blocks = new Map<Element, { text: string; rows: Map<number, DOMRect[]> }>();
  const walker = Document.prototype.createTreeWalker.call(document, document.body, NodeFilter.SHOW_TEXT);
  const range = new Range();
  for (let node = walker.nextNode(), seen = 0; node !== null && seen < 20_000; node = walker.nextNode(), seen += 1) {
    const parent = node.parentElement;
    const text = node.nodeValue ?? "";
    if (parent === null || text.trim() === "" || !isShown(parent)) continue;
    range.selectNodeContents(node);
    const boxes = [...range.getClientRects()].filter(({ width, height }) => width >= 1 && height >= 1);
    if (boxes.length === 0) continue;
    const within = "p, li, dd, dt, td, th, h1, h2, h3, h4, h5, h6, a, button, label, pre, div, span, section, article";
    const element = parent.closest(within) ?? parent;
    const block = blocks.get(element) ?? { text: "", rows: new Map<number, DOMRect[]>() };
    blocks.set(element, block);
    if (block.text.length < 200) block.text += text.slice(0, 200);
    for (const box of boxes) {
      const row = Math.round((box.top + scrollY) / 4);
      block.rows.set(row, [...(block.rows.get(row) ?? []), box]);
    }
  }
  const regions: PageRegion[] = [];
  for (const [element, { text, rows }] of blocks) {
    const label = text.replaceAll(/\s+/gu, " ").trim().slice(0, 60);
    let count = 0;
    for (const boxes of rows.values()) {
      if (regions.length >= limit) return regions;
      count += 1;
      const x = Math.floor(Math.min(...boxes.map(({ left }) => left)) + scrollX);
      const y = Math.floor(Math.min(...boxes.map(({ top }) => top)) + scrollY);
      const width = Math.max(1, Math.ceil(Math.max(...boxes.map(({ right }) => right)) + scrollX) - x);
      const height = Math.max(1, Math.ceil(Math.max(...boxes.map(({ bottom }) => bottom)) + scrollY) - y);
      regions.push({ selector: `${selectorOf(element)}::line(${count})`, label, role: "text", x, y, width, height });
    }
  }
  return regions;
}

/** Runs in the page: whether an element is drawn. */
function isShown(element: Element): boolean {
  return Element.prototype.checkVisibility.call(element, { opacityProperty: true, visibilityProperty: true });
}

/** Runs in the page: the label of a region; its role if it has no name. */
function labelOf(element: Element, role: string, found: ReadonlyMap<Element, string>): string {
  const names = (element.getAttribute("aria-labelledby") ?? "").split(/\s+/u).filter((id) => id !== "");
  const named = names.map((id) => Document.prototype.getElementById.call(document, id)?.textContent ?? "").join(" ");
  const given = (element.getAttribute("aria-label") ?? "").trim() || named;
  const text = given.trim() || (role === "heading" ? (element.textContent ?? "") : headingOf(element, role, found));
  const small = ["article", "item", "row"].includes(role);
  const words = text.replaceAll(/\s+/gu, " ").trim() || (small ? firstWords(element) : "");
  return words.slice(0, 120) || role;
}

/**
 * Runs in the page: the text of a region's only heading of its highest rank. It is empty if there are several, or if the
 * heading belongs to an inner region. `main` holds mixed content, so only a heading of rank 1 names it.
 */
function headingOf(element: Element, role: string, found: ReadonlyMap<Element, string>): string {
  const headings = [...element.querySelectorAll("h1, h2, h3, h4, h5, h6, caption, legend")];
  const highest = Math.min(...headings.map(rankOf));
  const [first, ...others] = headings.filter((heading) => rankOf(heading) === highest);
  if (first === undefined || others.length > 0 || (role === "main" && highest > 1)) return "";
  for (let at = first.parentElement; at !== null && at !== element; at = at.parentElement) {
    if (found.has(at) && found.get(at) !== "banner") return "";
  }
  return first.textContent ?? "";
}

/** Runs in the page: the rank of a heading. Captions and legends have rank 1. */
function rankOf({ localName }: Element): number {
  return localName.startsWith("h") ? Number(localName.slice(1)) : 1;
}

/** Runs in the page: the first visible words of an element, at most 60 characters. */
function firstWords(element: Element): string {
  const walker = Document.prototype.createTreeWalker.call(document, element, NodeFilter.SHOW_TEXT);
  let words = "";
  for (let node = walker.nextNode(); node !== null && words.length < 60; node = walker.nextNode()) {
    if (node.parentElement !== null && isShown(node.parentElement)) words += ` ${(node.nodeValue ?? "").slice(0, 60)}`;
    words = words.replaceAll(/\s+/gu, " ").trim();
  }
  return words.slice(0, 60).trim();
}

/** Runs in the page: a selector of an element. The path starts at the nearest ancestor with an id. */
function selectorOf(element: Element): string {
  const path: string[] = [];
  let at: Element | null = element;
  while (at !== null && at !== document.documentElement && path.length < 8) {
    if (at.id !== "" && at.id.length < 60) {
      path.unshift(`#${CSS.escape(at.id)}`);
      break;
    }
    const name = at.localName;
    let position = 1;
    for (let before = at.previousElementSibling; before !== null; before = before.previousElementSibling) {
      if (before.localName === name) position += 1;
    }
    path.unshift(`${name}:nth-of-type(${position})`);
    at = at.parentElement;
  }
  return path.join(" > ").slice(0, 500);
}
