import { Type } from "typebox";
import type { PageRegion } from "#schemas/diff.ts";
import { bodyValidator } from "#schemas/validate.ts";

/** Structural regions and lines of text recorded at most. */
const most = { regions: 400, lines: 1_000 };

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
  { maxItems: most.regions + most.lines },
);

const validate = bodyValidator(Regions);

/** The expression that lists a settled page's own regions. */
export const regionsProbe = `(() => {
${[listRegions, listLines, labelOf, selectorOf].join("\n")}
return [...listRegions(${most.regions}), ...listLines(${most.lines})];
})()`;

/** The regions as they came from the page; none where a hostile page gave something else. Keys are ours, so they may be stored. */
export function toRegions(probed: unknown): PageRegion[] {
  const checked = validate(probed);
  return checked.ok ? checked.value : [];
}

/** Runs in the page: its landmarks, sections, headings, cards, tables and forms, by box, label and selector, in page pixels. */
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
  ];
  const found = new Map<Element, string>();
  for (const [selector, role] of roles) {
    for (const element of Document.prototype.querySelectorAll.call(document, selector)) {
      if (!found.has(element)) found.set(element, role);
    }
  }
  const regions: PageRegion[] = [];
  for (const [element, role] of found) {
    const box = Element.prototype.getBoundingClientRect.call(element);
    const [width, height] = [Math.round(box.width), Math.round(box.height)];
    if (width < 1 || height < 1) continue;
    const x = Math.round(box.left + scrollX);
    const y = Math.round(box.top + scrollY);
    regions.push({ selector: selectorOf(element), label: labelOf(element, role), role, x, y, width, height });
    if (regions.length >= limit) break;
  }
  return regions;
}

/**
 * Runs in the page: each line of its text by a tight box, so that one word is a good part of it however large the block
 * that it stands in.
 */
function listLines(limit: number): PageRegion[] {
  const lines = new Map<Element, Map<number, DOMRect[]>>();
  const walker = Document.prototype.createTreeWalker.call(document, document.body, NodeFilter.SHOW_TEXT);
  const range = new Range();
  for (let node = walker.nextNode(), seen = 0; node !== null && seen < 20_000; node = walker.nextNode(), seen += 1) {
    const block = node.parentElement?.closest(
      "p, li, dd, dt, td, th, h1, h2, h3, h4, h5, h6, a, label, pre, div, span",
    );
    if (!block || (node.nodeValue ?? "").trim() === "") continue;
    range.selectNodeContents(node);
    const rows = lines.get(block) ?? new Map<number, DOMRect[]>();
    lines.set(block, rows);
    for (const box of range.getClientRects()) {
      if (box.width < 1 || box.height < 1) continue;
      const row = Math.round((box.top + scrollY) / 4);
      rows.set(row, [...(rows.get(row) ?? []), box]);
    }
  }
  const regions: PageRegion[] = [];
  for (const [block, rows] of lines) {
    const label = (block.textContent ?? "").replaceAll(/\s+/gu, " ").trim().slice(0, 60);
    let count = 0;
    for (const boxes of rows.values()) {
      if (regions.length >= limit) return regions;
      count += 1;
      const x = Math.floor(Math.min(...boxes.map(({ left }) => left)) + scrollX);
      const y = Math.floor(Math.min(...boxes.map(({ top }) => top)) + scrollY);
      const width = Math.max(1, Math.ceil(Math.max(...boxes.map(({ right }) => right)) + scrollX) - x);
      const height = Math.max(1, Math.ceil(Math.max(...boxes.map(({ bottom }) => bottom)) + scrollY) - y);
      regions.push({ selector: `${selectorOf(block)}::line(${count})`, label, role: "text", x, y, width, height });
    }
  }
  return regions;
}

/** Runs in the page: what a region is called. */
function labelOf(element: Element, role: string): string {
  const heading = role === "heading" ? element : element.querySelector("h1, h2, h3, h4, caption, legend");
  const text = element.getAttribute("aria-label") ?? heading?.textContent ?? "";
  return text.replaceAll(/\s+/gu, " ").trim().slice(0, 120) || role;
}

/** Runs in the page: a selector that leads to an element, from its nearest ancestor with an id. */
function selectorOf(element: Element): string {
  const path: string[] = [];
  let at: Element | null = element;
  while (at !== null && at !== document.documentElement && path.length < 8) {
    if (at.id !== "" && at.id.length < 60) {
      path.unshift(`#${CSS.escape(at.id)}`);
      break;
    }
    const name = at.localName;
    let place = 1;
    for (let before = at.previousElementSibling; before !== null; before = before.previousElementSibling) {
      if (before.localName === name) place += 1;
    }
    path.unshift(`${name}:nth-of-type(${place})`);
    at = at.parentElement;
  }
  return path.join(" > ").slice(0, 500);
}
